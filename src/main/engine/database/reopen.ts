import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import { diskReason } from '../../../shared/rpc/disk-reasons.ts';
import { isThere } from '../bytes/row-place.ts';
import { codeOf, replaceFile } from '../disk/disk.ts';

/**
 * A catalog that is rebuilt forgets which logs were opened by hand: what is below the folders of the settings comes back by
 * itself, the others would not. So their paths outlive it in a small file, until a window or a server has opened them again.
 */
const fileIn = (home: string): string => join(home, 'reopen.json');

/** Paths that the catalog knows; none where it is too damaged to tell. Every version of it has had this table. */
const pathsIn = (db: Database | null): string[] => {
  const paths: string[] = [];
  // The table and its index are on other pages: what one cannot tell any more the other may.
  for (const sql of ['SELECT path FROM sources NOT INDEXED', 'SELECT path FROM sources ORDER BY path'])
    try {
      for (const path of db?.prepare<[], string>(sql).pluck().iterate() ?? []) paths.push(path);
    } catch {
      // As far as it can be read.
    }
  return paths;
};

/** None where there is no such list, or nobody can tell what is in it. Throws the disk's error if it is there but cannot be read: it must not be discarded then. */
const stored = (home: string): string[] => {
  try {
    const paths: unknown = JSON.parse(readFileSync(fileIn(home), 'utf8'));
    return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
  } catch (failure) {
    if (['', 'ENOENT', 'EISDIR'].includes(codeOf(failure))) return [];
    throw failure;
  }
};

/** Keeps the paths of a catalog that is about to be deleted. */
export function keepPaths(home: string, db: Database | null): void {
  const paths = [...new Set([...stored(home), ...pathsIn(db)])];
  if (paths.length === 0) return;
  replaceFile(fileIn(home), JSON.stringify(paths));
}

/** What is to be opened again. */
const waiting = (home: string): string[] => stored(home).filter(isThere);

/** Whether a deleted catalog left something to be opened again. */
export function isWaiting(home: string): boolean {
  return existsSync(fileIn(home));
}

/** What came of opening it. */
interface Reopened {
  refused: { path: string; reason: string }[];
  cancelled?: boolean;
}

/** Reasons that may be over at the next start, as sentences have them: a log that is refused for one of them is still one. */
const PASSING = ['EMFILE', 'EIO', 'ENOMEM', 'EBUSY', 'ESTALE', 'ENOTCONN', 'SQLITE_BUSY'].flatMap((code) => diskReason(code) ?? []);

const isPassing = ({ reason }: Reopened['refused'][number]): boolean => PASSING.some((why) => reason.includes(why));

/**
 * Opens again what a deleted catalog knew, as far as it is still there; then the list is done with. What was not read, because the reading was
 * stopped or the disk would not have it, stays on the list.
 */
export async function reopen(home: string, open: (paths: string[]) => Promise<Reopened>): Promise<void> {
  const paths = waiting(home);
  const { refused, cancelled } = paths.length > 0 ? await open(paths) : { refused: [] };
  if (cancelled) return;
  const left = refused.filter(isPassing).map(({ path }) => path);
  if (left.length > 0) replaceFile(fileIn(home), JSON.stringify(left));
  else remove(home);
}

const remove = (home: string): void => {
  try {
    rmSync(fileIn(home), { force: true });
  } catch (failure) {
    // All is read: the next start looks at it again, and finds nothing new.
    if (codeOf(failure) === '') throw failure;
  }
};
