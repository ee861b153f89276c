import { statSync } from 'node:fs';
import type { OpenRows } from '../bytes/open-rows.ts';
import { rowTapePath } from '../bytes/row-place.ts';
import { openRows } from '../bytes/rows.ts';
import { ownersIn } from '../bytes/salvage.ts';
import { Damaged } from '../disk/foreign.ts';
import type { TapeInRows } from '../formats/database.ts';
import type { Seen } from '../storing/reading.ts';
import type { Listed } from './source.ts';

/** The tapes in a database, or the one of a key. Throws TapeError where it is not a database of an agent, or cannot be read. */
export function tapesInDatabase(file: string, key?: string): Listed[] {
  const rows = openRows(file);
  try {
    const found = tapesOf(rows, key);
    const all = found.reduce((sum, { weight }) => sum + weight, 0);
    return found.map((tape) => ({ path: rowTapePath({ file, key: tape.key }), ...seenOf(file, tape, all) }));
  } finally {
    rows.close();
  }
}

/** Where the list of tapes is damaged, those that rows name. */
export function tapesOf(rows: OpenRows, key?: string): TapeInRows[] {
  try {
    return rows.tapes(key);
  } catch (failure) {
    if (!(failure instanceof Damaged)) throw failure;
    return ownersIn(rows)
      .filter((owner) => key === undefined || owner === key)
      .map((owner) => ({ key: owner, time: 0, stamp: 'damaged', weight: 1, appended: 0 }));
  }
}

/** What shows cheaply whether a tape was written to. Of the bytes of a database it has as many as it has of the rows, about. */
export function seenOf(file: string, { time, stamp, weight }: TapeInRows, all: number): Seen {
  const { dev, ino, size, mtimeMs } = statSync(file);
  return { size: Math.round((size * weight) / Math.max(1, all)), mtime: time > 0 ? time : mtimeMs, inode: `${dev}:${ino}:${stamp}` };
}
