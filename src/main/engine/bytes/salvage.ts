import { Damaged, type Foreign } from '../disk/foreign.ts';
import type { OpenRows, RowRef } from './open-rows.ts';

/** What can be read of a database that is damaged: each table row by row, past the pages that cannot be read. */

const ROWS = 256;
/** This many numbers of rows are passed over at most to find the next page that can be read. */
const FARTHEST = 1 << 22;

function* rowsOf(db: Foreign, table: string, owner: string): Generator<{ row: number; owner: string }> {
  const next = `SELECT rowid AS row, "${owner}" AS owner FROM "${table}" NOT INDEXED WHERE rowid > ? ORDER BY rowid LIMIT ?`;
  let last = 0;
  for (let step = 1, many = ROWS; step <= FARTHEST; ) {
    try {
      const found = db.all<{ row: number; owner: string }>(next, last, many);
      yield* found;
      const end = found.at(-1);
      if (end === undefined) return;
      last = end.row;
      step = 1;
    } catch (failure) {
      if (!(failure instanceof Damaged)) throw failure;
      // First row by row up to the damage, then over it.
      if (many > 1) many = 1;
      else {
        last += step;
        step *= 2;
      }
    }
  }
}

/** The keys of all tapes that some row names. */
export function ownersIn({ db, shape }: OpenRows): string[] {
  const owners = new Set<string>();
  for (const { name, owner } of shape.tables) for (const found of rowsOf(db, name, owner)) owners.add(String(found.owner));
  return [...owners];
}

/** The rows of a tape that can be read, table by table in the order in which they were added. */
export function* salvagedRows({ db, shape }: OpenRows, key: string): Generator<RowRef> {
  let at = 0;
  for (const [t, { name, owner }] of shape.tables.entries())
    for (const found of rowsOf(db, name, owner)) {
      at += 1;
      if (String(found.owner) === key) yield { t, row: found.row, at };
    }
}
