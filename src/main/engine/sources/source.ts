import type { Stats } from 'node:fs';
import type { SourceRow } from '../database/source-row.ts';
import type { Batch } from '../pages/batch.ts';
import type { ImportOptions, Seen } from '../storing/reading.ts';
import type { TapeFacts } from '../storing/saved-work.ts';
import type { Reading } from '../storing/storing.ts';

/** A kind of thing that holds the records of tapes: a log, a database, or the folder of a native tape. It knows disks and no agent. */
export interface Source {
  id: 'log' | 'json-document' | 'tape-folder' | 'sqlite' | 'captures';
  /** Whether what is at a real path is one tape of this kind. */
  holds(path: string): boolean;
  /** The tapes that are meant by a path; null for a path in which this kind has no say. Throws TapeError where it cannot be looked into. */
  list(path: string): Listed[] | null;
  /** What to say of a path in which it lists no tape, in one sentence. */
  empty(path: string): string;
  /** The real path of what is not there yet and means a tape of this kind all the same; null for any other path. */
  toCome(path: string): string | null;
  /** Null for what is read; else it is passed over, with the reason for whoever named it, which may be none. `known`: the catalog has a tape of it. */
  ignores(candidate: Pick<Candidate, 'path' | 'size' | 'named'> & { known: boolean }): string | null;
  /** What shows whether one was written to, where that is more than its own file. */
  seen?(path: string, found: Stats): Seen;
  /** About how many bytes there are to read of one that the catalog knows; 0 where nothing has changed. */
  unread(now: Listed, known: Seen & { offset: number }): number;
  /** Many short ones may be read in one errand. */
  together: boolean;
  /** Two threads may read a long one, each its parts. */
  inRanges(path: string): boolean;
}

/** Begins to read a source. Throws what the file system throws, and TapeError where it is none. */
export type Opener = (path: string, options: ImportOptions) => Opening;

/** A tape that may be there, by its real path. */
export interface Listed extends Seen {
  path: string;
}

export interface Candidate extends Listed {
  source: Source;
  /** It was named itself, not found in a folder. */
  named: boolean;
}

/** What became of a source since the catalog read it; `now` is what its row is to say. */
export type Since = { type: 'same' | 'grown'; now: Partial<SourceRow> } | { type: 'again'; why: string };

/** A source while it is read. */
export interface Opening {
  /** The row of one of which nothing was read. `again` is the row of what was read and is no more, and why: the end of a sentence. */
  fresh(again?: { known: SourceRow; why: string }): SourceRow;
  since(known: SourceRow): Since;
  /** What is new of it, counted into the row and its receipt as it comes. */
  pieces(reading: Reading): Iterable<Piece>;
  /** Called after the last piece, or where the reading was stopped. */
  end(reading: Reading, stopped: boolean): void;
  /** Puts into the row what shows later that this is still what was read. */
  witness(source: SourceRow): void;
  located(source: SourceRow): TapeFacts['located'];
  /** It never changes: it is stored when all of it is read, and not before. */
  whole: boolean;
  close(): void;
}

/** Entries of a source, in order. */
export interface Piece {
  batch: Batch;
  /** Bytes of the source that were read for it; null where they are told with a later piece, before which the reading is not to end. */
  bytes: number | null;
  /** It is of another file, in which this many lines come before it. */
  lines?: number;
  /** Nothing comes after it. */
  last?: boolean;
}

/** The row of a source that is read again from its start takes over from the one before. */
export function takenOver({ known, why }: { known: SourceRow; why: string }) {
  return {
    kept: { tape: known.tape, rev: known.rev, reread: known.reread + 1 },
    note: `Read again from the start because ${why}.`,
  };
}

const MOST_NOTES = 20;

/** The notes of a row and more of them, as the row has them. */
export function notesWith({ notes }: Pick<SourceRow, 'notes'>, more: readonly string[]): string {
  return JSON.stringify([...(JSON.parse(notes) as string[]), ...more].slice(-MOST_NOTES));
}
