import { isTapeFolder } from './native-folders.ts';
import { openArchive } from './open-archive.ts';
import { openCaptures } from './open-captures.ts';
import { openDocument } from './open-document.ts';
import { openLogSource } from './open-log.ts';
import { openSqlite } from './open-sqlite.ts';
import { openTapeFolder } from './open-tape-folder.ts';
import type { Opener, Source } from './source.ts';

/**
 * How each kind of source is opened. Not in `Source` itself: whoever only looks whether one has changed loads nothing that reads it. Each is
 * asked for when it is called: a chunk of the bundle that asked for another while it is loaded would get nothing where that one is loaded first.
 */
export const openers: Readonly<Record<Source['id'], Opener>> = {
  log: (path, options) => openLogSource(path, options),
  'json-document': (path, options) => openDocument(path, options),
  sqlite: (path) => openSqlite(path),
  captures: (path) => openCaptures(path),
  'tape-folder': (path, options) => (isTapeFolder(path) ? openTapeFolder(path, options) : openArchive(path)),
};
