import { closeSync, constants, fstatSync, openSync, readSync, realpathSync } from 'node:fs';
import { join } from 'node:path';
import { codeOf } from '../disk/disk.ts';
import type { FileText } from './extract.ts';
import type { Float } from './float.ts';
import { childOf, ROOT } from './paths.ts';
import { prepared } from './prepared.ts';

/** As much of a file as says what it is. */
const HEAD = 64 * 1024;
export const MOST_FILES = 2000;
const buffer = Buffer.allocUnsafe(HEAD);

/** Whether no folder on the way there is a link by now. */
const isInPlace = ({ root }: Float, path: string): boolean => {
  try {
    return realpathSync(root + path) === (path === ROOT ? realpathSync(root) : join(realpathSync(root), path));
  } catch {
    return false;
  }
};

/** The beginnings of a folder's files that are texts, by the names that the last scan saw. */
export function readTexts(float: Float, path: string): FileText[] {
  if (!isInPlace(float, path)) return [];
  const names = prepared(float.db, 'SELECT name FROM files WHERE folder_path = ? ORDER BY name LIMIT ?')
    .pluck()
    .all(path, MOST_FILES) as string[];
  return names.flatMap((name) => {
    const text = readHead(float.root + childOf(path, name));
    return text === null ? [] : [{ name, text }];
  });
}

/** Since the scan a link may have come into the place of a file, which is not followed, or a pipe, which is not waited for. Windows has neither flag. */
const AS_IT_IS = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0);

/** null for what is not text, or no longer there. */
const readHead = (path: string): string | null => {
  try {
    const file = openSync(path, AS_IT_IS);
    try {
      if (!fstatSync(file).isFile()) return null;
      const bytes = buffer.subarray(0, readSync(file, buffer, 0, HEAD, 0));
      return bytes.includes(0) ? null : bytes.toString('utf8').replaceAll('\r\n', '\n');
    } finally {
      closeSync(file);
    }
  } catch (error) {
    if (codeOf(error) === '') throw error;
    return null;
  }
};
