import type { BuildReceipt, ScanReceipt, Tier } from '../../../shared/model/float.ts';
import { toWireError } from '../../../shared/rpc/tape-error.ts';
import { build } from './build.ts';
import type { Float } from './float.ts';
import { scan } from './scan.ts';
import { watchFiles } from './watch-files.ts';

/** What a watcher says: only rounds that found or wrote something, and failures. */
export type WatchTold =
  | { event: 'scan'; receipt: ScanReceipt }
  | { event: 'build'; receipt: BuildReceipt }
  | { event: 'failed'; message: string };

export interface WatchOptions {
  tiers?: readonly Tier[];
  tell: (told: WatchTold) => void;
  /** What a round does; others only in tests, which count them or let them fail. */
  scan?: typeof scan;
  build?: typeof build;
}

export interface Watching {
  /** Resolves when nothing is due and nothing is being done. */
  idle(): Promise<void>;
  /** Stops after at most one turn of the work that is being done; what was written is whole. */
  close(): Promise<void>;
}

/** A moment without a change is the end of what belongs together. */
const QUIET = 60;
/** A change waits no longer than this for the quiet, in ms; one of a storm, which is a branch switch or an install, longer. */
const LATEST = 300;
const LATEST_IN_STORM = 2000;
/** Changes in one wait that make a storm. */
const STORM = 100;
/** How often the database is asked whether somebody else wrote to it. */
const LOOK = 250;

const hasNews = ({ added, changed, removed, newFolders, goneFolders }: ScanReceipt): boolean =>
  added + changed + removed + newFolders.length + goneFolders.length > 0;

/**
 * Scans and builds what is stale now, and again whenever a file of the project changes or somebody writes to its database. Changes that
 * come while a round is on are the next round's. A round that fails is told, and tried again with the next change. Resolves when
 * nothing that happens from now on is missed.
 */
export const watchFloat = async (float: Float, options: WatchOptions): Promise<Watching> => {
  const stop = new AbortController();
  const rounds = createRounds((scanning) => round(float, options, scanning, stop.signal));
  const version = (): unknown => float.db.pragma('data_version', { simple: true });
  let seen = version();
  rounds.due(true);
  const files = await watchFiles(float.root, {
    changed: () => rounds.due(true),
    failed: (message) => options.tell({ event: 'failed', message }),
  });
  // What changed before the watch was there.
  rounds.due(true);
  const look = setInterval(() => {
    const now = version();
    if (now !== seen) rounds.due(false);
    seen = now;
  }, LOOK);
  return {
    idle: rounds.idle,
    async close() {
      clearInterval(look);
      stop.abort();
      await files.close();
      await rounds.close();
    },
  };
};

const round = async (float: Float, options: WatchOptions, scanning: boolean, signal: AbortSignal): Promise<void> => {
  const { tiers, tell } = options;
  try {
    if (scanning) {
      const receipt = await (options.scan ?? scan)(float, { signal });
      if (hasNews(receipt)) tell({ event: 'scan', receipt });
    }
    const receipt = await (options.build ?? build)(float, { stale: true, signal, ...(tiers && { tiers }) });
    if (receipt.written.length + receipt.removed.length > 0) tell({ event: 'build', receipt });
  } catch (failure) {
    if (!signal.aborted) tell({ event: 'failed', message: toWireError(failure).message });
  }
};

/** Makes rounds of changes: one at a time, soon after a change, seldom in a storm. */
const createRounds = (work: (scanning: boolean) => Promise<void>) => {
  let first = 0;
  let changes = 0;
  let scanning = false;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let closed = false;
  const start = (): void => {
    timer = null;
    if (running !== null) return;
    const all = scanning;
    changes = 0;
    scanning = false;
    running = work(all).finally(() => {
      running = null;
      if (changes > 0) plan();
    });
  };
  const plan = (): void => {
    if (closed) return;
    if (timer !== null) clearTimeout(timer);
    const latest = first + (changes > STORM ? LATEST_IN_STORM : LATEST);
    timer = setTimeout(start, Math.max(0, Math.min(QUIET, latest - performance.now())));
  };
  const idle = async (): Promise<void> => {
    while (!closed && (timer !== null || running !== null)) await (running ?? new Promise((resolve) => setTimeout(resolve, QUIET)));
  };
  return {
    due(scan: boolean) {
      if (changes === 0) first = performance.now();
      changes += 1;
      scanning ||= scan;
      if (running === null) plan();
    },
    idle,
    async close() {
      closed = true;
      if (timer !== null) clearTimeout(timer);
      timer = null;
      await running;
    },
  };
};
