import { closeSync, fstatSync, openSync } from 'node:fs';
import type { Problem } from '../../../shared/model/index.ts';
import { tally } from '../../../shared/model/tally.ts';
import type { Format } from '../formats/format.ts';
import { formatById } from '../formats/index.ts';
import { detectFormat } from './detect.ts';
import { witness } from './ids.ts';
import { link, settle } from './link.ts';
import { type ReadPart, readAt, readBatch } from './read-batch.ts';
import type { Db } from './schema.ts';
import {
  expectUntouched,
  type Imported,
  type ImportOptions,
  newSource,
  nextTape,
  type ReadPlan,
  type Seen,
  unlessOvertaken,
} from './sources.ts';
import type { Work } from './state.ts';
import { clearTape, loadWork, type SourceRow, saveProblems, saveSource, saveTape, saveWork, sourceByPath } from './store.ts';

/** Bytes per batch, and bytes after which what was read is stored: the most that a crash or a cancel can cost. */
const BATCH = 4 << 20;
const STORE = 48 << 20;
/** Bytes at both ends of what was read that witness it. */
const WITNESS = 4096;
/** A file that was not written to for so long is not going to finish its last line. */
const QUIET = 60_000;

/**
 * Brings one source up to date in the catalog: reads what is new of it, all of it where it changed underneath, nothing where
 * it did not. `path` is a real path. Throws TapeError('not-a-log') for a file of no known format and what the file system throws.
 */
export const importSource = (db: Db, path: string, options: ImportOptions = {}): Imported => {
  const file = openSync(path, 'r');
  try {
    return unlessOvertaken(() => importOpen(db, path, file, options));
  } finally {
    closeSync(file);
  }
};

const importOpen = (db: Db, path: string, file: number, options: ImportOptions): Imported => {
  const stat = fstatSync(file, { bigint: false });
  const known = sourceByPath(db, path);
  const seen = { size: stat.size, mtime: stat.mtimeMs, inode: `${stat.dev}:${stat.ino}` };
  const final = (options.now ?? Date.now)() - stat.mtimeMs > QUIET;
  if (!known) {
    const source: SourceRow = { ...newSource(path, detectFormat(path, file, stat.size).id), ...seen };
    return { outcome: 'new', ...run(db, source, file, final, options) };
  }
  const changed = whyAnew(known, seen, file);
  if (changed !== null) return { outcome: 'reread', ...readAnew(db, known, seen, file, final, changed, options) };
  const waits = known.offset < stat.size && (final || stat.size > known.offset + known.waiting);
  if (!waits) {
    if (known.mtime !== seen.mtime) saveSource(db, Object.assign(known, seen));
    return { outcome: 'same', source: known, stopped: false };
  }
  return { outcome: 'grown', ...run(db, Object.assign(known, seen), file, final, options) };
};

/** What shows that the file is not the one that was read, as the end of a sentence; null where it may well be. */
const whyAnew = (known: SourceRow, seen: Seen, file: number): string | null => {
  if (known.size === seen.size && known.mtime === seen.mtime && known.inode === seen.inode) return null;
  if (known.inode !== seen.inode) return 'another file stands in its place';
  if (seen.size < known.offset) return `it had ${known.offset} bytes and now has ${seen.size}`;
  if (seen.size === known.size && known.offset === known.size) return 'it was written to but did not grow';
  const now = witnesses(file, known.offset);
  if (now.head !== known.head) return 'its beginning is not what was read';
  if (now.tail !== known.tail) return 'the end of what was read is not what it was';
  if (known.open === TORN) return 'its last line, which had looked torn, was written on';
  return null;
};

/** Value of `SourceRow.open` where the last line had no newline and was no record either. */
const TORN = 2;

const witnesses = (file: number, offset: number): { head: string; tail: string } => {
  const buffer = Buffer.alloc(Math.min(WITNESS, offset));
  const head = witness(buffer.subarray(0, readAt(file, buffer, 0, buffer.length)));
  const tail = offset <= WITNESS ? head : witness(buffer.subarray(0, readAt(file, buffer, offset - buffer.length, buffer.length)));
  return { head, tail };
};

const readAnew = (db: Db, known: SourceRow, seen: Seen, file: number, final: boolean, why: string, options: ImportOptions) => {
  const notes: string[] = JSON.parse(known.notes);
  notes.push(`Read anew because ${why}.`);
  const kept = { tape: known.tape, rev: known.rev, reread: known.reread + 1, notes: JSON.stringify(notes.slice(-20)) };
  const source: SourceRow = { ...newSource(known.path, detectFormat(known.path, file, seen.size).id), ...seen, ...kept };
  return db
    .transaction(() => {
      expectUntouched(db, known);
      clearTape(db, known.tape);
      return run(db, source, file, final, { ...options, stop: () => false });
    })
    .immediate();
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

/** Reads and links all parts, storing now and then. Inside of a reread's transaction nobody else can have stored anything. */
const run = (db: Db, source: SourceRow, file: number, final: boolean, options: ImportOptions): { source: SourceRow; stopped: boolean } => {
  const format = formatById(source.format);
  const kept = options.cache?.take(source);
  // A source that is read anew shares nothing with what was kept of it.
  const work = (source.offset > 0 ? kept : undefined) ?? loadWork(db, source);
  const problems: Problem[] = [];
  let stored = { ...source };
  const store = () => {
    const save = () => keep(db, source, work, format, file, problems.splice(0));
    if (db.inTransaction) save();
    else
      db.transaction(() => {
        expectUntouched(db, stored);
        save();
      }).immediate();
    stored = { ...source };
    options.stored?.(source);
  };
  const plan: ReadPlan = { source: { ...source }, file, format, final };
  let unstored = 0;
  let stopped = false;
  for (const part of options.batches?.(plan) ?? partsOf(plan)) {
    const { batch, next } = part;
    for (const problem of batch.problems) problems.push({ ...problem, line: problem.line + work.state.lines + 1 });
    link(work, batch);
    count(source, part, final);
    options.progress?.(next.offset - batch.from);
    unstored += next.offset - batch.from;
    stopped = options.stop?.() === true;
    if (stopped) break;
    if (unstored < STORE) continue;
    store();
    unstored = 0;
  }
  // A source that was left in the middle must not look like one that is done.
  if (stopped) source.size = source.offset;
  store();
  options.cache?.keep(source, work);
  return { source, stopped };
};

/** Adds what a part held to the receipt. */
const count = (source: SourceRow, { batch, next, waiting }: ReadPart, final: boolean): void => {
  source.total += batch.lines;
  source.with_entries += batch.withEntries;
  source.blank += batch.blank;
  source.unreadable += batch.unreadable;
  source.repaired += batch.repaired;
  source.offset = next.offset;
  source.open = next.open ? (final && batch.unreadable > 0 ? TORN : 1) : 0;
  source.waiting = waiting;
  const unknown: Record<string, number> = JSON.parse(source.unknown);
  for (const [type, many] of Object.entries(batch.unknown)) tally(unknown, type, many);
  source.unknown = JSON.stringify(unknown);
};

const keep = (db: Db, source: SourceRow, work: Work, format: Format, file: number, problems: Problem[]): void => {
  settle(work);
  if (source.tape === 0) source.tape = nextTape(db);
  saveProblems(db, source.tape, problems);
  saveWork(db, source, work);
  // What was stored is read again in the rare case that it is needed: so a file of any size takes the same memory.
  work.entries.forget();
  work.steps.forget();
  Object.assign(source, witnesses(file, source.offset));
  saveSource(db, source);
  saveTape(db, source, work, format.locate(source.path));
};
