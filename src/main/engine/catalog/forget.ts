import { existsSync } from 'node:fs';
import { sep } from 'node:path';
import type { CatalogStore } from './open-catalog.ts';
import type { Db } from './schema.ts';
import { clearTape } from './store.ts';

/** Takes tapes out of the catalog whose file is gone. Their text goes with the next text pass. */
export const forgetGone = (store: CatalogStore): number[] => forgetThose(store, (path) => !existsSync(path));

/** Takes out what was found in places that are looked at no more. The files stay as they are, and can be opened by hand. */
export const forgetLeft = (store: CatalogStore, left: readonly string[], kept: readonly string[]): number[] =>
  left.length === 0 ? [] : forgetThose(store, (path) => isBelow(path, left) && !isBelow(path, kept));

const isBelow = (path: string, folders: readonly string[]): boolean =>
  folders.some((folder) => path.startsWith(folder.endsWith(sep) ? folder : `${folder}${sep}`));

const forgetThose = (store: CatalogStore, condition: (path: string) => boolean): number[] => {
  const gone = store.db
    .prepare<[], { tape: number; path: string }>('SELECT tape, path FROM sources')
    .all()
    .filter(({ path }) => condition(path));
  for (const { tape } of gone) forget(store.db, tape);
  return gone.map(({ tape }) => tape);
};

const forget = (db: Db, tape: number): void => {
  db.transaction(() => {
    clearTape(db, tape);
    db.prepare('DELETE FROM sources WHERE tape = ?').run(tape);
    db.prepare('INSERT OR IGNORE INTO forgotten (tape) VALUES (?)').run(tape);
    db.prepare('UPDATE tapes SET parent = NULL, caller = NULL WHERE parent = ?').run(tape);
  }).immediate();
};
