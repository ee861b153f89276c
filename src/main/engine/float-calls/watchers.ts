import { once } from 'node:events';
import type { Worker } from 'node:worker_threads';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { WatchProgress, WatchTold } from '../float/watch.ts';
import { startWorker } from '../worker.ts';

/** What a thread that watches says. `ready` and `closed` are the ends of its beginning and of itself, `rest` that of a long round. */
export type WatcherTold =
  | WatchTold
  | { event: 'ready' }
  | { event: 'closed' }
  | ({ event: 'progress' } & WatchProgress)
  | { event: 'rest' };

interface ToldJob {
  signal: AbortSignal;
  progress(far: WatchProgress): void;
  end(): void;
}

interface Watcher {
  worker: Worker;
  ready: Promise<void>;
  /** The last round's failure, until one goes well. */
  failure: string | null;
  /** The long round that is on. */
  job: ToldJob | null;
}

export interface Watchers {
  /** Resolves when nothing that happens from now on is missed, or it was stopped before. Throws 'internal' where the thread ends by itself. */
  start(root: string): Promise<void>;
  stop(root: string): Promise<void>;
  state(root: string): { watching: boolean; watchFailure: string | null };
  close(): Promise<void>;
}

interface Hears {
  /** After each round. */
  changed(root: string): void;
  /** A long round is a job; who cancels that ends the watch. */
  job(root: string): ToldJob;
}

/** A thread for each project that is watched: it scans and builds, and nobody waits for that. */
export function createWatchers({ changed, job }: Hears): Watchers {
  const watchers = new Map<string, Watcher>();
  /** Threads that are told to stop and finish what they write. */
  const ending = new Set<Promise<void>>();
  const begin = (root: string): Watcher => {
    const worker = startWorker('float-calls/float-watch-worker', { workerData: { root } });
    // Nobody waits for what has no end.
    worker.unref();
    const ended = once(worker, 'exit').then(() => {
      throw new TapeError('internal', `Nothing watches ${root}: its thread has ended.`);
    });
    const heard = new Promise<void>((resolve) => {
      worker.on('message', (told: WatcherTold) => {
        if (told.event === 'progress') return far(told);
        if (told.event === 'rest') return rest();
        if (told.event === 'ready' || told.event === 'closed') resolve();
        else if (told.event === 'failed') watcher.failure = told.message;
        else watcher.failure = null;
        if (told.event !== 'closed') changed(root);
      });
    });
    const far = (told: WatchProgress): void => {
      if (watcher.job === null) {
        watcher.job = job(root);
        watcher.job.signal.addEventListener('abort', () => void end(root, watcher).then(() => changed(root)), { once: true });
      }
      watcher.job.progress(told);
    };
    const rest = (): void => {
      watcher.job?.end();
      watcher.job = null;
    };
    const watcher: Watcher = { worker, ready: Promise.race([heard, ended]), failure: null, job: null };
    watcher.ready.catch(() => {});
    ended.catch(() => {});
    worker.on('error', () => {});
    worker.on('exit', () => {
      rest();
      if (watchers.get(root) !== watcher) return;
      watchers.delete(root);
      changed(root);
    });
    return watcher;
  };
  /** Never throws: a thread that fails on its way out has ended too. */
  const end = async (root: string, watcher: Watcher): Promise<void> => {
    if (watchers.get(root) !== watcher) return;
    watchers.delete(root);
    const ended = new Promise<void>((resolve) => watcher.worker.once('exit', () => resolve()));
    ending.add(ended);
    watcher.worker.postMessage('stop');
    await ended;
    ending.delete(ended);
  };
  const stop = async (root: string): Promise<void> => {
    const watcher = watchers.get(root);
    if (watcher !== undefined) await end(root, watcher);
  };
  return {
    async start(root) {
      const watcher = watchers.get(root) ?? begin(root);
      watchers.set(root, watcher);
      await watcher.ready;
    },
    stop,
    state: (root) => ({ watching: watchers.has(root), watchFailure: watchers.get(root)?.failure ?? null }),
    close: async () => void (await Promise.all([...ending, ...[...watchers.keys()].map(stop)])),
  };
}
