import Database from 'better-sqlite3';
import { asObject, asString } from '../../json.ts';
import type { JsonObject } from '../../values.ts';
import { messageOf, partId, saidIn } from '../record.ts';

/** Tables of OpenCode, with the columns that matter. */
const STATE = `CREATE TABLE session (id TEXT PRIMARY KEY, project_id TEXT, parent_id TEXT, directory TEXT, title TEXT, version TEXT, revert TEXT, time_created INTEGER, time_updated INTEGER);
  CREATE TABLE message (id TEXT PRIMARY KEY, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);
  CREATE TABLE part (id TEXT PRIMARY KEY, message_id TEXT, session_id TEXT, time_created INTEGER, time_updated INTEGER, data TEXT);`;
const EVENTS = `CREATE TABLE event_sequence (aggregate_id TEXT PRIMARY KEY, seq INTEGER);
  CREATE TABLE event (id TEXT PRIMARY KEY, aggregate_id TEXT, seq INTEGER, type TEXT, data TEXT);
  CREATE UNIQUE INDEX event_of ON event (aggregate_id, seq); CREATE INDEX event_type ON event (aggregate_id, type, seq);`;

export interface OpenCodeDatabase {
  db: Database.Database;
  /** Writes events as OpenCode does: each of them, and the state that it leaves. */
  add(events: readonly JsonObject[]): void;
}

/** Makes a database of OpenCode at a path; of a version without events it has the state alone. */
export function openCodeDatabase(path: string, { events = true } = {}): OpenCodeDatabase {
  const db = new Database(path);
  db.pragma('journal_mode = wal');
  db.exec(events ? STATE + EVENTS : STATE);
  const add = db.transaction((records: readonly JsonObject[]) => {
    for (const record of records) put(db, record, events);
  });
  return { db, add };
}

function put(db: Database.Database, record: JsonObject, events: boolean): void {
  const { id, aggregate_id: session, seq, type, data } = record;
  if (events) {
    db.prepare('INSERT INTO event VALUES (?, ?, ?, ?, ?)').run(`${session} ${id}`, session, seq, type, JSON.stringify(data));
    db.prepare('INSERT OR REPLACE INTO event_sequence VALUES (?, ?)').run(session, seq);
  }
  keep(db, record, asString(session));
}

function keep(db: Database.Database, record: JsonObject, session: string | null): void {
  const said = saidIn(record);
  if (said.is === 'session') {
    const { id, parentID = null, directory, title, version, revert = null, time } = said.info;
    const { created, updated } = asObject(time) ?? {};
    const values = [id, 'project', parentID, directory, title, version, revert === null ? null : JSON.stringify(revert), created, updated];
    db.prepare('INSERT OR REPLACE INTO session VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)').run(...values);
  } else if (said.is === 'message') {
    const { id, sessionID: _session, ...data } = said.info;
    const created = asObject(data.time)?.created;
    db.prepare('INSERT OR REPLACE INTO message VALUES (?, ?, ?, ?, ?)').run(id, session, created, created, JSON.stringify(data));
  } else if (said.is === 'part') {
    const { id, messageID, sessionID: _session, ...data } = said.part;
    db.prepare('INSERT OR REPLACE INTO part VALUES (?, ?, ?, ?, ?, ?)').run(
      id,
      messageID,
      session,
      said.time,
      said.time,
      JSON.stringify(data),
    );
  } else if (said.is === 'removed') {
    const message = messageOf(said.id);
    db.prepare('DELETE FROM message WHERE id = ?').run(said.id);
    db.prepare("DELETE FROM part WHERE message_id = ? OR message_id || '/' || id = ?").run(
      message === said.id ? message : null,
      partId(message, said.id.split('/')[1] ?? null),
    );
  }
}
