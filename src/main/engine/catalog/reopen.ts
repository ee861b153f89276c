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
  try {
    return db?.prepare<[], string>('SELECT path FROM sources').pluck().all() ?? [];
  } catch {
    return [];
  }
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

/** Opens again what a deleted catalog knew, as far as it is still there; then the list is done with. */
export const reopen = async (home: string, open: (paths: string[]) => Promise<unknown>): Promise<void> => {
  const paths = stored(home).filter((path) => existsSync(path));
  if (paths.length > 0) await open(paths);
  rmSync(fileIn(home), { force: true });
};
