import type { Foreign } from '../disk/foreign.ts';
import type { DatabaseShape, TapeInRows } from '../formats/database.ts';
import type { JsonObject } from '../formats/values.ts';

/** A row of a tape, by its place in the order of them. */
export interface RowRef {
  /** Its table in the list of the shape, and its rowid. */
  t: number;
  row: number;
  at: string | number;
}

/** A row as a record, which is JSON. `broken` says why a column is not what it should be. */
export interface RowText {
  text: string;
  broken: string | null;
}

/** A row as it is read: what its text would hold, and how many bytes that has. */
export interface RowRecord {
  record: JsonObject;
  length: number;
  broken: string | null;
}

/** A database of an agent that is known, open to be read. */
export interface OpenRows {
  shape: DatabaseShape;
  /** All tapes, or the one of a key. */
  tapes(key?: string): TapeInRows[];
  /** Rows of a tape in order, after one of them, or only the last of all. */
  after(key: string, at: RowRef['at'] | null, limit: number): RowRef[];
  /** How many rows of a tape come up to one, that one with them. */
  upTo(key: string, at: RowRef['at']): number;
  /** Null for a row that is not there (any more), or is another tape's. */
  text(key: string, table: number, row: number): RowText | null;
  /** The rows of one tape, in the order of `refs`; null as above. */
  records(key: string, refs: readonly RowRef[]): (RowRecord | null)[];
  db: Foreign;
  close(): void;
}
