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
    for (const way of WAYS) {
      const act = statement[way].bind(statement) as (...values: unknown[]) => unknown;
      Object.assign(statement, {
        [way]: (...values: unknown[]) => {
          expectTransaction(sql);
          return act(...values);
        },
      });
    }
    return statement;
  };
  const execute = (sql: string): Db => {
    if (!sql.startsWith('BEGIN')) expectTransaction(sql);
    return exec(sql);
  };
  return Object.assign(db, { prepare: guarded as unknown as Db['prepare'], exec: execute });
}
