import { existsSync, fstatSync } from 'node:fs';
import { witness } from '../bytes/ids.ts';
import { closeLog, isPacked, openLog, plainPath, unpackedOf } from '../bytes/packed.ts';
import { holdShort, letGo, readAt } from '../bytes/read-at.ts';
import type { Db } from '../database/schema.ts';
import type { SourceRow } from '../database/source-row.ts';
import type { Format } from '../formats/format.ts';
import { formatById } from '../formats/index.ts';
import { link } from '../linking/link.ts';
import { runThread } from '../linking/run-thread.ts';
import type { Work } from '../linking/state.ts';
import type { Batch, ReadPart } from '../pages/batch.ts';
import {
  expectUntouched,
  type Imported,
  type ImportOptions,
  newSource,
  type ReadPlan,
  type Seen,
  unlessOvertaken,
} from '../storing/reading.ts';
import { loadWork, renewSource, sourceOf } from '../storing/store.ts';
import { countUnknown, createStoring, type Reading, replaceTape, saveReading } from '../storing/storing.ts';
import { beginningParts } from './borrow.ts';
import { detectFormat } from './detect.ts';
import { readBatch } from './read-batch.ts';

/** Bytes per batch. */
const BATCH = 4 << 20;
/** Bytes at both ends of what was read that witness it. */
const WITNESS = 4096;
/** A file that was not written to for so long is not going to finish its last line. */
const QUIET = 60_000;

/**
 * Brings one source up to date in the catalog: reads what is new of it, all of it where it changed underneath, nothing where
 * it did not. `path` is a real path. Throws TapeError('not-a-log') for a file of no known format and what the file system throws.
 */
export const importSource = (db: Db, path: string, options: ImportOptions = {}): Imported => {
  const file = openLog(path);
  try {
    return unlessOvertaken(() => importOpen(db, path, file, options));
  } finally {
    letGo();
    closeLog(file);
  }
};

const importOpen = (db: Db, path: string, file: number, options: ImportOptions): Imported => {
  const stat = fstatSync(file, { bigint: false });
  const known = sourceOf(db, path);
  const stamp = { mtime: stat.mtimeMs, inode: `${stat.dev}:${stat.ino}` };
  if (known && isPacked(path) && isSettled(known, path, stamp)) return { outcome: 'same', source: known, stopped: false };
  const unpacked = unpackedOf(file);
  const seen = { size: unpacked?.bytes.length ?? stat.size, ...stamp };
  // Nobody appends to a compressed log.
  const final = unpacked !== null || (options.now ?? Date.now)() - stat.mtimeMs > QUIET;
  if (!known) {
    if (unpacked === null) holdShort(file, stat.size);
    const source: SourceRow = { ...newSource(path, detectFormat(plainPath(path), file, seen.size).id), ...seen };
    if (unpacked?.torn) note(source, TORN_OFF);
    return { outcome: 'new', ...run(db, source, file, final, options) };
  }
  const changed = known.path === path ? whyAnew(known, seen, file) : `it is ${isPacked(path) ? 'compressed now' : 'no longer compressed'}`;
  if (changed !== null) return { outcome: 'reread', ...readAnew(db, known, path, seen, file, final, changed, options) };
  const waits = known.offset < seen.size && (final || seen.size > known.offset + known.waiting);
  if (!waits) {
    if (known.mtime !== seen.mtime) renewSource(db, Object.assign(known, seen));
    return { outcome: 'same', source: known, stopped: false };
  }
  return { outcome: 'grown', ...run(db, Object.assign(known, seen), file, final, options) };
};

const TORN_OFF = 'It is compressed, and ends in the middle: what can be unpacked was read.';

/** Whether there is nothing to unpack: it was read as it is, or the log is there without compression, which then counts. */
const isSettled = (known: SourceRow, path: string, stamp: Omit<Seen, 'size'>): boolean =>
  known.path === path ? known.mtime === stamp.mtime && known.inode === stamp.inode : existsSync(known.path);

/** What shows that the file is not the one that was read, as the end of a sentence; null where it may well be. */
const whyAnew = (known: SourceRow, seen: Seen, file: number): string | null => {
  if (known.size === seen.size && known.mtime === seen.mtime && known.inode === seen.inode) return null;
  if (known.inode !== seen.inode) return 'another file is in its place';
  if (isPacked(known.path)) return 'it is compressed, and was written again';
  if (seen.size < known.offset) return `it had ${known.offset} bytes and now has ${seen.size}`;
  if (seen.size === known.size && known.offset === known.size) return 'it was written to but did not grow';
  const now = witnesses(file, known.offset);
  if (now.head !== known.head) return 'its beginning is not what was read';
  if (now.tail !== known.tail) return 'the end of what was read is not what it was';
  if (known.open === TORN) return 'its last line, which had looked torn, was written on';
  return null;
};

/** Values of `SourceRow.open` where the last line had no newline: it was no record either, or its record made no entry. */
const TORN = 2;
const NOTED = 3;

