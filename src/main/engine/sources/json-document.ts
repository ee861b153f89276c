import { fstatSync } from 'node:fs';
import { closeLog, openLogOrNull } from '../bytes/packed.ts';
import { isAgentDocument, isDocumentName, isLineLog } from './candidates.ts';
import { isDocumentOfSome } from './detect.ts';
import { seenDocument } from './document-seen.ts';
import { JsonCursor } from './json-cursor.ts';
import type { Source } from './source.ts';

/** A JSON document, whatever it is called: of other names than those of logs the first bytes decide. */
export const jsonDocument: Source = {
  id: 'json-document',
  together: true,
  holds: (path) => !isLineLog(path) && (lookInto(path, isOneDocument) ?? isDocumentName(path)),
  list: () => null,
  empty: (path) => `${path} is not a document with a session in it.`,
  toCome: () => null,
  inRanges: () => false,
  seen: seenDocument,
  /** A folder may hold any number of documents that have nothing to do with agents: those that nobody named are passed over without a word. */
  ignores: ({ path, size, named, known }) => {
    if (named || known || (isAgentDocument(path) && size > 0)) return null;
    return lookInto(path, (file, bytes) => isDocumentOfSome(path, file, bytes)) ? null : '';
  },
  unread: ({ size, mtime, inode }, known) =>
    known.size === size && known.mtime === mtime && known.inode === inode ? 0 : Math.max(1, size),
};

/** What a look into a file finds; null where it cannot be opened, and where the look throws. */
const lookInto = <T>(path: string, look: (file: number, size: number) => T): T | null => {
  const file = openLogOrNull(path);
  if (file === null) return null;
  try {
    return look(file, fstatSync(file).size);
  } catch {
    return null;
  } finally {
    closeLog(file);
  }
};

/** A first value that is no longer than this shows what comes after it. */
const LOOK = 1 << 20;
const CHUNK = 64 << 10;
const OPEN_LIST = 0x5b;
const OPEN_OBJECT = 0x7b;
const END = -1;

/** Whether a file is one JSON document and not a record per line; null where its beginning does not tell. */
const isOneDocument = (file: number, size: number): boolean | null => {
  const cursor = new JsonCursor(file, Math.min(size, LOOK), CHUNK);
  const first = cursor.skipMark();
  if (first !== OPEN_OBJECT) return first === END ? null : first === OPEN_LIST;
  const { line } = cursor.mark();
  const whole = cursor.skipValue();
  if (cursor.mark().line > line) return true;
  return whole && cursor.skipSpace() !== END ? false : null;
};
