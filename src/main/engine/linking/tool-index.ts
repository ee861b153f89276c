import { plucked, prepared } from '../database/prepared.ts';
import type { Db } from '../database/schema.ts';
import { sealBytes, unsealBytes } from '../database/seal.ts';
import type { HashBits } from '../pages/hash-set.ts';
import type { Work } from './state.ts';

/**
 * Where each tool call is issued and answered, and which record bears a word by which others name it (the hash of a part of a request): sorted
 * runs of numbers, hash of the word and seq in one float. A table with a row per call took a third of the whole import. Hashes may collide, so
 * whoever looks up checks the entries themselves.
 */

export const ISSUED = 1;
export const ANSWERED = 2;

/** 31 bits of hash and 22 of seq fill the 53 bits of a number. Larger tapes wrap, which a lookup allows for. */
const SEQS = 2 ** 22;

/** Two hashes of a call id in one pass. */
const hashes = (call: string): { first: number; second: number } => {
  let first = 0x811c9dc5;
  let second = 5381;
  for (let at = 0; at < call.length; at++) {
    const code = call.charCodeAt(at);
    first = Math.imul(first ^ code, 0x01000193);
    second = (Math.imul(second, 33) + code) | 0;
  }
  return { first: first >>> 0, second: second >>> 0 };
};

/** Remembers that a call is issued or answered; answers what was known of it. */
export function knowCall(known: HashBits, call: string, side: typeof ISSUED | typeof ANSWERED): number {
  const { first, second } = hashes(call);
  return known.add(first, second, side);
}

/** A word as 53 bits of hash. */
export function wordNumber(word: string): number {
  const { first, second } = hashes(word);
  return first * 2 ** 21 + (second >>> 11);
}

/** Notes that other records name entry `seq` by a word. */
export function addName(work: Work, name: string, seq: number): void {
  work.out.tools.push((hashes(name).first >>> 1) * SEQS + (seq % SEQS));
}

/** Notes that entry `seq` issues or answers a call. */
export function addTool(work: Work, call: string, side: typeof ISSUED | typeof ANSWERED, seq: number): void {
  const { first, second } = hashes(call);
  work.out.tools.push((first >>> 1) * SEQS + (seq % SEQS));
  const known = work.calls.add(first, second, side);
  if ((known & side) !== 0) return;
  const { tools } = work.state;
  if (side === ISSUED) tools.calls += 1;
  else tools.results += 1;
  if (known !== 0) tools.both += 1;
}

const floats = (sealed: Uint8Array): Float64Array => {
  const data = unsealBytes(sealed);
  return new Float64Array(data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength));
};

/** Two sorted runs as one. */
const merged = (one: Float64Array, other: Float64Array): Float64Array<ArrayBuffer> => {
  const both = new Float64Array(one.length + other.length);
  for (let at = 0, left = 0, right = 0; at < both.length; at++) {
    const first = right === other.length || (left < one.length && (one[left] as number) <= (other[right] as number));
    both[at] = first ? (one[left++] as number) : (other[right++] as number);
  }
  return both;
};

/**
 * Stores new calls as one more sorted run. Runs that are not much longer than what follows them are merged into it, so that a
 * tape that grows line by line keeps a few runs, each longer than the next.
 */
export function storeTools(db: Db, tape: number, tools: readonly number[]): void {
  if (tools.length === 0) return;
  let run = Float64Array.from(tools).sort();
  const runs = prepared<[number], { no: number; count: number }>(db, 'SELECT no, count FROM tools WHERE tape = ? ORDER BY no DESC').all(
    tape,
  );
  const read = plucked<[number, number], Buffer>(db, 'SELECT data FROM tools WHERE tape = ? AND no = ?');
  const remove = prepared(db, 'DELETE FROM tools WHERE tape = ? AND no = ?');
  let no = (runs[0]?.no ?? -1) + 1;
  for (const before of runs) {
    if (before.count > run.length * 2) break;
    const data = read.get(tape, before.no);
    if (data) run = merged(floats(data), run);
    remove.run(tape, before.no);
    no = before.no;
  }
  prepared(db, 'INSERT INTO tools (tape, no, count, data) VALUES (?, ?, ?, ?)').run(
    tape,
    no,
    run.length,
    sealBytes(new Uint8Array(run.buffer)),
  );
}

/** First place in the run that is not below `value`. */
const lowerBound = (run: Float64Array, value: number): number => {
  let low = 0;
  let high = run.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((run[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** Entries that may issue or answer a call, or bear a name, ascending. */
export function createToolIndex(db: Db) {
  const runs = db.prepare<[number], Buffer>('SELECT data FROM tools WHERE tape = ?').pluck();
  const entries = db.prepare<[number], number>('SELECT entries FROM tapes WHERE tape = ?').pluck();
  return {
    seqs(tape: number, call: string): number[] {
      const from = (hashes(call).first >>> 1) * SEQS;
      const last = entries.get(tape) ?? 0;
      const found = new Set<number>();
      for (const data of runs.all(tape)) {
        const run = floats(data);
        for (let at = lowerBound(run, from); at < run.length && (run[at] ?? 0) < from + SEQS; at++) {
          for (let seq = (run[at] ?? 0) - from; seq <= last; seq += SEQS) if (seq > 0) found.add(seq);
        }
      }
      return [...found].sort((a, b) => a - b);
    },
  };
}
