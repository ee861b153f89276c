import type { Columns, DatabaseShape } from '../database.ts';

const NEEDED = ['tape_id', 'timestamp', 'length', 'metadata', 'context', 'steps'];

/**
 * The table of tapes in the database of a program. A row is a whole tape, and is written once. Facts: https://github.com/ServiceNow/TapeAgents
 * (`sqlite_store_tape` in `tapeagents/observe.py`).
 */
export const tapeAgentsTables: DatabaseShape = {
  format: 'tapeagents',
  tables: [{ name: 'Tapes', owner: 'tape_id', json: ['metadata', 'context', 'steps'] }],
  fits: (columns: Columns) => NEEDED.every((name) => columns.get('Tapes')?.has(name) === true),
  tapes: () => `SELECT tape_id AS key, coalesce(unixepoch(timestamp), 0) * 1000 AS time,
    coalesce(timestamp, '') || '/' || coalesce(length(metadata), 0) || '/' || coalesce(length(steps), 0) AS stamp,
    coalesce(length(steps), 0) + 1 AS weight, 0 AS appended FROM Tapes WHERE typeof(tape_id) = 'text'`,
  rows: () => 'SELECT 0 AS t, rowid AS row, 0 AS at FROM Tapes WHERE tape_id = @key',
};
