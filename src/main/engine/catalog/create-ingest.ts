import { availableParallelism } from 'node:os';
import { sep } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import type { Push, Signal } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { formats } from '../formats/index.ts';
import { nameBubTapes } from './bub-names.ts';
import { homeFailure } from './failures.ts';
import type { Follower } from './follow.ts';
import { forgetGone, forgetLeft, forgetMovedForks } from './forget.ts';
import type { Ingest, Opened } from './ingest.ts';
import { createJobs } from './jobs.ts';
import { sizeSeen } from './native-folders.ts';
import type { CatalogStore } from './open-catalog.ts';
import { createPool, type Pool } from './pool.ts';
import type { Answer } from './protocol.ts';
import { relate } from './relate.ts';
import { type Candidate, scan } from './scan.ts';
import { importHere, importInPool, type SourceDone, type SourceOptions } from './structure.ts';
import { createTextRunner } from './text-runner.ts';
import { createWorkCache } from './work-cache.ts';

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

/** Work up to this many bytes is done in this thread. */
const SMALL = 8 << 20;

/** A tape with more entries than this is linked on in a thread, unless it was linked here before: all its ids must be looked at. */
const LONG = 30_000;

interface Known {
  tape: number;
  id: string;
  size: number;
  mtime: number;
  inode: string;
  offset: number;
  entries: number;
}

/** A source with what there is to do about it. */
interface Wanted {
  candidate: Candidate;
  known: Known | undefined;
  /** Bytes that are to be read; 0 where nothing has changed. */
  bytes: number;
  /** Too much for this thread. */
  heavy: boolean;
}

interface Take {
  text: boolean;
  receipts: boolean;
  signal?: Signal | undefined;
}

