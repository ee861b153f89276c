import { isTapeFolder } from './native-folders.ts';
import { openArchive } from './open-archive.ts';
import { openLogSource } from './open-log.ts';
import { openTapeFolder } from './open-tape-folder.ts';
import type { Opener, Source } from './source.ts';

/** How each kind of source is opened. Not in `Source` itself: whoever only looks whether one has changed loads nothing that reads it. */
export const openers: Readonly<Record<Source['id'], Opener>> = {
  log: openLogSource,
  'tape-folder': (path, options) => (isTapeFolder(path) ? openTapeFolder(path, options) : openArchive(path)),
};
