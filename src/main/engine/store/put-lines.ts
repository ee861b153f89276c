import { closeSync, fdatasyncSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { makeFolders, openPlain, sizeOf, syncFolder, writeAll } from '../disk/disk.ts';
import { opensPhase } from '../formats/native/phase.ts';
import { type Handle, nowOf } from './handle.ts';
import type { Locked } from './held-tape.ts';
import { type Ends, type FileEnd, fileRow, indexEntry, putEnds, putMeta } from './index-entry.ts';
import { formatLine, jsonText } from './line.ts';
import { fileOfKind, stampOf } from './names.ts';
import { type Pending, writePending } from './pending.ts';
import { notePhases } from './phase-stamp.ts';
import { nextPhase, type Phase, phaseNamed } from './phases.ts';
import type { Line } from './types.ts';
import { indexWords } from './word-index.ts';

/** An entry that gets its id when it is written. */
export interface NewLine {
  kind: string;
  payload: unknown;
  /** The payload's JSON as it is in another tape, to be kept byte for byte. */
  payloadText?: string;
  meta?: Record<string, unknown>;
  corrects?: number;
  /** ISO 8601; now by default. */
  at?: string;
  /** The phase it is filed under, by name; the newest by default. An anchor opens its own, named by `payload.name`, unless it is superseded. */
  anchor?: string;
}

interface Prepared {
  line: Line;
  phase: Phase;
  text: string;
}

/**
 * Appends entries in the given order, to as many phases as they name, new anchors included, with one write and one sync per file.
 * Answers their ids: head + 1 and on. Where anything fails, `withLock` takes all of it back. What touches more than the files of the newest phase,
 * and every merge, is noted in `pending.json` first: after a crash an append or a handoff is kept as far as it got, a merge is undone.
 * Throws 'not-found' for a phase that is not there, 'bad-input' for what cannot be written as JSON.
 */
export function writeLines(locked: Locked, lines: readonly NewLine[], op: Pending['op'] = 'append'): number[] {
  const { handle } = locked;
  const newestBefore = locked.newest;
  const prepared = prepare(locked, lines);
  const files = Map.groupBy(prepared, ({ line, phase }) => pathOf(line, phase));
  const usual = op === 'append' && prepared.every(({ phase }) => phase.seq === newestBefore?.seq);
  if (!usual && op !== 'reset') noteDown(locked, op, files);
  const ends: Ends = new Map();
  for (const [path, items] of files) ends.set(path, writeFile(locked, path, items));
  const before = locked.head.id;
  for (const { line, phase, text } of prepared) {
    const path = pathOf(line, phase);
    const { bytes, lines: count } = ends.get(path) ?? fileRow(handle, path);
    const place = { seq: phase.seq, path, line: count + 1, offset: bytes, length: Buffer.byteLength(text) };
    locked.head = indexEntry(handle, line, place, locked.head, ends);
  }
  putEnds(handle, ends);
  indexWords(handle, before, locked.head.id);
  return prepared.map(({ line }) => line.id);
}

const pathOf = ({ kind }: Line, { folder }: Phase): string => `anchors/${folder}/${fileOfKind(kind)}`;

/** The first anchor of every tape. */
const FIRST_ANCHOR = 'session/start';

/** Begins a tape, with what its first anchor is to say. */
export function writeFirst(locked: Locked, state: Record<string, unknown> = {}, op: Pending['op'] = 'handoff'): void {
  writeLines(locked, [{ kind: 'anchor', payload: { name: FIRST_ANCHOR, state: { ...state, phase: FIRST_ANCHOR } } }], op);
}

/** Gives ids and phases; writes nothing. */
const prepare = (locked: Locked, lines: readonly NewLine[]): Prepared[] => {
  const at = nowOf(locked.handle).toISOString();
  let { id } = locked.head;
  const opened: Phase[] = [];
  return lines.map((item) => {
    id += 1;
    const phase = phaseFor(locked, item, opened);
    const payloadText = item.payloadText ?? jsonText(item.payload);
    // What the line says is what is indexed: a date or an undefined field of a caller is not.
    const payload: unknown = JSON.parse(payloadText);
    const line: Line = { id, kind: item.kind, at: item.at ?? at, anchor: phase.name, payload, meta: item.meta ?? {} };
    if (item.corrects !== undefined) line.corrects = item.corrects;
    return { line, phase, text: formatLine(line, payloadText) };
  });
};

const phaseFor = (locked: Locked, line: NewLine, opened: Phase[]): Phase => {
  const { anchor } = line;
  if (opensPhase(line)) {
    const phase = nextPhase(locked.newest, anchorName(line.payload));
    opened.push(phase);
    locked.newest = phase;
    return phase;
  }
  const phase =
    anchor === undefined ? locked.newest : (opened.findLast(({ name }) => name === anchor) ?? phaseNamed(locked.handle, anchor));
  if (phase === null)
    throw new TapeError('not-found', anchor === undefined ? 'The tape has no phase yet.' : `There is no anchor "${anchor}".`);
  return phase;
};

const anchorName = (payload: unknown): string => {
  const name = typeof payload === 'object' && payload !== null && 'name' in payload ? payload.name : undefined;
  if (typeof name === 'string' && name !== '') return name;
  throw new TapeError('bad-input', 'An anchor needs a payload {"name": …, "state": {…}}.');
};

const noteDown = (locked: Locked, op: Pending['op'], files: ReadonlyMap<string, readonly Prepared[]>): void => {
  const { handle } = locked;
  if (!locked.durable) throw new Error('This write needs a durable lock.');
  const stamp = `${stampOf(nowOf(handle))}-${process.pid}-${locked.head.id}`;
  const pending: Pending = { op, stamp, files: Object.fromEntries(locked.before), after: {} };
  for (const [path, items] of files) {
    const size = sizeOf(join(handle.folder, path));
    if (!(path in pending.files)) pending.files[path] = size;
    pending.after[path] = (size ?? 0) + items.reduce((sum, { text }) => sum + Buffer.byteLength(text) + 1, 0);
  }
  locked.journal = true;
  writePending(handle.folder, pending);
  putMeta(handle, 'stamp', stamp);
};

/** Writes the lines of one file and answers where they begin. */
const writeFile = (locked: Locked, path: string, items: readonly Prepared[]): FileEnd => {
  const { handle, before } = locked;
  const end = fileRow(handle, path);
  const { bytes } = end;
  const full = join(handle.folder, path);
  const size = sizeOf(full);
  // Before anything is noted that a failure would cut back to: what is not as it was left stays as it is found.
  if ((size ?? 0) !== bytes) throw new TapeError('unreadable', changed(handle, path));
  if (!before.has(path)) before.set(path, size);
  if (size === null) makeFolders(handle.folder, dirname(path));
  const file = openPlain(full, 'append');
  try {
    writeAll(file, Buffer.from(`${items.map(({ text }) => text).join('\n')}\n`));
    fdatasyncSync(file);
  } finally {
    closeSync(file);
  }
  if (size === null) {
    syncFolder(dirname(full));
    notePhases(handle);
  }
  return end;
};

const changed = ({ folder }: Handle, path: string): string =>
  `${join(folder, path)} is not as long as its index says: something else changed it. "tape verify" shows what, and "tape reindex" rebuilds it.`;
