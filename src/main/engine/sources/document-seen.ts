import { type Stats, statSync } from 'node:fs';
import { sessionFiles } from '../bytes/session-files.ts';
import type { Seen } from '../storing/reading.ts';

/** What shows cheaply whether a document was written to, or another one of its session. */
export function seenDocument(path: string, found: Stats): Seen {
  const { size, mtimeMs: mtime, dev, ino } = found;
  const others = (sessionFiles(path) ?? []).filter((file) => file !== path);
  if (others.length === 0) return { size, mtime, inode: `${dev}:${ino}` };
  const stats = others.flatMap((file) => statSync(file, { throwIfNoEntry: false }) ?? []);
  return {
    size: stats.reduce((sum, other) => sum + other.size, size),
    mtime: stats.reduce((newest, other) => Math.max(newest, other.mtimeMs), mtime),
    inode: `${dev}:${ino}:${stats.length}`,
  };
}
