import { type Handle, sql } from './handle.ts';
import { type FileEnd, fileRow, type Head, headOf, metaOf } from './index-entry.ts';
import type { Db } from './index-schema.ts';
import { newestPhase, type Phase } from './phases.ts';

/**
 * How a writer finds the index. What it left there itself it knows, as long as no other connection has written since: SQLite counts that, and to ask for
 * the count is one look-up in place of eight.
 */
export interface Left {
  /** SQLite's count of what other connections have committed. */
  readonly version: number;
  readonly head: Head;
  readonly newest: Phase | null;
  /** The stamp of the folders that the index knows. */
  readonly phases: string | null;
  /** Ends of files that were asked for, by path. */
  readonly files: Map<string, FileEnd>;
}

const kept = new WeakMap<Db, Left>();

/** Under the lock. A fork looks each time, since a part of what it goes on from is in its parent. */
export const leftAt = (handle: Handle): Left => {
  const version = sql<[], { data_version: number }>(handle, 'PRAGMA data_version').get()?.data_version ?? 0;
  const known = kept.get(handle.db);
  if (known?.version === version && handle.fork === null) return known;
  return { version, head: headOf(handle), newest: newestPhase(handle), phases: metaOf(handle, 'phases'), files: new Map() };
};

/** After a commit: what this connection has left. Null where it is to be looked up, as before whatever may fail. */
export const keepLeft = ({ db }: Handle, left: Left | null): void => {
  if (left === null) kept.delete(db);
  else kept.set(db, left);
};

export const endOf = (handle: Handle, { files }: Left, path: string): FileEnd => {
  const known = files.get(path);
  if (known !== undefined) return known;
  const end = fileRow(handle, path);
  files.set(path, end);
  return end;
};
