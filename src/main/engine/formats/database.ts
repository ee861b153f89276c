import type { Json } from './values.ts';

/** What a database has: its tables, each with the names of its columns. */
export type Columns = ReadonlyMap<string, ReadonlySet<string>>;

/** Whether a database has the table with all of these columns. */
export function hasColumns(columns: Columns, table: string, ...names: string[]): boolean {
  return names.every((name) => columns.get(table)?.has(name) === true);
}

/** A table whose rows are records: `{table, …}` with a field for each column that is not null. */
export interface TableShape {
  name: string;
  /** The column that names the tape of a row. */
  owner: string;
  /** Columns that hold JSON, which the record has as it is. */
  json?: readonly string[];
  /** Columns that hold bytes which `unpack` makes JSON of; it throws where they are none of its. */
  packed?: readonly string[];
  unpack?: (bytes: Uint8Array) => Json;
}

/** A tape in a database, as `DatabaseShape.tapes` answers it. */
export interface TapeInRows {
  key: string;
  /** When it was last written to, epoch ms. */
  time: number;
  /** Differs after whatever changes in the rows of the tape. */
  stamp: string;
  /** How many rows it has, about. */
  weight: number;
  /** Rows are only ever added to it, after those that are there; else it is read again where its stamp differs. */
  appended: number;
}

/**
 * How the databases of one agent hold its sessions. Pure: it writes queries, and whoever runs them is elsewhere. Each query is run on a database that
 * `fits`, next to a writer, so that none may take long.
 */
export interface DatabaseShape {
  /** Id of the format that reads the records. */
  format: string;
  /** The place of a table in the list is a part of pointers: tables are added at the end alone. */
  tables: readonly TableShape[];
  /** Whether a database with these tables is one of the agent. */
  fits(columns: Columns): boolean;
  /** A query for all tapes, as `TapeInRows`. */
  tapes(columns: Columns): string;
  /** A query for the rows of the tape `@key`: `t` (place of its table in the list), `row` (rowid) and `at` (a text or number by which they are in order, each its own). */
  rows(columns: Columns): string;
  /** The same for a tape to which rows are only ever added, where a query for them alone takes them from an index as they come. */
  appendedRows?(columns: Columns): string;
}
