import Database from 'better-sqlite3';
import type { JsonObject } from '../../values.ts';

const TABLES = `CREATE TABLE sessions (id TEXT PRIMARY KEY, name TEXT, description TEXT, session_type TEXT, working_dir TEXT, created_at TIMESTAMP,
    updated_at TIMESTAMP, accumulated_total_tokens INTEGER, model_config_json TEXT);
  CREATE TABLE messages (id INTEGER PRIMARY KEY AUTOINCREMENT, message_id TEXT, session_id TEXT, role TEXT, content_json TEXT, created_timestamp INTEGER,
    metadata_json TEXT);`;

const SEEN = { userVisible: true, agentVisible: true };

/** Makes a database of Goose at a path, with one session to which messages are added. */
export function gooseDatabase(path: string, session = '20260105_1') {
  const db = new Database(path);
  db.exec(TABLES);
  db.prepare(
    `INSERT INTO sessions VALUES (?, 'Grind corn', '', 'user', '/mill', '2026-01-05 09:00:00', '2026-01-05 09:00:00', 900, '{"model_name":"m-1"}')`,
  ).run(session);
  const message = db.prepare(
    'INSERT INTO messages (session_id, role, content_json, created_timestamp, metadata_json) VALUES (?, ?, ?, 1767603600, ?)',
  );
  const add = (role: string, content: JsonObject[], metadata: JsonObject = SEEN) =>
    message.run(session, role, JSON.stringify(content), JSON.stringify(metadata));
  return { db, add };
}