/** The write side of the catalog: finds sources, keeps them up to date, makes them searchable, follows them. */
export const createIngest = (options: IngestOptions): Ingest => {
  const { store, onPush, mend = false } = options;
  const workers = options.workers ?? Math.min(2, availableParallelism());
  const jobs = createJobs(onPush);
  const library = createLibraryPush(onPush);
  let threads: Pool<Answer> | null = null;
  const pool = (): Pool<Answer> => {
    threads ??= createPool<Answer>('catalog/ingest-worker', { home: store.home }, Math.max(1, workers));
    return threads;
  };
  const text = createTextRunner(store, jobs, pool, library.changed);
  const known = store.db.prepare<[string], Known>(
    'SELECT tape, id, size, mtime, inode, offset, coalesce(entries, 0) AS entries FROM sources LEFT JOIN tapes USING (tape) WHERE path = ?',
  );
  const cache = createWorkCache();
  const busy = new Map<string, Promise<unknown>>();
  let inPool = 0;
  let follower: Promise<Follower> | null = null;
  /** What the settings name, since the last call of `watch`. */
  let places: readonly string[] = [];

  const want = (candidate: Candidate): Wanted => {
    const row = known.get(candidate.path);
    if (!row) return { candidate, known: row, bytes: Math.max(1, candidate.size), heavy: candidate.size > SMALL };
    if (candidate.native) return wantNative(candidate, row);
    const same = row.size === candidate.size && row.mtime === candidate.mtime && row.inode === candidate.inode;
    const grown = candidate.size > row.offset && row.inode === candidate.inode;
    const bytes = same || grown ? candidate.size - row.offset : Math.max(1, candidate.size);
    return { candidate, known: row, bytes, heavy: bytes > SMALL || (bytes > 0 && row.entries > LONG && !cache.has(row.tape)) };
  };

  /** How much a native tape has grown shows in its index; the tape itself tells what is new. */
  const wantNative = (candidate: Candidate, row: Known): Wanted => {
    const same = row.mtime === candidate.mtime && row.inode === candidate.inode;
    const bytes = same ? 0 : Math.max(1, candidate.size - sizeSeen(row.inode));
    return { candidate, known: row, bytes, heavy: bytes > SMALL || (bytes > 0 && row.entries > LONG && !cache.has(row.tape)) };
  };

  /** One source at a time per path; what two callers ask for at once is done once after the other. */
  const bring = async (candidate: Candidate, here: boolean, sourceOptions: SourceOptions): Promise<SourceDone> => {
    while (busy.has(candidate.path)) await busy.get(candidate.path)?.catch(() => {});
    const work = here
      ? Promise.resolve().then(() => importHere(store.db, candidate.path, sourceOptions, cache))
      : bringInPool(candidate, sourceOptions);
    busy.set(candidate.path, work);
    try {
      const done = await work;
      if (done.outcome !== 'same') tell(done);
      return done;
    } finally {
      busy.delete(candidate.path);
    }
  };

  const bringInPool = async (candidate: Candidate, sourceOptions: SourceOptions): Promise<SourceDone> => {
    inPool += 1;
    try {
      return await importInPool(pool(), candidate.path, candidate.size, {
        ...sourceOptions,
        stored: (id) => onPush({ type: 'tape', ...counts(id), reread: false }),
      });
    } finally {
      inPool -= 1;
    }
  };

  const counts = (id: string) => {
    const { entries, steps } = store.catalog.tape(id);
    return { tape: id, entries, steps };
  };

  const tell = ({ tape, id, outcome }: SourceDone): void => {
    const others = relate(store.db, [tape]);
    const { format } = store.catalog.tape(id);
    const renamed = format === 'bub' && nameBubTapes(store.db);
    onPush({ type: 'tape', ...counts(id), reread: outcome === 'reread' });
    if (outcome !== 'grown' || others.length > 0 || renamed) library.changed();
  };

  const take = async (paths: readonly string[], how: Take): Promise<Opened> => {
    const { candidates, refused } = await scan(paths);
    const opened: Opened = { receipts: [], tapes: [], refused };
    await bringAll(candidates, opened, how);
    if (candidates.length === 0) refused.push(...emptyFolders(paths, refused));
    if (how.text) text.start();
    return opened;
  };

  const bringAll = async (candidates: readonly Candidate[], opened: Opened, { receipts, signal }: Take): Promise<void> => {
    const wanted = candidates.filter((candidate) => !isIgnored(candidate, opened)).map(want);
    const todo = wanted.filter(({ bytes }) => bytes > 0);
    const total = todo.reduce((sum, { bytes }) => sum + bytes, 0);
    const here = workers === 0 || (total < SMALL && inPool === 0 && !todo.some(({ heavy }) => heavy));
    const job = total === 0 ? null : jobs.start({ title: titleOf(todo), phase: 'structure', total, unit: 'bytes', tape: null });
    const stops = new Set<() => void>();
    job?.onCancel(() => {
      for (const stop of stops) stop();
    });
    const cancel = (): void => void (job && jobs.cancel(job.id));
    signal?.addEventListener('abort', cancel, { once: true });
    if (!here && text.busy) await text.pause();
    const done = new Map(wanted.flatMap(({ candidate, known: row, bytes }) => (row && bytes === 0 ? [[candidate.path, row.id]] : [])));
    let broken: TapeError | null = null;
    const one = async ({ candidate }: Wanted): Promise<void> => {
      if (job?.cancelled || signal?.aborted || broken !== null) return;
      try {
        const { id } = await bring(candidate, here, {
          mend,
          progress: (more) => job?.advance(more),
          onStop: (stop) => void stops.add(stop),
        });
        // What was stopped on the way is read on when it is next asked for, and not before.
        if (job?.cancelled || signal?.aborted) opened.refused.push({ path: candidate.path, reason: CANCELLED });
        else done.set(candidate.path, id);
      } catch (failure) {
        broken ??= ofTheHome(store.home, failure);
        if (broken === null) refuse(opened, candidate, failure);
      }
    };
    // The newest first: those are what a person looks for.
    todo.sort((a, b) => b.candidate.mtime - a.candidate.mtime);
    if (here) {
      for (const each of todo) {
        await one(each);
        await setImmediate();
      }
    } else await Promise.all(todo.map(one));
    signal?.removeEventListener('abort', cancel);
    opened.cancelled = job?.cancelled === true;
    job?.end();
    if (broken !== null) throw broken;
    opened.tapes = candidates.flatMap(({ path }) => done.get(path) ?? []);
    if (receipts) opened.receipts = opened.tapes.map((id) => store.catalog.receipt(id));
  };

  const follow = (): Promise<Follower> => {
    follower ??= import('./follow.ts').then(({ createFollower }) =>
      createFollower({
        changed: async (changed) => {
          await take(changed, { text: true, receipts: false });
        },
        gone: () => {
          if (forgetGone(store).length > 0) library.changed();
        },
      }),
    );
    return follower;
  };

  return {
    async open(paths, { text: withText = true, signal } = {}) {
      if (forgetMovedForks(store, paths).length > 0) library.changed();
      const opened = await take(paths, { text: withText, receipts: true, signal });
      if (options.follow) (await follow()).files(opened.receipts.map((receipt) => receipt.file));
      return opened;
    },
    async watch(logs, homes = []) {
      const roots = [...logs, ...homes];
      const left = places.filter((place) => !roots.includes(place));
      places = roots;
      const gone = [...forgetGone(store), ...forgetLeft(store, left, roots)];
      if (gone.length > 0) library.changed();
      const { cancelled } = await take(roots, { text: true, receipts: false });
      if (!options.follow) return;
      await (await follow()).roots(logs, homes);
      // What was written between the reading and the watching; not what a person has just stopped.
      if (!cancelled) await take(roots, { text: true, receipts: false });
    },
    async idle() {
      while (busy.size > 0) await Promise.allSettled(busy.values());
      await text.idle();
    },
    jobs: jobs.list,
    startJob: jobs.start,
    cancel: jobs.cancel,
    async close() {
      for (const job of jobs.list()) jobs.cancel(job.id);
      await (await follower)?.close();
      await text.pause();
      await Promise.allSettled(busy.values());
      await threads?.close();
      library.close();
    },
  };
};

