import type { Statement } from 'better-sqlite3';
import type { Db } from './schema.ts';

type Parameters = unknown[] | object;

const createKept = (make: (db: Db, sql: string) => Statement) => {
  const kept = new WeakMap<Db, Map<string, Statement>>();
  const keep = (db: Db, sql: string): Statement => {
    const statement = make(db, sql);
    kept.set(db, (kept.get(db) ?? new Map()).set(sql, statement));
    return statement;
  };
  return <P extends Parameters = unknown[], R = unknown>(db: Db, sql: string): Statement<P extends unknown[] ? P : [P], R> =>
    (kept.get(db)?.get(sql) ?? keep(db, sql)) as unknown as Statement<P extends unknown[] ? P : [P], R>;
};

/**
 * The statement for a text, made once for a connection: to make one takes longer than to run it, and a source of a few lines runs thirty.
 * Not for `iterate`, which keeps a statement to itself until it ends.
 */
export const prepared = createKept((db, sql) => db.prepare(sql));

/** The same for answers of one column. */
export const plucked = createKept((db, sql) => db.prepare(sql).pluck());

/**
 * A number or a word that the rows of a join are found by. Where a bound value itself is compared, SQLite makes the statement again at each run, in case
 * the value asks for another plan, which takes six times as long as to run it. It does not look into an expression.
 */
export const NUMBER = 'CAST(? AS INTEGER)';
export const WORD = 'CAST(? AS TEXT)';
