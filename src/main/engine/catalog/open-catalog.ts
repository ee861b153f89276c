import { statSync } from 'node:fs';
import { closeSums, isAsLeft, judgeAgain } from '../database/page-sums.ts';
import { keepPaths } from '../database/reopen.ts';
import { catalogFile, type Db, openDatabase } from '../database/schema.ts';
import { createCatalog } from './read.ts';
import type { Catalog } from './types.ts';

/** Whether a catalog is what was written; 'replaced' where another process has put another one in its place. */
export type Soundness = 'sound' | 'damaged' | 'replaced';

/** The index of one home folder, open. */
export interface CatalogStore {
  readonly home: string;
  readonly db: Db;
  readonly catalog: Catalog;
  /** Says so where the catalog had to be rebuilt. */
  readonly note: string | null;
  /** Two looks at the file system, unless somebody else wrote to the catalog or `sure` asks for all its pages. */
  soundness(sure: boolean): Soundness;
  /** Keeps the paths of all sources for the catalog after this one. */
  keepPaths(): void;
  close(): void;
}

/** Opens the catalog in `home`, making it where there is none. */
export function openCatalog(home: string): CatalogStore {
  const { db, note } = openDatabase(home);
  const file = catalogFile(home);
  const inode = inodeOf(file);
  return {
    home,
    db,
    catalog: createCatalog(db),
    note,
    soundness(sure) {
      const now = inodeOf(file);
      if (now !== inode) return now === null ? 'damaged' : 'replaced';
      if (!sure && isAsLeft(file)) return 'sound';
      return judgeAgain(file, sure) === 'damaged' ? 'damaged' : 'sound';
    },
    keepPaths: () => keepPaths(home, db),
    close() {
      closeSums(db, file);
      db.close();
    },
  };
}

const inodeOf = (file: string): bigint | null => statSync(file, { bigint: true, throwIfNoEntry: false })?.ino ?? null;
