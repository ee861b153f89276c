import { existsSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';

/**
 * A catalog that is made anew forgets which logs were opened by hand: what stands below the folders of the settings comes back by
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

const stored = (home: string): string[] => {
  try {
    const paths: unknown = JSON.parse(readFileSync(fileIn(home), 'utf8'));
    return Array.isArray(paths) ? paths.filter((path) => typeof path === 'string') : [];
  } catch {
    return [];
  }
};

/** Keeps the paths of a catalog that is about to be deleted. */
export const keepPaths = (home: string, db: Database | null): void => {
  const paths = [...new Set([...stored(home), ...pathsIn(db)])];
  if (paths.length === 0) return;
  writeFileSync(`${fileIn(home)}.new`, JSON.stringify(paths));
  renameSync(`${fileIn(home)}.new`, fileIn(home));
};

/** What is to be opened again. */
const waiting = (home: string): string[] => stored(home).filter((path) => existsSync(path));

/** Whether a deleted catalog left something to be opened again. */
export const isWaiting = (home: string): boolean => existsSync(fileIn(home));

/** Opens again what a deleted catalog knew, as far as it is still there; then the list is done with. */
export const reopen = async (home: string, open: (paths: string[]) => Promise<unknown>): Promise<void> => {
  const paths = waiting(home);
  if (paths.length > 0) await open(paths);
  rmSync(fileIn(home), { force: true });
};
