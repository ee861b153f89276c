import type { Database as Db } from 'better-sqlite3';
import type { Tier } from '../../../shared/model/float.ts';
import { prepared } from './prepared.ts';

/** Raised with every change to the text of context files: those of another format are stale. */
export const FORMAT = 6;

/** What the database notes about itself: the format of the last build, the time of the last scan, that texts were ever generated, how often anything changed. */
type Key = 'format' | 'scanned_at' | 'generated' | 'changes' | 'lacks' | `built_${Tier}`;

export function getMeta(db: Db, key: Key): string | null {
  return (prepared(db, 'SELECT value FROM meta WHERE key = ?').pluck().get(key) as string | undefined) ?? null;
}

export function setMeta(db: Db, key: Key, value: string): void {
  prepared(db, 'INSERT INTO meta VALUES (?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value').run(key, value);
}

/** Raised whenever a folder comes to lack a context: it is new, or its context was removed. */
export function countLack(db: Db): void {
  setMeta(db, 'lacks', String(lacksSoFar(db) + 1));
}

export function lacksSoFar(db: Db): number {
  return Number(getMeta(db, 'lacks') ?? 0);
}

/** Raised by every change to what contexts are made of, in its transaction: what was read at one number still holds at the same. */
export function countChange(db: Db): void {
  setMeta(db, 'changes', String(changesSoFar(db) + 1));
}

export function changesSoFar(db: Db): number {
  return Number(getMeta(db, 'changes') ?? 0);
}
