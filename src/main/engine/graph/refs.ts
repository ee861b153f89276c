import { existsSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import type { Ref } from '../../../shared/model/index.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { makePath } from '../disk/make-path.ts';

/** Names for points, in a file of their own: the catalog may be deleted at any time, a name that a person gave may not. */
export interface Refs {
  /** All of them, or those of one tape, by name. */
  list(tape?: string): Ref[];
  /** Sets a ref; answers where one of that name stood before in this tape. */
  set(ref: Ref): Ref | null;
  /** Throws TapeError('not-found'). */
  remove(ref: Pick<Ref, 'tape' | 'name'>): Ref;
}

const TABLE = `CREATE TABLE IF NOT EXISTS refs (
  tape TEXT NOT NULL, name TEXT NOT NULL, file TEXT NOT NULL, seq INTEGER NOT NULL, step INTEGER, at TEXT NOT NULL,
  PRIMARY KEY (tape, name)) WITHOUT ROWID`;

/**
 * SQLite, so that two windows and a terminal can set refs at once. Opened for each call: there are few, and none keeps a lock. What the
 * disk or the database refuses is thrown as a TapeError.
 */
export function createRefs(home: string): Refs {
  const file = join(home, 'refs.db');
  const use = <T>(write: boolean, work: (db: Database.Database) => T): T => {
    let db: Database.Database | null = null;
    try {
      if (write) makePath(home);
      db = new Database(file, { timeout: 10_000, readonly: !write });
      if (write) db.exec(TABLE);
      return work(db);
    } catch (failure) {
      throw failure instanceof TapeError ? failure : refsFailure(file, write, failure);
    } finally {
      db?.close();
    }
  };
  const find = (db: Database.Database, tape: string, name: string): Ref | undefined =>
    db.prepare<[string, string], Ref>('SELECT * FROM refs WHERE tape = ? AND name = ?').get(tape, name);
  return {
    list(tape) {
      if (!existsSync(file)) return [];
      return use(false, (db) =>
        db
          .prepare<[string | null, string | null], Ref>('SELECT * FROM refs WHERE ? IS NULL OR tape = ? ORDER BY name, tape')
          .all(tape ?? null, tape ?? null),
      );
    },
    set: (ref) =>
      use(true, (db) =>
        db
          .transaction(() => {
            const before = find(db, ref.tape, ref.name) ?? null;
            db.prepare('INSERT OR REPLACE INTO refs (tape, name, file, seq, step, at) VALUES (@tape, @name, @file, @seq, @step, @at)').run(
              ref,
            );
            return before;
          })
          .immediate(),
      ),
    remove: ({ tape, name }) =>
      use(true, (db) =>
        db
          .transaction(() => {
            const found = find(db, tape, name);
            if (!found) throw new TapeError('not-found', `No ref of this tape is called ${name}. See tape refs.`);
            db.prepare('DELETE FROM refs WHERE tape = ? AND name = ?').run(tape, name);
            return found;
          })
          .immediate(),
      ),
  };
}

const refsFailure = (file: string, write: boolean, failure: unknown): TapeError => {
  const reason = failure instanceof Error ? failure.message : String(failure);
  return new TapeError(
    write ? 'unwritable' : 'unreadable',
    `The names of points in ${file} cannot be ${write ? 'changed' : 'read'}: ${reason}.`,
    {
      path: file,
    },
  );
};
