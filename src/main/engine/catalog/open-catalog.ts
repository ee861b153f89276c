import { createCatalog } from './read.ts';
import { type Db, openDatabase } from './schema.ts';
import type { Catalog } from './types.ts';

/** The index of one home folder, open. */
export interface CatalogStore {
  readonly home: string;
  readonly db: Db;
  readonly catalog: Catalog;
  /** Says so where the catalog had to be made anew. */
  readonly note: string | null;
  close(): void;
}

/** Opens the catalog in `home`, making it where there is none. */
export const openCatalog = (home: string): CatalogStore => {
  const { db, note } = openDatabase(home);
  return { home, db, catalog: createCatalog(db), note, close: () => void db.close() };
};
