import { realpathSync, statSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { isArchiveName, isDatabaseName, isYamlName, rowTapeAt } from '../bytes/row-place.ts';
import { isDatabase } from '../disk/foreign.ts';
import { holdsRequests } from '../exchanges/in-database.ts';
import { captures } from './captures.ts';
import { jsonDocument } from './json-document.ts';
import { log } from './log.ts';
import { tapesInDatabase } from './row-tapes.ts';
import type { Source } from './source.ts';
import { tapeFolder } from './tape-folder.ts';

/** It is read as a database is, and is none. */
const isPlain = (path: string): boolean => isArchiveName(path) || isYamlName(path);

/** A tape among the rows of another program's database. */
const sqlite: Source = {
  id: 'sqlite',
  together: true,
  holds: (path) => rowTapeAt(path) !== null,
  list(path) {
    const tape = rowTapeAt(path);
    if (tape !== null) return tapesInDatabase(tape.file, tape.key);
    if (!isDatabaseName(path) || !(isPlain(path) ? statSync(path).isFile() : isDatabase(path))) return null;
    try {
      const tapes = tapesInDatabase(path);
      // What a program keeps of its requests may be all that it keeps.
      return tapes.length === 0 && holdsRequests(path) ? null : tapes;
    } catch (failure) {
      // It may be what a proxy has captured, in rows.
      if (failure instanceof TapeError && failure.code === 'not-a-log' && holdsRequests(path)) return null;
      throw failure;
    }
  },
  empty: (path) => `${path} holds no session yet.`,
  /** The database is a file, so nothing is below it for the file system. */
  toCome(path) {
    const tape = rowTapeAt(path);
    return tape === null ? null : join(realpathSync.native(tape.file), path.slice(dirname(path).length + 1));
  },
  ignores: () => null,
  inRanges: (path) => !isPlain(dirname(path)),
  /** Only the database knows what became of its rows. */
  unread: ({ size, inode }, known) => (known.inode === inode ? 0 : Math.max(1, size - known.offset)),
};

/** All kinds of sources. What no other kind holds is a log, or nothing. */
export const sources: readonly Source[] = [tapeFolder, sqlite, captures, jsonDocument, log];

export function sourceAt(path: string): Source {
  return sources.find((source) => source.holds(path)) ?? log;
}
