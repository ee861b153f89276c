import type Database from 'better-sqlite3';
import { guardTables, passGuards } from './index-guards.ts';

export type Db = Database.Database;

/** Raised with every change of the tables or of what goes into them; an older index is rebuilt from the files. */
export const INDEX_SCHEMA = 3;

/**
 * The index of one tape: where each line is. The first eight columns of `entries` and their four indexes are the seed's; the
 * words of the lines are in a contentless index, so that a hit is always read from the line itself. Every page that an append touches
 * is written to SQLite's log, so counts are kept where the size of the file is kept anyway, and words come in pieces (word-index.ts).
 */
const TABLES = `
  CREATE TABLE entries (
    id INTEGER PRIMARY KEY, kind TEXT NOT NULL, anchor_name TEXT NOT NULL, anchor_seq INTEGER NOT NULL,
    file_path TEXT NOT NULL, line_offset INTEGER, created_at TEXT NOT NULL, summary TEXT,
    byte_offset INTEGER NOT NULL, byte_length INTEGER NOT NULL, chars INTEGER NOT NULL,
    digest BLOB NOT NULL, chain BLOB NOT NULL, corrects INTEGER);
  CREATE INDEX idx_entries_kind ON entries (kind);
  CREATE INDEX idx_entries_anchor ON entries (anchor_name);
  CREATE INDEX idx_entries_created ON entries (created_at);
  CREATE INDEX idx_entries_summary ON entries (summary);
  CREATE INDEX idx_entries_phase ON entries (anchor_seq);
  CREATE INDEX idx_entries_corrects ON entries (corrects) WHERE corrects IS NOT NULL;
  CREATE VIRTUAL TABLE entries_fts USING fts5 (text, content = '', columnsize = 0, tokenize = 'unicode61');
  CREATE TABLE anchors (
    seq INTEGER PRIMARY KEY, name TEXT NOT NULL, id INTEGER NOT NULL, at TEXT NOT NULL, folder TEXT NOT NULL);
  CREATE INDEX idx_anchors_name ON anchors (name);
  CREATE INDEX idx_anchors_id ON anchors (id);
  CREATE TABLE calls (call_id TEXT NOT NULL, id INTEGER NOT NULL, PRIMARY KEY (call_id, id)) WITHOUT ROWID;
  CREATE TABLE forks (
    name TEXT PRIMARY KEY, id INTEGER NOT NULL, start INTEGER NOT NULL, at TEXT NOT NULL, who TEXT NOT NULL, note TEXT,
    prefix TEXT NOT NULL, merged INTEGER) WITHOUT ROWID;
  CREATE TABLE files (
    path TEXT PRIMARY KEY, bytes INTEGER NOT NULL, lines INTEGER NOT NULL, entries INTEGER NOT NULL, chars INTEGER NOT NULL) WITHOUT ROWID;
  CREATE TABLE meta (key TEXT PRIMARY KEY, value TEXT NOT NULL) WITHOUT ROWID;
`;

/** Makes the tables in an empty database. */
export function createTables(db: Db, generation: string): void {
  passGuards(db);
  db.exec(TABLES);
  const put = db.prepare('INSERT INTO meta (key, value) VALUES (?, ?)');
  put.run('schema', String(INDEX_SCHEMA));
  put.run('generation', generation);
  guardTables(db);
  db.pragma(`user_version = ${INDEX_SCHEMA}`);
}

/** Empties the index within a transaction. Whoever waits for the lock on this file continues with it. */
export function wipeTables(db: Db, generation: string): void {
  const names = db
    .prepare<[], string>(
      "SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'entries_fts_%' AND name NOT LIKE 'sqlite_%'",
    )
    .pluck()
    .all();
  for (const name of names) db.exec(`DROP TABLE "${name.replaceAll('"', '""')}"`);
  createTables(db, generation);
}
