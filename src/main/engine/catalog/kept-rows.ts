import { reordered } from '../../../shared/library/order.ts';
import type { LibrarySort, TapeRow } from '../../../shared/model/index.ts';
import type { Db } from '../database/schema.ts';
import { isFresh, type TapeSql, tapeRow } from '../pages/rows-of.ts';

/** All tapes as they are now. A row that has changed is another object; one that has not is the same. */
export interface Listed {
  /** Raised whenever a row is another one. */
  readonly version: number;
  /** In an order, which is kept up and not made each time. */
  sorted(sort: LibrarySort, reverse?: boolean): readonly TapeRow[];
}

/** The rows in each order that was asked for, kept from one version to the next. */
const createOrders = () => {
  const kept = new Map<string, { version: number; tapes: readonly TapeRow[] }>();
  return (rows: ReadonlyMap<number, TapeRow>, version: number, sort: LibrarySort, reverse: boolean): readonly TapeRow[] => {
    const key = `${sort} ${reverse}`;
    const before = kept.get(key);
    if (before?.version === version) return before.tapes;
    const tapes = reordered(before?.tapes ?? [], rows.values(), sort, reverse);
    kept.set(key, { version, tapes });
    return tapes;
  };
};

/** Above this many changed tapes, all of them are read again: one pass is quicker than many lookups. */
const FEW = 1000;

/**
 * Keeps the rows of all tapes: the first call reads them, any later one what has changed in the catalog since, by any process. `select`
 * is a SELECT over tapes `t`.
 */
export function createListed(db: Db, select: string): () => Listed {
  const last = db.prepare<[], number>('SELECT coalesce(max(no), 0) FROM changes').pluck();
  const changed = db.prepare<[number, number], { no: number; tape: number }>(
    'SELECT no, tape FROM changes WHERE no > ? ORDER BY no LIMIT ?',
  );
  const all = db.prepare<[], TapeSql>(select);
  const one = db.prepare<[number], TapeSql>(`${select} WHERE t.tape = ?`);
  const rows = new Map<number, TapeRow>();
  const sortedIn = createOrders();
  /** When the files of tapes that are live were written; nothing is written when one ceases to be live. */
  const live = new Map<number, number>();
  let version = 0;
  let read = -1;

  const put = (row: TapeSql, now: number): void => {
    const made = tapeRow(row, now);
    rows.set(row.tape, made);
    if (made.live) live.set(row.tape, row.mtime);
    else live.delete(row.tape);
  };
  const readAll = (now: number): void => {
    // What fails on the way is read from scratch by the next call: a part of the tapes is not all.
    read = -1;
    const upTo = last.get() ?? 0;
    rows.clear();
    live.clear();
    for (const row of all.all()) put(row, now);
    read = upTo;
  };
  const readSome = (now: number): boolean => {
    const some = changed.all(read, FEW + 1);
    if (some.length > FEW) readAll(now);
    else
      for (const { no, tape } of some) {
        const row = one.get(tape);
        if (row) put(row, now);
        else if (rows.delete(tape)) live.delete(tape);
        read = no;
      }
    return some.length > 0;
  };
  const fade = (now: number): boolean => {
    const over = [...live].filter(([, mtime]) => !isFresh(mtime, now));
    for (const [tape] of over) {
      live.delete(tape);
      const row = rows.get(tape);
      if (row) rows.set(tape, { ...row, live: false });
    }
    return over.length > 0;
  };
  return () => {
    const now = Date.now();
    let other = read < 0;
    if (other) readAll(now);
    else other = readSome(now);
    if (fade(now) || other) version += 1;
    return { version, sorted: (sort, reverse = false) => sortedIn(rows, version, sort, reverse) };
  };
}
