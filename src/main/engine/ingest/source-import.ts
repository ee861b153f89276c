import type { Push } from '../../../shared/rpc/contract.ts';
import type { CatalogStore } from '../catalog/open-catalog.ts';
import { mayTellName, nameTapes } from '../families/naming.ts';
import { relate } from '../families/relate.ts';
import type { Pool } from '../jobs/pool.ts';
import type { Candidate } from '../sources/source.ts';
import type { WorkCache } from '../storing/work-cache.ts';
import type { Answer } from './protocol.ts';
import type { ManyDone, SourceDone, SourceOptions } from './structure.ts';

export interface Bringing {
  /** Brings one source up to date, in this thread (`here`) or in the pool, and tells windows what came of it. Throws what importing throws. */
  bring(candidate: Candidate, here: boolean, options: SourceOptions): Promise<SourceDone>;
  /** The same for short sources that are new, in the pool and all at once; `read` is notified of each that was begun. */
  bringMany(candidates: readonly Candidate[], options: SourceOptions, read: (one: ManyDone) => void): Promise<void>;
  /** The source of a tape changed, and nothing of it is left to read: another process may have read it, and tells the windows of this one nothing. */
  noticed(id: string): void;
  /** Names what only the whole of a round tells a name of. */
  nameAll(): void;
  /** A reading is under way in the pool. */
  readonly poolBusy: boolean;
  /** Resolves when no source is being read, whatever came of it. */
  idle(): Promise<void>;
}

interface Needs {
  store: CatalogStore;
  cache: WorkCache;
  pool: () => Pool<Answer>;
  onPush: (push: Push) => void;
  /** Called when the list of tapes is another. */
  onLibrary: () => void;
}

interface Far {
  entries: number;
  steps: number;
  /** How often it was read again from its beginning. */
  rereads: number;
}

/** What reads sources, loaded with the first of them: a command of the terminal that finds nothing new needs nothing of it. */
const reading = () => import('./structure.ts');

/** Knows which sources are being read, so that no two readings of one path meet. */
export function createBringing({ store, cache, pool, onPush, onLibrary }: Needs): Bringing {
  const busy = new Map<string, Promise<unknown>>();
  let inPool = 0;

  const rereads = store.db.prepare<[string], number>('SELECT reread FROM sources WHERE id = ?').pluck();
  const farOf = (id: string): Far => {
    const { entries, steps } = store.catalog.tape(id);
    return { entries, steps, rereads: rereads.get(id) ?? 0 };
  };
  /** How far tapes were when windows were last notified. */
  const told = new Map<string, Far>();
  /** Tapes of which a thread has stored something that windows were notified of, since it began to read. */
  const fresh = new Set<string>();

  const notify = (id: string, reread: boolean): void => {
    const far = farOf(id);
    told.set(id, far);
    onPush({ type: 'tape', tape: id, entries: far.entries, steps: far.steps, reread });
  };
  const isTold = (id: string): boolean => JSON.stringify(told.get(id)) === JSON.stringify(farOf(id));

  const tell = ({ tape, id, outcome }: SourceDone): void => {
    const others = relate(store.db, [tape]);
    const { format } = store.catalog.tape(id);
    const renamed = mayTellName(format, outcome !== 'grown') && nameTapes(store.db);
    // The last that a thread stores of a tape that grew is all of it.
    if (!(fresh.delete(id) && outcome === 'grown' && isTold(id))) notify(id, outcome === 'reread');
    if (outcome !== 'grown' || others.length > 0 || renamed) onLibrary();
  };

  const bringInPool = async ({ path, size }: Candidate, options: SourceOptions): Promise<SourceDone> => {
    inPool += 1;
    try {
      const stored = (id: string): void => {
        fresh.add(id);
        notify(id, false);
        options.stored?.(id);
      };
      const { importInPool } = await reading();
      return await importInPool(pool(), path, size, { ...options, stored });
    } finally {
      inPool -= 1;
    }
  };

  const tellMany = (all: readonly SourceDone[]): void => {
    const changed = all.filter(({ outcome }) => outcome !== 'same');
    // Nobody can have a tape open that was not there before.
    for (const { id, outcome } of changed) if (outcome !== 'new') notify(id, outcome === 'reread');
    if (changed.length > 0) onLibrary();
  };

  const manyInPool = async (candidates: readonly Candidate[], options: SourceOptions, read: (one: ManyDone) => void): Promise<void> => {
    const { importManyInPool } = await reading();
    const paths = candidates.map(({ path }) => path);
    const done = await importManyInPool(pool(), paths, options);
    for (const one of done) read(one);
    tellMany(done.filter((one) => !('failure' in one)) as SourceDone[]);
    options.progress?.(candidates.reduce((sum, { size }) => sum + size, 0));
  };

  return {
    async bringMany(candidates, options, read) {
      while (candidates.some(({ path }) => busy.has(path))) await Promise.allSettled(candidates.map(({ path }) => busy.get(path)));
      inPool += 1;
      const work = manyInPool(candidates, options, read);
      for (const { path } of candidates) busy.set(path, work);
      try {
        await work;
      } finally {
        inPool -= 1;
        for (const { path } of candidates) if (busy.get(path) === work) busy.delete(path);
      }
    },
    /** One reading at a time per path: what two callers ask for at once is done once after the other. */
    async bring(candidate, here, options) {
      const { path } = candidate;
      while (busy.has(path)) await busy.get(path)?.catch(() => {});
      const work = here ? reading().then(({ importHere }) => importHere(store.db, path, options, cache)) : bringInPool(candidate, options);
      busy.set(path, work);
      try {
        const done = await work;
        if (done.outcome !== 'same') tell(done);
        return done;
      } finally {
        busy.delete(path);
      }
    },
    noticed(id) {
      const before = told.get(id);
      if (isTold(id)) return;
      notify(id, before !== undefined && before.rereads !== farOf(id).rereads);
      onLibrary();
    },
    nameAll() {
      if (nameTapes(store.db)) onLibrary();
    },
    get poolBusy() {
      return inPool > 0;
    },
    async idle() {
      while (busy.size > 0) await Promise.allSettled(busy.values());
    },
  };
}
