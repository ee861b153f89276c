import type { Database as Db } from 'better-sqlite3';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { nameOf, parentOf } from './paths.ts';
import { prepared } from './prepared.ts';

/** Why the database has no folder of this path ('not-found'), in one sentence. */
export function unknownFolder(db: Db, path: string): TapeError {
  const parent = parentOf(path);
  const file = parent !== null && prepared(db, 'SELECT 1 FROM files WHERE folder_path = ? AND name = ?').get(parent, nameOf(path));
  return new TapeError(
    'not-found',
    file
      ? `${path} is a file: contexts are of folders, and its folder is ${parent}.`
      : `The folder ${path} is not in .float/float.db: there is none, or float scan has not seen it yet.`,
  );
}

/** Throws 'not-found' for a folder that the last scan did not see. */
export function requireFolder(db: Db, path: string): void {
  if (prepared(db, 'SELECT 1 FROM folders WHERE path = ? AND gone_at IS NULL').get(path) === undefined) throw unknownFolder(db, path);
}
