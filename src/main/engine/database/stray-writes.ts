import type { Database as Db, Statement } from 'better-sqlite3';

const WAYS = ['run', 'get', 'all', 'iterate'] as const;

/**
 * Lets a connection write in transactions only, and throws where it would write outside of one: the checksums of pages are kept with each
 * transaction (page-sums.ts), so any other write would count as somebody else's, and the catalog as damaged.
 */
export function refuseStrayWrites(db: Db): Db {
  const [prepare, exec] = [db.prepare.bind(db) as (sql: string) => Statement, db.exec.bind(db)];
  const expectTransaction = (sql: string): void => {
    if (!db.inTransaction) throw new Error(`The catalog is written to in transactions only: ${sql}`);
  };
  const guarded = (sql: string): Statement => {
    const statement = prepare(sql);
    if (statement.readonly) return statement;
    const guard =
      <A extends unknown[], B>(act: (...values: A) => B) =>
      (...values: A): B => {
        expectTransaction(sql);
        return act(...values);
      };
    // What answers no rows is only ever run. To put a function on the statement itself takes a millisecond.
    if (!statement.reader) return { run: guard(statement.run.bind(statement)), readonly: false, reader: false } as unknown as Statement;
    for (const way of WAYS) Object.assign(statement, { [way]: guard(statement[way].bind(statement) as (...values: unknown[]) => unknown) });
    return statement;
  };
  const execute = (sql: string): Db => {
    if (!sql.startsWith('BEGIN')) expectTransaction(sql);
    return exec(sql);
  };
  return Object.assign(db, { prepare: guarded as unknown as Db['prepare'], exec: execute });
}
