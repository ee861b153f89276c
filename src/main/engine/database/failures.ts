import { statSync } from 'node:fs';
import { join } from 'node:path';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { codeOf } from '../disk/disk.ts';

/** Why nothing can be kept in a folder, by the start of the code of the failure. */
const REASONS: readonly (readonly [codes: readonly string[], reason: string])[] = [
  [['ENOSPC', 'EDQUOT', 'SQLITE_FULL'], 'the disk is full'],
  [['EEXIST', 'ENOTDIR'], 'it is not a folder'],
  [['EACCES', 'EPERM', 'EROFS', 'ENOENT', 'SQLITE_CANTOPEN', 'SQLITE_READONLY', 'SQLITE_PERM'], 'nothing can be written there'],
  [['SQLITE_IOERR'], 'the disk answers with an error'],
  [['SQLITE_BUSY', 'SQLITE_LOCKED'], 'another program has locked it for too long'],
];

/**
 * A failure of Tapescope's own folder as a sentence that says what to do. Null for a failure of any other kind. Call it only
 * with what the folder or the database in it threw: a source that cannot be read has codes of the same names.
 */
export function homeFailure(home: string, failure: unknown): TapeError | null {
  if (isFolder(join(home, 'catalog.db'))) return sentenceOf(home, 'catalog.db in it is a folder');
  const code = codeOf(failure);
  const reason = REASONS.find(([codes]) => codes.some((start) => code.startsWith(start)))?.[1];
  if (reason === undefined) return null;
  return sentenceOf(home, reason);
}

const sentenceOf = (home: string, reason: string): TapeError =>
  new TapeError('unreadable', `Tapescope cannot keep its catalog in ${home}: ${reason}. TAPESCOPE_HOME can name another folder.`, {
    path: home,
  });

const isFolder = (path: string): boolean => {
  try {
    return statSync(path).isDirectory();
  } catch {
    return false;
  }
};
