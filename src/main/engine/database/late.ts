import type { Statement } from 'better-sqlite3';
import type { Db } from './schema.ts';

/** What readers use of a statement. */
type Made = Pick<Statement<unknown[], unknown>, 'get' | 'all' | 'iterate' | 'run' | 'pluck'>;

/**
 * The same connection, which makes each statement when it is first run: to make all thirty of the catalog takes a command of the terminal longer
 * than to run the two that it needs. A statement that SQLite refuses is therefore an error of its first run.
 */
export function preparingLate(db: Db): Db {
  const prepare = (sql: string): Made => {
    let made: Made | null = null;
    let plucked = false;
    const statement = (): Made => {
      if (made !== null) return made;
      const fresh = db.prepare<unknown[], unknown>(sql);
      made = plucked ? fresh.pluck() : fresh;
      return made;
    };
    const late: Made = {
      get: (...values) => statement().get(...values),
      all: (...values) => statement().all(...values),
      iterate: (...values) => statement().iterate(...values),
      run: (...values) => statement().run(...values),
      pluck(on = true) {
        plucked = on;
        made = null;
        return late as Statement<unknown[], unknown>;
      },
    };
    return late;
  };
  return Object.assign(Object.create(db) as Db, { prepare });
}
