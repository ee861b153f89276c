import { realpathSync, statSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isDatabaseName } from '../bytes/row-place.ts';
import { openContainer } from '../exchanges/container.ts';
import { holdsRequests } from '../exchanges/in-database.ts';
import { captureIn, looksCaptured } from '../exchanges/names.ts';
import { threadAt, threadPath } from '../exchanges/place.ts';
import type { Listed, Source } from './source.ts';

/** Conversations among captured requests, in a file or a folder that may hold several. */
export const captures: Source = {
  id: 'captures',
  together: true,
  holds: (path) => threadAt(path) !== null,
  list(path) {
    const thread = threadAt(path);
    if (thread !== null) return listed(thread.container).filter((one) => one.path === path);
    if (!isFile(path) || !(looksCaptured(path) || (isDatabaseName(path) && holdsRequests(path)))) return null;
    const tapes = listed(path);
    return tapes.length > 0 || isNamedLhar(path) ? tapes : null;
  },
  empty: (path) =>
    `${path} holds no request to a model.${isNamedLhar(path) ? ' context-lens left out the bodies: with CONTEXT_LENS_PRIVACY=full it exports them.' : ''}`,
  /** What holds it is there, so nothing is below it for the file system. */
  toCome(path) {
    const thread = threadAt(path);
    return thread === null ? null : join(realpathSync.native(thread.container), basename(path));
  },
  ignores: () => null,
  inRanges: () => false,
  unread: ({ size, inode }, known) => (known.inode === inode ? 0 : Math.max(1, size)),
};

const isNamedLhar = (path: string): boolean => /\.lhar(\.json)?$/.test(path);

const isFile = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isFile() === true;

/** The conversations in what holds them, each with its share of the bytes. */
function listed(container: string): Listed[] {
  const opened = openContainer(container);
  const threads = opened.threads();
  const counts = new Map<string, number>();
  for (const key of threads) if (key !== null) counts.set(key, (counts.get(key) ?? 0) + 1);
  return [...counts].map(([key, count]) => ({
    path: threadPath({ container, key }),
    size: Math.round((opened.bytes * count) / Math.max(1, threads.length)),
    ...{ mtime: opened.mtime, inode: opened.stamp },
  }));
}

/** Conversations in a folder. `all`: each of its documents is one of their requests. */
export interface CapturedTapes {
  tapes: Listed[];
  all: boolean;
}

/**
 * The conversations of the folder that holds captures, by the names in a folder: in this one, or the one above it. `documents`: also where its documents
 * look like requests with their answers. Null where there are none.
 */
export function capturedTapes(folder: string, names: readonly string[], documents: boolean): CapturedTapes | null {
  const where = captureIn(names);
  if (where !== null) return tapesIn(where === 'here' ? folder : dirname(folder), false);
  const pairs = documents ? names.filter((name) => name.endsWith('.json') && looksCaptured(join(folder, name))) : [];
  return pairs.length > 1 ? tapesIn(folder, true) : null;
}

const tapesIn = (container: string, all: boolean): CapturedTapes | null => {
  const tapes = listed(container);
  return tapes.length === 0 ? null : { tapes, all };
};
