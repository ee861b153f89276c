import { onTestFinished } from 'vitest';
import type { Push } from '../../../shared/rpc/contract.ts';
import { type CatalogStore, openCatalog } from '../catalog/open-catalog.ts';
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
export const openEngineRoom = (options: { home?: string; follow?: boolean; workers?: number; mend?: boolean } = {}): Opened => {
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
};

/** The row of the tape in a folder or file. */
export const rowOf = ({ store }: Opened, folder: string) => {
  const row = store.catalog.tapes().find(({ file }) => file === folder);
  if (!row) throw new Error(`${folder} is not in the catalog`);
  return row;
};
