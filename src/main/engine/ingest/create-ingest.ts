import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { Push, Signal } from '../../../shared/rpc/contract.ts';
import type { TapeError } from '../../../shared/rpc/tape-error.ts';
import { lacksNothingNow } from '../bytes/borrowed.ts';
import type { CatalogStore } from '../catalog/open-catalog.ts';
import { plucked } from '../database/prepared.ts';
import type { Db } from '../database/schema.ts';
import { CAPTURED } from '../formats/abouts.ts';
import { createJobs } from '../jobs/jobs.ts';
import { createPool, type Pool } from '../jobs/pool.ts';
import type { Follower } from '../live/follow.ts';
import { createLibraryPush } from '../live/library-push.ts';
import { scan } from '../sources/scan.ts';
import type { Candidate } from '../sources/source.ts';
import { forgetBelow, forgetGone, forgetLeft, forgetMovedForks } from '../storing/forget.ts';
import { createWorkCache } from '../storing/work-cache.ts';
import type { Ingest, Opened } from './ingest.ts';
import type { Answer } from './protocol.ts';
import { CANCELLED, emptyFolders, isIgnored, ofTheHome, refusalOf } from './refusals.ts';
import { bytesOf, startRound } from './round.ts';
import { createBringing } from './source-import.ts';
import type { ManyDone } from './structure.ts';
import { createTextRunner } from './text-runner.ts';
import { createWanted, errandsOf, SMALL, type Wanted } from './wanted.ts';

/** Paths of sources that were read without a file that their tapes begin in, and have it now. */
function lackedSources(db: Db): string[] {
  return db
    .prepare<[], { path: string; notes: string }>("SELECT path, notes FROM sources WHERE notes LIKE '%Its tape begins in %'")
    .all()
    .filter(lacksNothingNow)
    .map(({ path }) => path);
}

export interface IngestOptions {
  home: string;
  store: CatalogStore;
  onPush: (push: Push) => void;
  /** Follow the files that were opened and the places of the settings. */
  follow: boolean;
  /** Worker threads; one per core, at most 2, by default. 0: everything in this thread. */
  workers?: number;
  /** Native tapes may be put right as any writer would (see ImportOptions). */
  mend?: boolean;
}

interface Take {
  text: boolean;
  /** Something was asked for, and not only noticed: then tapes that lack a file are looked at too, whichever way that came. */
  asked: boolean;
  /** The folders were named by a person: any document in them may be meant. */
  documents?: boolean;
  as?: string | undefined;
  signal?: Signal | undefined;
  begun?: ((tape: string) => void) | undefined;
}

interface Reads {
  /** In this thread. */
  here: boolean;
  done: Map<string, string>;
  opened: Opened;
  as: string | undefined;
  signal: Signal | undefined;
  begun: ((tape: string) => void) | undefined;
}

/** Bytes of one source that take so long to read that its beginning is worth a look. */
const LONG = 32 << 20;

/** Receipts that are read together. */
const PAGE = 256;

const receiptsOf = (catalog: CatalogStore['catalog'], tapes: readonly string[]): Opened['receipts'] => ({
  *[Symbol.iterator]() {
    for (let at = 0; at < tapes.length; at += PAGE) yield* catalog.receipts(tapes.slice(at, at + PAGE));
  },
});

/** Another text where other requests were captured. */
const capturesIn = ({ db }: CatalogStore): string => {
  const sql = "SELECT count(*) || ' ' || coalesce(sum(t.entries), 0) FROM tapes t JOIN sources s USING (tape) WHERE s.format = ?";
  return plucked<[string], string>(db, sql).get(CAPTURED) ?? '';
};