const CANCELLED = 'The reading was cancelled part of the way. Open it again to read on.';

/** A window asks for the whole list when it hears of a change, so changes in quick succession are told once. */
const TOLD_EVERY = 250;

const createLibraryPush = (onPush: (push: Push) => void) => {
  let timer: NodeJS.Timeout | null = null;
  let again = false;
  const tell = (): void => {
    onPush({ type: 'library' });
    timer = setTimeout(() => {
      timer = null;
      if (again) tell();
      again = false;
    }, TOLD_EVERY);
    timer.unref();
  };
  return {
    changed(): void {
      if (timer === null) tell();
      else again = true;
    },
    close(): void {
      if (timer !== null) clearTimeout(timer);
      again = false;
    },
  };
};

const titleOf = (some: readonly Wanted[]): string => {
  const [only] = some;
  return some.length === 1 && only ? `Reading ${only.candidate.path.split(sep).at(-1)}` : `Reading ${some.length} sources`;
};

/** Files that a format knows to be no tapes of their own, and empty ones, are passed over where a folder was searched. */
const isIgnored = (candidate: Candidate, opened: Opened): boolean => {
  if (candidate.native) return false;
  const reason = formats.map((format) => format.locate(candidate.path).ignore).find((why) => why !== undefined);
  if (reason !== undefined && candidate.named) opened.refused.push({ path: candidate.path, reason });
  return reason !== undefined || (candidate.size === 0 && !candidate.named);
};

const emptyFolders = (paths: readonly string[], refused: Opened['refused']): Opened['refused'] => {
  const told = new Set(refused.map(({ path }) => path));
  return paths.filter((path) => !told.has(path)).map((path) => ({ path, reason: `${path} holds no logs that Tapescope reads.` }));
};

/** A failure of the database while a source is stored, which is no fault of the source; null for any other. */
const ofTheHome = (home: string, failure: unknown): TapeError | null =>
  failure instanceof Error && 'code' in failure && String(failure.code).startsWith('SQLITE_') ? homeFailure(home, failure) : null;

const refuse = (opened: Opened, { path }: Candidate, failure: unknown): void => {
  if (failure instanceof TapeError) opened.refused.push({ path, reason: failure.message });
  else if (failure instanceof Error && 'code' in failure && typeof failure.code === 'string') {
    opened.refused.push({ path, reason: `${path} cannot be read (${failure.code}): ${failure.message}.` });
  } else throw failure;
};
