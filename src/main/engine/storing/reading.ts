import { tapeId } from '../bytes/ids.ts';
import { plucked } from '../database/prepared.ts';
import type { Db } from '../database/schema.ts';
import type { SourceRow } from '../database/source-row.ts';
import type { Format } from '../formats/format.ts';
import type { Batch, Parts, ReadPart } from '../pages/batch.ts';
import { sourceByPath } from './saved-work.ts';
import type { InTurn } from './turns.ts';
import type { WorkCache } from './work-cache.ts';

/** What reading a source means, whether it is a file or the folder of a native tape. */

export interface ImportOptions {
  /** Asked after every batch; true ends the import with what has been stored. */
  stop?: () => boolean;
  /** Told how many more bytes of the source were read. */
  progress?: (bytes: number) => void;
  /** Told after each time that something was stored. */
  stored?: (source: Readonly<SourceRow>) => void;
  /** Takes over the storing of a new source that was read in one go; `store` is to be called inside a transaction, and may throw Overtaken. */
  later?: (store: () => void) => void;
  /** Where the batches come from; this thread alone by default or for null. */
  batches?: (plan: ReadPlan) => Iterable<ReadPart> | null;
  /** The same of rows in a database, whose places these are. */
  rowBatches?: (places: Float64Array, parts: Parts<RowPart>) => Iterable<RowPart>;
  /** Tapes that were linked before and may continue. */
  cache?: WorkCache;
  /** Native tapes may be put right as any writer would: a missing index made, what a crash left finished. */
  mend?: boolean;
  /** Where many sources are stored together: lets no other thread store meanwhile. */
  inTurn?: InTurn;
  /** The id of the format that a person says a new log or document is of. */
  as?: string | undefined;
  now?: () => number;
}

/** What is to be read of a source: everything from where the catalog's row says. */
export interface ReadPlan {
  source: Readonly<SourceRow>;
  file: number;
  format: Format;
  final: boolean;
}

/** Entries of some rows, and how many bytes those have. */
export interface RowPart {
  batch: Batch;
  bytes: number;
}

export interface Imported {
  source: SourceRow;
  outcome: 'same' | 'new' | 'grown' | 'reread';
  stopped: boolean;
}

/** Another process stored something of the same source in the meantime. */
export class Overtaken extends Error {}

/** Does the work again where another process was faster. */
export function unlessOvertaken<T>(work: () => T): T {
  for (let attempt = 0; ; attempt++) {
    try {
      return work();
    } catch (failure) {
      if (!(failure instanceof Overtaken) || attempt >= 3) throw failure;
    }
  }
}

/** The row of a source of which nothing was read yet. It gets its number (`tape`) with the first rows that are stored. */
export function newSource(path: string, format: string): Omit<SourceRow, 'size' | 'mtime' | 'inode'> {
  return {
    tape: 0,
    id: tapeId(path),
    path,
    format,
    offset: 0,
    open: 0,
    head: '',
    tail: '',
    total: 0,
    with_entries: 0,
    noted: 0,
    blank: 0,
    unreadable: 0,
    repaired: 0,
    waiting: 0,
    reread: 0,
    notes: '[]',
    unknown: '{}',
    state: '',
    text_to: 0,
    rev: 0,
  };
}

export interface Seen {
  size: number;
  mtime: number;
  inode: string;
}

/** Throws what `unlessOvertaken` catches where the catalog's row is not what `source` was read from. Call inside the transaction that stores. */
export function expectUntouched(db: Db, source: SourceRow): void {
  const stored = sourceByPath(db, source.path);
  const same = stored
    ? stored.tape === source.tape && stored.offset === source.offset && stored.reread === source.reread
    : source.tape === 0;
  if (!same) throw new Overtaken();
}

/** Numbers are never given twice, so that nothing that was kept of a forgotten tape can be taken for another's. */
export function nextTape(db: Db): number {
  return (plucked<[], number>(db, "SELECT seq FROM sqlite_sequence WHERE name = 'sources'").get() ?? 0) + 1;
}
