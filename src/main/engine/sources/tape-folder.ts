import { existsSync, realpathSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { isNativeFolder, isTapeFolder, seenOf, sizeSeen, tapesAt } from './native-folders.ts';
import type { Source } from './source.ts';

/** The folder of a native tape, alive or archived. */
export const tapeFolder: Source = {
  id: 'tape-folder',
  together: false,
  holds: isNativeFolder,
  list: (path) => tapesAt(path)?.map((tape) => ({ path: tape, ...seenOf(tape) })) ?? null,
  empty: () => 'The workspace holds no tape yet.',
  /** A fork gets its index with its first entry; until then the path of the index means the fork all the same. */
  toCome(path) {
    if (basename(path) !== 'index.db' || existsSync(path) || !isTapeFolder(dirname(path))) return null;
    return join(realpathSync.native(dirname(path)), 'index.db');
  },
  ignores: () => null,
  inRanges: () => false,
  /** How much it has grown shows in its index; the tape itself tells what is new. */
  unread: ({ size, mtime, inode }, known) =>
    known.mtime === mtime && known.inode === inode ? 0 : Math.max(1, size - sizeSeen(known.inode)),
};
