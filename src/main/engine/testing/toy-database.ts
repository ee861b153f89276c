import Database from 'better-sqlite3';
import type { DatabaseShape } from '../formats/database.ts';

/** A database of toys: each row is a record of the format of `toy-format.ts`. Tapes with a name that ends in `!` are changed in place. */
export const toyShape: DatabaseShape = {
  format: 'toy',
  tables: [
    { name: 'words', owner: 'tape' },
    { name: 'lists', owner: 'tape', json: ['items'] },
  ],
  fits: (columns) => columns.get('words')?.has('toy') === true,
  tapes: () =>
    "SELECT tape AS key, 0 AS time, max(no) || '.' || total(changed) AS stamp, count(*) AS weight, tape NOT LIKE '%!' AS appended FROM words GROUP BY tape",
  rows: () =>
    'SELECT 0 AS t, rowid AS row, no AS at FROM words WHERE tape = @key UNION ALL SELECT 1 AS t, rowid AS row, no AS at FROM lists WHERE tape = @key',
};

export interface ToyDatabase {
  db: Database.Database;
  say(tape: string, ...texts: string[]): void;
}

/** Makes a database of toys at a path, and writes to it until it is closed. */
export function toyDatabase(path: string, journal: 'wal' | 'delete' = 'wal'): ToyDatabase {
  const db = new Database(path);
  db.pragma(`journal_mode = ${journal}`);
  db.exec(`CREATE TABLE IF NOT EXISTS words (no INTEGER, tape TEXT, toy TEXT, text TEXT, changed INTEGER DEFAULT 0);
    CREATE TABLE IF NOT EXISTS lists (no INTEGER, tape TEXT, toy TEXT, items TEXT);
    CREATE INDEX IF NOT EXISTS words_of ON words (tape, no)`);
  const next = db.prepare('SELECT coalesce(max(no), 0) + 1 FROM words WHERE tape = ?').pluck();
  const put = db.prepare("INSERT INTO words (no, tape, toy, text) VALUES (?, ?, 'say', ?)");
  return {
    db,
    say: db.transaction((tape: string, ...texts: string[]) => {
      for (const text of texts) put.run(next.get(tape), tape, text);
    }),
  };
}
