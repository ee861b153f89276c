import { lstatSync, readFileSync, type Stats, statSync } from 'node:fs';
import { join } from 'node:path';
import Database, { type Database as Db } from 'better-sqlite3';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { codeOf, isDamage, writeFailure } from '../disk/disk.ts';

// Where a project keeps what float knows about it, and what can be wrong there.

/** undefined also where something above it is not a folder. */
const statOf = (path: string, stat: typeof lstatSync = lstatSync): Stats | undefined => {
  try {
    return stat(path);
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes(codeOf(error))) return undefined;
    throw error;
  }
};

/**
 * Throws 'not-found' for a project that is not a folder and, unless it is to be made, for one without a database; 'refused' for a link, since
 * context files stay in the project, and for anything else in the place of the folder or of the database.
 */
export function requirePlace(project: string, folder: string, create: boolean): void {
  if (statOf(project, statSync)?.isDirectory() !== true) throw new TapeError('not-found', `There is no folder ${project}.`);
  for (const path of [folder, join(folder, 'context')])
    if (statOf(path)?.isSymbolicLink()) throw new TapeError('refused', `${path} is a link: context files stay in the project.`);
  if (statOf(folder)?.isDirectory() === false)
    throw new TapeError('refused', `${folder} is not a folder, and float stores its database there.`);
  const database = statOf(join(folder, 'float.db'));
  if (database === undefined && !create)
    throw new TapeError('not-found', `There is no .float/float.db in ${project}: make one with float init.`);
  if (database?.isDirectory()) throw new TapeError('refused', `${join(folder, 'float.db')} is a folder, and no database.`);
}

/** What SQLite or the disk refuses about a project, as one sentence; anything else as it is. */
export function floatFailure(error: unknown, folder: string): unknown {
  if (!isDamage(error)) return writeFailure(error, folder);
  const file = join(folder, 'float.db');
  return new TapeError('unreadable', `${file} is damaged or no database: move it aside, and float init makes a new one.`);
}

/**
 * A database that is only to be read, in memory where nothing is pending: SQLite would leave files next to one with a log, or fail where
 * that may not be. Throws what the disk and SQLite throw.
 */
export function loadDatabase(file: string): Db {
  if ((statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0) > 0)
    return new Database(file, { readonly: true, fileMustExist: true });
  const bytes = readFileSync(file);
  // Read and write version of the file: 2 is a write-ahead log, which memory has not.
  for (const at of [18, 19]) if (bytes[at] === 2) bytes[at] = 1;
  return new Database(bytes, { readonly: true });
}
