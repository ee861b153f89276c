import type { BuildReceipt, ScanReceipt, Tier } from '../../../shared/model/float.ts';
import { toWireError } from '../../../shared/rpc/tape-error.ts';
import { build } from './build.ts';
import type { Float } from './float.ts';
import { createRulesOf } from './rules-of.ts';
import { scan } from './scan.ts';
import { scanFolders } from './scan-folders.ts';
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

/** Folders that are looked at one by one; beyond them all are. */
const MOST_FOLDERS = 200;

/** Folders in which files changed; `all` where folders came or went. */
type Due = ReadonlySet<string> | 'all';
const NOTHING: Due = new Set();

const both = (a: Due, b: Due): Due => (a === 'all' || b === 'all' || a.size + b.size > MOST_FOLDERS ? 'all' : new Set([...a, ...b]));

const hasNews = ({ added, changed, removed, newFolders, goneFolders }: ScanReceipt): boolean =>
  added + changed + removed + newFolders.length + goneFolders.length > 0;

/**
 * Scans and builds what is stale now, and again whenever a file of the project changes or somebody writes to its database. Changes that
 * come while a round is on are the next round's. A round that fails is told, and tried again with the next change. Resolves when
 * nothing that happens from now on is missed.
 */
export const watchFloat = async (float: Float, options: WatchOptions): Promise<Watching> => {
  const stop = new AbortController();
  const rulesOf = createRulesOf(float.root);
  const look = (folders: Due): Promise<ScanReceipt> | ScanReceipt =>
    (folders === 'all' ? null : scanFolders(float, folders, rulesOf)) ?? (options.scan ?? scan)(float, { signal: stop.signal });
  const rounds = createRounds((folders) => round(float, options, folders, { look, signal: stop.signal }));
  const version = (): unknown => float.db.pragma('data_version', { simple: true });
  let seen = version();
  rounds.due('all');
  const files = await watchFiles(float.root, {
    rulesOf,
    changed: (folder) => rounds.due(folder === null ? 'all' : new Set([folder])),
    failed: (message) => options.tell({ event: 'failed', message }),
  });
  // What changed before the watch was there.
  rounds.due('all');
  const asking = setInterval(() => {
    const now = version();
    if (now !== seen) rounds.due(NOTHING);
    seen = now;
  }, LOOK);
  return {
    idle: rounds.idle,
    async close() {
      clearInterval(asking);
      stop.abort();
      await files.close();
      await rounds.close();
    },
  };
};

interface Means {
  look: (folders: Due) => Promise<ScanReceipt> | ScanReceipt;
  signal: AbortSignal;
}

/** Answers what is still to be looked at: all of it where looking failed. What could not be built is marked in the database. */
const round = async (float: Float, options: WatchOptions, folders: Due, { look, signal }: Means): Promise<Due> => {
  const { tiers, tell } = options;
  let left = folders;
  try {
    if (folders === 'all' || folders.size > 0) {
      const receipt = await look(folders);
      if (hasNews(receipt)) tell({ event: 'scan', receipt });
    }
    left = NOTHING;
    // Context files are looked at with the project as a whole: one that is saved costs the same in projects of any size.
    const trust = folders !== 'all';
    const receipt = await (options.build ?? build)(float, { stale: true, trust, signal, ...(tiers && { tiers }) });
    if (receipt.written.length + receipt.removed.length > 0) tell({ event: 'build', receipt });
  } catch (failure) {
    if (!signal.aborted) tell({ event: 'failed', message: toWireError(failure).message });
  }
  return left;
};

/** Makes rounds of changes: one at a time, soon after a change, seldom in a storm. */
const createRounds = (work: (folders: Due) => Promise<Due>) => {
  let first = 0;
  let changes = 0;
  let folders: Due = NOTHING;
  let timer: NodeJS.Timeout | null = null;
  let running: Promise<void> | null = null;
  let closed = false;
  const start = (): void => {
    timer = null;
    if (running !== null) return;
    const due = folders;
    changes = 0;
    folders = NOTHING;
    running = work(due).then((left) => {
      running = null;
      folders = both(folders, left);
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
    due(more: Due) {
      if (changes === 0) first = performance.now();
      changes += 1;
      folders = both(folders, more);
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
