import type { View } from '../../../../shared/model/index.ts';
import { parsePolicy } from '../../../../shared/model/policy.ts';
import { type CatalogStore, openCatalog } from '../../catalog/open-catalog.ts';
import type { Json } from '../../formats/format.ts';
import { bringSource } from '../../sources/bring-source.ts';
import { tempFolder, writeTape } from '../../testing/files.ts';
import { assemble } from '../assemble.ts';
import { createRim, type Rim } from '../rim.ts';

/** A real file in a real catalog, with views of it. */
export interface ImportedTape {
  store: CatalogStore;
  rim: Rim;
  tape: string;
  file: string;
  view(step: number, policy?: string): Promise<View>;
}

/** Brings a file into a catalog of its own. Close `store` when done. */
export function importFile(file: string): ImportedTape {
  const store = openCatalog(tempFolder());
  const tape = bringSource(store.db, file).source.id;
  const rim = createRim(store.catalog);
  return { store, rim, tape, file, view: async (step, policy = 'as-recorded') => assemble(rim, tape, step, parsePolicy(policy)) };
}

export function importRecords(records: readonly Json[], name?: string): ImportedTape {
  return importFile(writeTape(records, name));
}
