import type { NativeEntry } from '../../../../shared/model/native.ts';
import { handleOf } from '../handle.ts';
import { parentOf } from '../open-handle.ts';
import { readBytes } from '../read-lines.ts';
import type { IndexRow, Tape } from '../types.ts';

/** Bytes of lines that are in memory at once; a longer line comes alone. */
const BATCH_BYTES = 1_000_000;

/** Rows that are looked up at once. */
const BATCH_ROWS = 1000;

/**
 * Entries with their rows, from one id up to another, both inclusive, a few at a time: a tape may be longer than memory. Lines that do
 * not matter stay on disk. Throws 'unreadable' for a line that is not what the index says.
 */
export function* walk(
  tape: Tape,
  from: number,
  to: number,
  matters?: (row: IndexRow) => boolean,
  exact = false,
): Generator<{ row: IndexRow; entry: NativeEntry }> {
  for (const run of runs(tape, from, to, matters)) {
    const entries = tape.entries({ ids: [run[0]!.id, run.at(-1)!.id], exact });
    for (const [at, entry] of entries.entries()) yield { row: run[at]!, entry };
  }
}

export function* entriesOf(tape: Tape, from: number, to: number): Generator<NativeEntry> {
  for (const { entry } of walk(tape, from, to)) yield entry;
}

/** The lines as they are in their files, without their line feeds; those that a fork shares come from its parent. */
export function* linesOf(tape: Tape, from: number, to: number): Generator<string> {
  const handle = handleOf(tape);
  const start = handle.fork?.start ?? 0;
  for (const run of runs(tape, from, to)) {
    const shared = run.filter(({ id }) => id <= start);
    const own = run.filter(({ id }) => id > start);
    for (const bytes of shared.length === 0 ? [] : readBytes(parentOf(handle).folder, shared)) yield bytes.toString('utf8');
    for (const bytes of readBytes(handle.folder, own)) yield bytes.toString('utf8');
  }
}

/** Rows without a gap between their ids, as many at a time as fit. */
function* runs(tape: Tape, from: number, to: number, matters: (row: IndexRow) => boolean = () => true): Generator<IndexRow[]> {
  for (let first = from; first <= to; first += BATCH_ROWS) {
    const rows = tape.rows({ ids: [first, Math.min(to, first + BATCH_ROWS - 1)] }).filter(matters);
    for (let at = 0; at < rows.length; ) {
      const run = runAt(rows, at);
      yield run;
      at += run.length;
    }
  }
}

function runAt(rows: readonly IndexRow[], begin: number): IndexRow[] {
  let bytes = 0;
  let end = begin;
  while (end < rows.length) {
    const row = rows[end]!;
    bytes += row.byte_length;
    if (end > begin && (bytes > BATCH_BYTES || row.id !== rows[end - 1]!.id + 1)) break;
    end += 1;
  }
  return rows.slice(begin, end);
}
