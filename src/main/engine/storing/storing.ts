import type { Problem } from '../../../shared/model/index.ts';
import { tally } from '../../../shared/model/tally.ts';
import type { Db } from '../database/schema.ts';
import type { SourceRow } from '../database/source-row.ts';
import { settle } from '../linking/link.ts';
import type { Work } from '../linking/state.ts';
import { expectUntouched, type ImportOptions, nextTape } from './reading.ts';
import { clearTape, saveMarks, saveProblems, saveSource, saveTape, saveWork, type TapeFacts } from './saved-work.ts';

/**
 * Bytes after which what was read is stored: the most that a crash or a cancel can cost. Not more than a thread that helps may be ahead
 * (sources/ranges.ts), so that it need not wait until all is stored.
 */
const STORE = 12 << 20;
/** The beginning of a source sooner, so that whoever waits for it has something to look at. */
const FIRST = 4 << 20;

/** A fork or a merge, as the events of the parent tell it. */
export interface MarkDraft {
  seq: number;
  type: 'fork' | 'merge';
  label: string;
  /** The forks that are merged by this event. */
  forks: string[];
}

/** What is stored with the next rows. */
export interface Held {
  problems: Problem[];
  marks: MarkDraft[];
}

/** A source on its way into the catalog. */
export interface Reading {
  source: SourceRow;
  work: Work;
  held: Held;
}

export interface Storing {
  /** This many bytes more were linked and counted: tells of them, and stores when it is time. True where the reading is to end here. */
  took(bytes: number): boolean;
  store(): void;
}

/**
 * Stores a source now and then while it is read. `save` writes all there is so far, inside a transaction; inside of a reread's nobody else
 * can have stored anything; nothing of a source that is stored `whole` is before its end. Storing throws what `unlessOvertaken` catches where another process was faster.
 */
export function createStoring(db: Db, source: SourceRow, save: () => void, options: ImportOptions, whole = false): Storing {
  let stored = { ...source };
  let unstored = 0;
  const store = (): void => {
    if (db.inTransaction) save();
    else
      db.transaction(() => {
        expectUntouched(db, stored);
        save();
      }).immediate();
    stored = { ...source };
    unstored = 0;
    // What a transaction around all of it has not committed cannot be looked at.
    if (!db.inTransaction) options.stored?.(source);
  };
  return {
    store,
    took(bytes) {
      options.progress?.(bytes);
      unstored += bytes;
      if (options.stop?.() === true) return true;
      if (!whole && unstored >= (stored.offset === 0 ? FIRST : STORE)) store();
      return false;
    },
  };
}

/** Writes all rows of a tape that are not in the catalog yet. Call inside a transaction. */
export function saveReading(db: Db, { source, work, held }: Reading, located: TapeFacts['located']): void {
  settle(work);
  if (source.tape === 0) source.tape = nextTape(db);
  saveProblems(db, source.tape, held.problems.splice(0));
  saveMarks(db, source.tape, held.marks.splice(0));
  saveWork(db, source, work);
  // What was stored is read again in the rare case that it is needed: so a source of any size takes the same memory.
  work.entries.forget();
  work.steps.forget();
  saveSource(db, source);
  saveTape(db, source, work, located);
}

/** Reads a known source from its beginning, in one transaction: nobody sees it half read. */
export function replaceTape<T>(db: Db, known: SourceRow, read: () => T): T {
  return db
    .transaction(() => {
      expectUntouched(db, known);
      clearTape(db, known.tape);
      return read();
    })
    .immediate();
}

/** Adds records of types that the reader does not know to the receipt. */
export function countUnknown(source: SourceRow, more: Readonly<Record<string, number>>): void {
  const unknown: Record<string, number> = JSON.parse(source.unknown);
  for (const [type, many] of Object.entries(more)) tally(unknown, type, many);
  source.unknown = JSON.stringify(unknown);
}