const witnesses = (file: number, offset: number): { head: string; tail: string } => {
  const buffer = Buffer.alloc(Math.min(WITNESS, offset));
  const head = witness(buffer.subarray(0, readAt(file, buffer, 0, buffer.length)));
  const tail = offset <= WITNESS ? head : witness(buffer.subarray(0, readAt(file, buffer, offset - buffer.length, buffer.length)));
  return { head, tail };
};

const readAnew = (
  db: Db,
  known: SourceRow,
  path: string,
  seen: Seen,
  file: number,
  final: boolean,
  why: string,
  options: ImportOptions,
) => {
  const notes: string[] = JSON.parse(known.notes);
  notes.push(`Read again from the start because ${why}.`);
  const kept = { tape: known.tape, rev: known.rev, reread: known.reread + 1, notes: JSON.stringify(notes.slice(-20)) };
  const source: SourceRow = { ...newSource(path, detectFormat(plainPath(path), file, seen.size).id), ...seen, ...kept };
  if (unpackedOf(file)?.torn) note(source, TORN_OFF);
  return replaceTape(db, known, () => run(db, source, file, final, { ...options, stop: () => false }));
};

function* partsOf({ source, file, format, final }: ReadPlan): Generator<ReadPart> {
  let start = { offset: source.offset, line: 0, open: source.open > 0 };
  while (start.offset < source.size) {
    const part = readBatch({ file, format, want: start.offset + BATCH, size: source.size, final }, start);
    yield part;
    if (part.next.offset === start.offset) return;
    start = { ...part.next, line: 0 };
  }
}

/** Reads and links all parts, storing now and then. */
const run = (db: Db, source: SourceRow, file: number, final: boolean, options: ImportOptions): { source: SourceRow; stopped: boolean } => {
  const format = formatById(source.format);
  const kept = options.cache?.take(source);
  // A source that is read anew shares nothing with what was kept of it.
  const work = (source.offset > 0 ? kept : undefined) ?? loadWork(db, source);
  const reading: Reading = { source, work, held: { problems: [], marks: [] } };
  const before = { ...source };
  const save = (): void => {
    Object.assign(source, witnesses(file, source.offset));
    saveReading(db, reading, format.locate(plainPath(source.path)));
  };
  const { took, store } = createStoring(db, source, save, options);
  const take = (part: ReadPart): boolean => {
    const { batch, next } = part;
    for (const problem of batch.problems) reading.held.problems.push({ ...problem, line: problem.line + work.state.lines + 1 });
    linkNext(work, batch, format);
    count(source, part, final);
    return took(next.offset - batch.from);
  };
  let stopped = false;
  if (source.offset === 0 && format.beginning) {
    const missing = (name: string): void => void note(source, `Its tape begins in ${name}, which is not there.`);
    for (const part of beginningParts({ source: { ...source }, file, format, final }, missing))
      if ('own' in part) stopped = take(part.own);
      else borrow(work, part, format);
  }
  const plan: ReadPlan = { source: { ...source }, file, format, final };
  if (!stopped)
    for (const part of options.batches?.(plan) ?? partsOf(plan)) {
      stopped = take(part);
      if (stopped) break;
    }
  // A source that was left in the middle must not look like one that is done.
  if (stopped) source.size = source.offset;
  if (options.later && !stopped && source.tape === 0) {
    Object.assign(source, witnesses(file, source.offset));
    options.later(() => {
      expectUntouched(db, before);
      saveReading(db, reading, format.locate(plainPath(source.path)));
    });
    return { source, stopped };
  }
  store();
  options.cache?.keep(source, work);
  return { source, stopped };
};

const linkNext = (work: Work, batch: Batch, format: Format): void => {
  if (format.thread) runThread(work, batch, format.thread);
  link(work, batch);
};

/** Links entries of another file: their lines are that file's, and are not counted here. */
const borrow = (work: Work, { borrowed, lines }: { borrowed: Batch; lines: number }, format: Format): void => {
  const own = work.state.lines;
  work.state.lines = lines;
  linkNext(work, borrowed, format);
  work.state.lines = own;
};

const note = (source: SourceRow, words: string): void => {
  source.notes = JSON.stringify([...(JSON.parse(source.notes) as string[]), words].slice(-20));
};

const openAs = ({ open }: SourceRow, { unreadable, bare, lines, late }: Batch, final: boolean): number => {
  if (final && unreadable > 0) return TORN;
  const still = lines === 0 && open === NOTED && !late;
  return still || (bare && lines > 0) ? NOTED : 1;
};

/** Adds what a part held to the receipt. */
const count = (source: SourceRow, { batch, next, waiting }: ReadPart, final: boolean): void => {
  source.total += batch.lines;
  // What was written on behind a record without entries has made the line one with entries.
  const turned = source.open === NOTED && batch.late ? 1 : 0;
  source.with_entries += batch.withEntries + turned;
  source.noted += batch.noted - turned;
  source.blank += batch.blank;
  source.unreadable += batch.unreadable;
  source.repaired += batch.repaired;
  source.offset = next.offset;
  source.open = next.open ? openAs(source, batch, final) : 0;
  source.waiting = waiting;
  countUnknown(source, batch.unknown);
};