/** The write side of the catalog: finds sources, keeps them up to date, makes them searchable, follows them. */
export function createIngest(options: IngestOptions): Ingest {
  const { store, onPush, mend = false } = options;
  const workers = options.workers ?? Math.min(2, availableParallelism());
  const jobs = createJobs(onPush);
  const library = createLibraryPush(onPush, () => capturesIn(store));
  let threads: Pool<Answer> | null = null;
  const pool = (): Pool<Answer> => {
    const data = { home: store.home, turns: new SharedArrayBuffer(4) };
    threads ??= createPool<Answer>('ingest/ingest-worker', data, Math.max(1, workers));
    return threads;
  };
  const text = createTextRunner(store, jobs, pool, library.changed);
  const cache = createWorkCache();
  const sources = createBringing({ store, cache, pool, onPush, onLibrary: library.changed });
  const want = createWanted(store.db, cache);
  let follower: Promise<Follower> | null = null;
  /** What the settings name, since the last call of `watch`. */
  let places: readonly string[] = [];
  /** What was under way when it was closed begins nothing more. */
  let closed = false;

  const take = async (paths: readonly string[], how: Take): Promise<Opened> => {
    const { candidates, refused } = await scan(paths, how.documents === true);
    const opened: Opened = { receipts: receiptsOf(store.catalog, []), tapes: [], refused };
    if (closed) return { ...opened, cancelled: true };
    await bringAll(candidates, opened, how);
    const silent = opened.tapes.length === 0 && refused.length === 0 && opened.cancelled !== true;
    if (candidates.length === 0 || silent) refused.push(...emptyFolders(paths, refused));
    if (how.text && !closed) text.start();
    return opened;
  };

  const bringAll = async (candidates: readonly Candidate[], opened: Opened, { signal, begun, asked, as }: Take): Promise<void> => {
    const wanted = want(candidates).filter((one) => !isIgnored(one, opened.refused));
    if (!asked) for (const { id, bytes } of wanted) if (id !== null && bytes === 0) sources.noticed(id);
    // The newest first: those are what a person looks for.
    const todo = wanted.filter(({ bytes }) => bytes > 0).sort((a, b) => b.candidate.mtime - a.candidate.mtime);
    const here = workers === 0 || (bytesOf(todo) < SMALL && !sources.poolBusy && !todo.some(({ heavy }) => heavy));
    const done = new Map(wanted.flatMap(({ candidate, id, bytes }) => (id !== null && bytes === 0 ? [[candidate.path, id]] : [])));
    const long = todo.length === 1 && bytesOf(todo) >= LONG;
    await readAll(todo, { here, done, opened, as, signal, begun: long ? begun : undefined });
    if (asked || todo.some(({ id }) => id === null)) await bringLacked(opened);
    opened.tapes = candidates.flatMap(({ path }) => done.get(path) ?? []);
    opened.receipts = receiptsOf(store.catalog, opened.tapes);
  };

  /** What is new may be what other tapes begin in. */
  const bringLacked = async (opened: Opened): Promise<void> => {
    if (closed || opened.cancelled === true) return;
    const lacked = lackedSources(store.db);
    if (lacked.length === 0) return;
    const { candidates } = await scan(lacked);
    for (const candidate of candidates) await sources.bring(candidate, candidate.size < SMALL, { mend });
  };

  /** Reads sources in one round and adds the ids of their tapes to `done`, by path. Throws where the home itself fails. */
  const readAll = async (todo: readonly Wanted[], { here, done, opened, as, signal, begun }: Reads): Promise<void> => {
    const round = startRound(todo, jobs, signal);
    const stored = (id: string): void => {
      round.about(id);
      begun?.(id);
    };
    if (!here && text.busy) await text.pause();
    let broken: TapeError | null = null;
    const refuse = (path: string, failure: unknown): void => {
      broken ??= ofTheHome(store.home, failure);
      if (broken === null) opened.refused.push(refusalOf(path, failure));
    };
    const read = async ({ candidate }: Wanted): Promise<void> => {
      const { path } = candidate;
      if (round.cancelled || broken !== null) return;
      try {
        const { id } = await sources.bring(candidate, here, { mend, as, ...round.watch, ...(begun && { stored }) });
        // What was stopped on the way is read on when it is next asked for, and not before.
        if (round.cancelled) opened.refused.push({ path, reason: CANCELLED });
        else done.set(path, id);
      } catch (failure) {
        refuse(path, failure);
      }
    };
    const readMany = async (some: readonly Wanted[]): Promise<void> => {
      if (round.cancelled || broken !== null) return;
      const candidates = some.map(({ candidate }) => candidate);
      const told = (one: ManyDone): void => {
        if ('failure' in one) refuse(one.path, one.failure);
        else if (!round.cancelled) done.set(one.path, one.id);
      };
      try {
        await sources.bringMany(candidates, { mend, as, ...round.watch }, told);
      } catch (failure) {
        for (const { path } of candidates) refuse(path, failure);
      }
      if (round.cancelled) for (const { path } of candidates) opened.refused.push({ path, reason: CANCELLED });
    };
    if (here) {
      for (const each of todo) {
        await read(each);
        await setImmediate();
      }
    } else {
      const errands = errandsOf(todo);
      await Promise.all(errands.map((some) => (some.length === 1 && some[0] ? read(some[0]) : readMany(some))));
      if (errands.some((some) => some.length > 1)) sources.nameAll();
    }
    opened.cancelled = round.cancelled;
    round.end();
    if (broken !== null) throw broken;
  };

  const follow = (): Promise<Follower> => {
    follower ??= import('../live/follow.ts').then(({ createFollower }) =>
      createFollower({
        changed: async (changed) => {
          await take(changed, { text: true, asked: false });
        },
        gone: () => {
          if (forgetGone(store).length > 0) library.changed();
        },
      }),
    );
    return follower;
  };

  return {
    async open(paths, { text: withText = true, again = false, as, signal, begun } = {}) {
      const forgotten = [...forgetMovedForks(store, paths), ...(again ? forgetBelow(store, paths) : [])];
      if (forgotten.length > 0) library.changed();
      const opened = await take(paths, { text: withText, asked: true, documents: true, as, signal, begun });
      if (options.follow && !closed) (await follow()).files(Array.from(opened.receipts, ({ file }) => file));
      return opened;
    },
    catchUpText: () => {
      // What is being read is made searchable when it is read.
      if (!closed && !sources.poolBusy) text.goOn();
    },
    async watch(logs, homes = []) {
      const roots = [...logs, ...homes];
      const left = places.filter((place) => !roots.includes(place));
      places = roots;
      const gone = [...forgetGone(store), ...forgetLeft(store, left, roots)];
      if (gone.length > 0) library.changed();
      // Before anything is read, so that nothing that is written meanwhile is missed.
      const following = options.follow ? await follow() : null;
      if (closed) return;
      following?.roots(logs, homes);
      await take(roots, { text: true, asked: true });
    },
    async idle() {
      await sources.idle();
      await text.idle();
    },
    jobs: jobs.list,
    startJob: jobs.start,
    cancel: jobs.cancel,
    async close() {
      closed = true;
      for (const job of jobs.list()) jobs.cancel(job.id);
      await (await follower)?.close();
      await text.pause();
      await sources.idle();
      await threads?.close();
      library.close();
    },
  };
}
