import { type Columns, type DatabaseShape, hasColumns } from '../database.ts';

/** Differs where messages are added, replaced by a compaction, or hidden in place. */
const stampOf = (columns: Columns): string => {
  const hidden = columns.get('messages')?.has('metadata_json') ? 'coalesce(sum(length(m.metadata_json)), 0)' : '0';
  return `s.updated_at || '/' || (SELECT count(*) || '/' || coalesce(max(m.id), 0) || '/' || ${hidden} FROM messages m WHERE m.session_id = s.id)`;
};

/** The database of Goose: a row for each session, and one for each of its messages. */
export const gooseTables: DatabaseShape = {
  format: 'goose',
  tables: [
    { name: 'sessions', owner: 'id', json: ['extension_data', 'recipe_json', 'user_recipe_values_json', 'model_config_json'] },
    { name: 'messages', owner: 'session_id', json: ['content_json', 'metadata_json'] },
  ],
  fits: (columns) =>
    hasColumns(columns, 'sessions', 'id', 'working_dir', 'updated_at') &&
    hasColumns(columns, 'messages', 'id', 'session_id', 'role', 'content_json', 'created_timestamp'),
  tapes: (columns) => `SELECT s.id AS key, coalesce(unixepoch(s.updated_at), 0) * 1000 AS time, ${stampOf(columns)} AS stamp,
    (SELECT count(*) FROM messages WHERE session_id = s.id) AS weight, 0 AS appended FROM sessions s`,
  rows: () => `SELECT 0 AS t, rowid AS row, 0 AS at FROM sessions WHERE id = @key
    UNION ALL SELECT 1, rowid, id FROM messages WHERE session_id = @key`,
};
