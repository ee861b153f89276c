import type { Database as Db } from 'better-sqlite3';

/** Raised with every change to the text of context files: those of another format are stale. */
export const FORMAT = 1;

/** What the database notes about itself: the format of the last build, the time of the last scan. */
export const getMeta = (db: Db, key: 'format' | 'scanned_at'): string | null =>
  (db.prepare('SELECT value FROM meta WHERE key = ?').pluck().get(key) as string | undefined) ?? null;

export const setMeta = (db: Db, key: 'format' | 'scanned_at', value: string): void => {
  db.prepare('INSERT INTO meta VALUES (?, ?) ON CONFLICT(key) DO UPDATE SET value = excluded.value').run(key, value);
};
