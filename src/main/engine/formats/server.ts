import type { Columns } from './database.ts';
import type { JsonObject } from './values.ts';

/** A row of an answer as text, by the names of its columns. */
export type TextRow = Readonly<Record<string, string | null>>;

/** What is asked of a server: one session, or all that were written to since a moment (ISO 8601), a page of them after a row. */
export interface ServerAsked {
  /** Quoted as a name of SQL. */
  schema: string;
  session: string | null;
  since: string | null;
  after: readonly (string | null)[] | null;
}

/**
 * How a program keeps its sessions in a database server (PostgreSQL). Pure: it writes queries and reads their answers, and whoever runs them is
 * elsewhere. Its records are read by the format from files.
 */
export interface ServerShape {
  format: string;
  name: string;
  /** Tables of which the columns are asked for. */
  tables: readonly string[];
  fits(columns: Columns): boolean;
  /** Rows of a page, in an order that later rows do not change. */
  page(asked: ServerAsked): { sql: string; values: readonly (string | null)[] };
  /** Where the next page begins. */
  after(row: TextRow): (string | null)[];
  records(row: TextRow): JsonObject[];
  /** Which record it is, of which session, and its place in time (`start`, then the later `end` first), in a unit of its own. */
  placed(record: JsonObject): { id: string; session: string | null; start: number | null; end: number | null };
}
