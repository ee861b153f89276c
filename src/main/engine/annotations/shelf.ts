import { statSync } from 'node:fs';
import { join } from 'node:path';
import type { Database } from 'better-sqlite3';
import type { Own } from '../../../shared/model/index.ts';
import { openAnnotations } from './database.ts';

/** What readers said of sessions as a whole: favourites, titles, tags. By file, so that a catalog that is made again finds it. */
export interface Shelf {
  all(): ReadonlyMap<string, Own>;
  /** Changes some of it, and answers with all of it. Nothing is kept of a session that has nothing left. */
  set(file: string, change: Change): Own;
}

/** What is undefined stays as it is. */
export type Change = { [K in keyof Own]?: Own[K] | undefined };

const NOTHING: Own = { favourite: false, title: null, tags: [] };

/** Next to the annotations, in a table that an older Tapescope does not look at. */
const TABLE = 'CREATE TABLE IF NOT EXISTS shelf (file TEXT PRIMARY KEY, own TEXT NOT NULL)';

const readAll = (db: Database): ReadonlyMap<string, Own> => {
  if (db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'shelf'").get() === undefined) return new Map();
  const rows = db.prepare<[], { file: string; own: string }>('SELECT file, own FROM shelf').all();
  return new Map(rows.map(({ file, own }) => [file, { ...NOTHING, ...(JSON.parse(own) as Partial<Own>) }]));
};

export function createShelf(home: string, readOnly: boolean): Shelf {
  const { read, write } = openAnnotations(home, readOnly);
  const file = join(home, 'annotations.db');
  let kept: { stamp: string; own: ReadonlyMap<string, Own> } | null = null;
  const stampOf = (): string => {
    const found = statSync(file, { bigint: true, throwIfNoEntry: false });
    return found ? `${found.ino} ${found.mtimeNs} ${found.size}` : '';
  };
  return {
    all() {
      const stamp = stampOf();
      if (kept?.stamp !== stamp) kept = { stamp, own: stamp === '' ? new Map() : read(readAll, new Map()) };
      return kept.own;
    },
    set(path, change) {
      kept = null;
      return write((db) => {
        db.exec(TABLE);
        const before = readAll(db).get(path) ?? NOTHING;
        const { favourite = before.favourite, title = before.title, tags = before.tags, forgotten = before.forgotten } = change;
        const own: Own = { favourite, title, tags, ...(forgotten && { forgotten }) };
        if (JSON.stringify(own) === JSON.stringify(NOTHING)) db.prepare('DELETE FROM shelf WHERE file = ?').run(path);
        else db.prepare('INSERT OR REPLACE INTO shelf (file, own) VALUES (?, ?)').run(path, JSON.stringify(own));
        return own;
      });
    },
  };
}
