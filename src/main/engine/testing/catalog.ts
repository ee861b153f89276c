import { onTestFinished } from 'vitest';
import type { Push } from '../../../shared/rpc/contract.ts';
import { type CatalogStore, openCatalog } from '../catalog/open-catalog.ts';
import type { Db } from '../database/schema.ts';
import { createIngest } from '../ingest/create-ingest.ts';
import type { Ingest } from '../ingest/ingest.ts';
import { tempFolder } from './files.ts';

export interface Opened {
  home: string;
  store: CatalogStore;
  ingest: Ingest;
  pushes: Push[];
}

/** A catalog and its ingest in a home of their own, closed when the test is over. */
export function openEngineRoom(options: { home?: string; follow?: boolean; workers?: number; mend?: boolean } = {}): Opened {
  const home = options.home ?? tempFolder();
  const store = openCatalog(home);
  const pushes: Push[] = [];
  const ingest = createIngest({
    home,
    store,
    onPush: (push) => void pushes.push(push),
    follow: options.follow ?? false,
    mend: options.mend ?? false,
    ...(options.workers === undefined ? {} : { workers: options.workers }),
  });
  onTestFinished(async () => {
    await ingest.close();
    store.close();
  });
  return { home, store, ingest, pushes };
}

/** The row of the tape in a folder or file. */
export function rowOf({ store }: Opened, folder: string) {
  const row = store.catalog.tapes().find(({ file }) => file === folder);
  if (!row) throw new Error(`${folder} is not in the catalog`);
  return row;
}

/** A connection that counts the rows it reads. */
export function countingRows(db: Db) {
  const count = { rows: 0 };
  const prepare = (sql: string) => {
    const counted = <S extends object>(statement: S): S =>
      new Proxy(statement, {
        get(target, name) {
          const value: unknown = Reflect.get(target, name);
          if (typeof value !== 'function') return value;
          return (...values: unknown[]) => {
            const answer: unknown = value.apply(target, values);
            if (answer === target) return counted(target);
            if (name === 'all') count.rows += (answer as unknown[]).length;
            if (name === 'get') count.rows += Number(answer !== undefined);
            return answer;
          };
        },
      });
    return counted(db.prepare(sql));
  };
  return { count, db: Object.assign(Object.create(db) as Db, { prepare }) };
}
