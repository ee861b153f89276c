import { existsSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { threadAt } from '../exchanges/place.ts';
import type { Places } from './places.ts';

/**
 * Tapes in a database of another program. The path of such a tape is that of the database with the key of the tape after it, as if the database were a
 * folder: `opencode.db/ses_1`. A place in one is the number of a table with a rowid.
 */

/** Endings by which a file is taken for a database before anybody looks into it. */
const ENDING = /\.(?:db3?|sqlite3?|eval|ya?ml)$/i;
const BELOW = /\.(?:db3?|sqlite3?|eval|ya?ml)[/\\][^/\\]+$/i;

/** Whether a file is called like an archive whose files are tapes: it is read as a database is. */
export function isArchiveName(name: string): boolean {
  return /\.eval$/i.test(name);
}

/** Whether a file is called like one of YAML, whose documents may be tapes: it is read as a database is. */
export function isYamlName(name: string): boolean {
  return /\.ya?ml$/i.test(name);
}

/** Whether a file is called like a database, or like what is read as one. */
export function isDatabaseName(name: string): boolean {
  return ENDING.test(name);
}

/** The database that a file next to it belongs to: its log of writes, or its journal; null for any other name. */
export function databaseOf(name: string): string | null {
  const [, database] = /^(.+)-(?:wal|journal)$/.exec(name) ?? [];
  return database !== undefined && isDatabaseName(database) ? database : null;
}

const isFile = (path: string): boolean => {
  try {
    return statSync(path).isFile();
  } catch {
    return false;
  }
};

export interface RowTape {
  /** The database. */
  file: string;
  /** What its rows name the tape by. */
  key: string;
}

/** The database and the key that a path means; null for any path that means no tape in a database, or one of requests that a database has captured. */
export function rowTapeAt(path: string): RowTape | null {
  if (!BELOW.test(path) || !isFile(dirname(path)) || threadAt(path) !== null) return null;
  try {
    return { file: dirname(path), key: decodeURIComponent(basename(path)) };
  } catch {
    return null;
  }
}

/** Whether there is a file, a folder, or what a path leads into: of a tape in a database, or among captured requests, what holds it is looked for. */
export function isThere(path: string): boolean {
  return existsSync(path) || rowTapeAt(path) !== null || threadAt(path) !== null;
}

/** The path of a tape: a key may have anything in it, a path one more name. */
export function rowTapePath({ file, key }: RowTape): string {
  const name = encodeURIComponent(key);
  return join(file, /^\.+$/.test(name) ? name.replaceAll('.', '%2E') : name);
}

/** Rows of one table at most, so that the table and the row are exact within one number. */
const ROWS = 2 ** 46;

/** The place of a row; null for a number of a row that no place can hold. */
export function rowPlace(table: number, row: number): number | null {
  return row >= 0 && row < ROWS ? table * ROWS + row : null;
}

/** Answers the table and the row that a place means. */
export function rowAt(place: number): { table: number; row: number } {
  return { table: Math.floor(place / ROWS), row: place % ROWS };
}

/** Places in tapes of rows, for people: the tape and the number of the row. */
export const rowPlaces: Places = {
  holds: (source) => rowTapeAt(source) !== null,
  fileNo: (place) => Math.floor(place / ROWS),
  fileOf: (source) => source,
  offsetIn: (place) => place % ROWS,
};
