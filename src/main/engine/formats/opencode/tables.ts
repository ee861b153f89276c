import { type Columns, type DatabaseShape, hasColumns } from '../database.ts';

const hasEvents = (columns: Columns): boolean =>
  hasColumns(columns, 'event', 'aggregate_id', 'seq', 'type', 'data') && hasColumns(columns, 'event_sequence', 'aggregate_id', 'seq');

/** Whether all of a session is in its events: one that an older version began has rows of state alone. */
const FROM_ITS_BEGINNING =
  "EXISTS (SELECT 1 FROM event WHERE aggregate_id = s.id AND type >= 'session.created' AND type < 'session.created/')";

/** The last event of a session, where its events tell all of it; else what its rows of state were last changed at. */
const stampOf = (events: boolean): string => {
  const state =
    "s.time_updated || '/' || (SELECT count(*) || '/' || coalesce(max(time_updated), 0) FROM part WHERE session_id = s.id) || '/' || (SELECT count(*) || '/' || coalesce(max(time_updated), 0) FROM message WHERE session_id = s.id)";
  return events
    ? `CASE WHEN ${FROM_ITS_BEGINNING} THEN 'event ' || (SELECT seq FROM event_sequence WHERE aggregate_id = s.id) ELSE ${state} END`
    : state;
};

/** Rows of state in the order in which they are sent: the session, and each message with its parts. */
const STATE = `SELECT 1 AS t, rowid AS row, '0' AS at FROM session WHERE id = @key
  UNION ALL SELECT 2, rowid, printf('1 %020d %s', time_created, id) FROM message WHERE session_id = @key
  UNION ALL SELECT 3, p.rowid, printf('1 %020d %s %s', m.time_created, m.id, p.id) FROM part p JOIN message m ON m.id = p.message_id WHERE p.session_id = @key`;

/** By their number alone, so that an index has them in order, and the newest without those before. */
const EVENTS = 'SELECT 0 AS t, rowid AS row, seq AS at FROM event WHERE aggregate_id = @key';

/** The database of OpenCode: since 1.16 each change is an event, before that there are rows of state alone, which are changed in place. */
export const openCodeTables: DatabaseShape = {
  format: 'opencode',
  tables: [
    { name: 'event', owner: 'aggregate_id', json: ['data'] },
    { name: 'session', owner: 'id', json: ['revert', 'permission', 'model', 'metadata', 'summary_diffs'] },
    { name: 'message', owner: 'session_id', json: ['data'] },
    { name: 'part', owner: 'session_id', json: ['data'] },
  ],
  fits: (columns) =>
    hasColumns(columns, 'session', 'id', 'time_updated', 'directory') &&
    hasColumns(columns, 'message', 'id', 'session_id', 'time_created', 'time_updated', 'data') &&
    hasColumns(columns, 'part', 'id', 'message_id', 'session_id', 'time_updated', 'data'),
  tapes(columns) {
    const events = hasEvents(columns);
    const [whole, weight] = events
      ? [FROM_ITS_BEGINNING, 'coalesce((SELECT seq + 1 FROM event_sequence WHERE aggregate_id = s.id), 1)']
      : ['0', '(SELECT count(*) FROM part WHERE session_id = s.id)'];
    return `SELECT s.id AS key, s.time_updated AS time, ${stampOf(events)} AS stamp, ${weight} AS weight, ${whole} AS appended FROM session s`;
  },
  appendedRows: () => EVENTS,
  rows(columns) {
    if (!hasEvents(columns)) return STATE;
    const whole = FROM_ITS_BEGINNING.replace('s.id', '@key');
    return `SELECT * FROM (${EVENTS}) WHERE ${whole} UNION ALL SELECT * FROM (${STATE}) WHERE NOT ${whole}`;
  },
};
