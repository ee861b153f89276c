import { isPacked, plainPath } from '../bytes/packed.ts';
import { formats } from '../formats/index.ts';
import type { Source } from './source.ts';

/** A file of lines, compressed or not. Nobody else's folders are known to it: `scan` walks through them. */
export const log: Source = {
  id: 'log',
  together: true,
  holds: () => true,
  list: () => null,
  empty: (path) => `${path} is not a log.`,
  toCome: () => null,
  inRanges: (path) => !isPacked(path),
  /**
   * Files that a format knows to be no tapes of their own, and empty ones where a folder was searched. What the catalog knows is a tape: to ask would
   * load the readers of all agents.
   */
  ignores({ path, size, named, known }) {
    const plain = plainPath(path);
    const all = known ? [] : formats();
    const reason = all.map((format) => format.locate(plain).ignore).find((why) => why !== undefined);
    return reason ?? (size === 0 && !named ? '' : null);
  },
  unread({ path, size, mtime, inode }, known) {
    // The size of what is compressed says nothing of what it holds.
    if (isPacked(path)) return known.mtime === mtime && known.inode === inode ? 0 : Math.max(1, size);
    const same = known.size === size && known.mtime === mtime && known.inode === inode;
    const grown = size > known.offset && known.inode === inode;
    return same || grown ? size - known.offset : Math.max(1, size);
  },
};
