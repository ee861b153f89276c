import type { Database as Db, Statement } from 'better-sqlite3';

const statements = new WeakMap<Db, Map<string, Statement<unknown[]>>>();

/** The statement of this text, compiled once for each connection: a build asks the same few thousands of times. */
export function prepared(db: Db, text: string): Statement<unknown[]> {
  const known = statements.get(db) ?? new Map<string, Statement<unknown[]>>();
  statements.set(db, known);
  const statement = known.get(text) ?? db.prepare(text);
  known.set(text, statement);
  return statement;
}
