import { type Columns, type DatabaseShape, hasColumns } from '../database.ts';
import { unpack } from './unpack.ts';

/** Checkpoints have ids that are in order of time; the writes of a checkpoint follow it. */
const WRITES =
  "UNION ALL SELECT 1, rowid, checkpoint_id || ' 1 ' || checkpoint_ns || ' ' || task_id || printf(' %06d', idx + 1000) FROM writes WHERE thread_id = @key";

const hasWrites = (columns: Columns): boolean =>
  hasColumns(columns, 'writes', 'thread_id', 'checkpoint_ns', 'checkpoint_id', 'task_id', 'idx', 'channel');

/** The database of a saver for checkpoints: a tape for each thread, with the graphs in its nodes. */
export const langGraphTables: DatabaseShape = {
  format: 'langgraph',
  tables: [
    { name: 'checkpoints', owner: 'thread_id', packed: ['checkpoint', 'metadata'], unpack },
    { name: 'writes', owner: 'thread_id', packed: ['value'], unpack },
  ],
  fits: (columns) =>
    hasColumns(columns, 'checkpoints', 'thread_id', 'checkpoint_ns', 'checkpoint_id', 'parent_checkpoint_id', 'checkpoint', 'metadata'),
  tapes(columns) {
    const writes = hasWrites(columns) ? '(SELECT count(*) FROM writes w WHERE w.thread_id = c.thread_id)' : '0';
    return `SELECT thread_id AS key, 0 AS time, max(checkpoint_id) || '/' || count(*) || '/' || ${writes} AS stamp, count(*) + ${writes} AS weight,
      0 AS appended FROM checkpoints c GROUP BY thread_id`;
  },
  rows: (columns) =>
    `SELECT 0 AS t, rowid AS row, checkpoint_id || ' 0 ' || checkpoint_ns AS at FROM checkpoints WHERE thread_id = @key ${hasWrites(columns) ? WRITES : ''}`,
};
