import { statSync } from 'node:fs';
import type { BuildReceipt, ScanReceipt, Tier } from '../../../shared/model/float.ts';
import { TapeError, toWireError } from '../../../shared/rpc/tape-error.ts';
import { build } from './build.ts';
import type { Float } from './float.ts';
import { childOf, parentOf } from './paths.ts';
import { prepared } from './prepared.ts';
import { refresh } from './refresh.ts';
import { createRulesOf, type RulesOf } from './rules-of.ts';
import { compareFolder, type ScanSeen, scan } from './scan.ts';
import { type FolderDelta, storeScan } from './store-scan.ts';
import { walk } from './walk.ts';
import { watchFiles } from './watch-files.ts';

/**
 * Looks at the files of these folders alone, whatever the size of the project: for who knows where something changed. Answers null, and
 * has written nothing, where one of them or a folder in it is new or gone: only a scan of all tells moves from losses.
 */
export function scanFolders(float: Float, folders: Iterable<string>, rulesOf: RulesOf): ScanReceipt | null {
  const deltas: FolderDelta[] = [];
  for (const path of folders) {
    if (!isKnown(float, path) || !isFolder(float.root + path)) return null;
    const parent = parentOf(path);
    const { value: folder } = walk(float.root, { path, above: parent === null ? null : rulesOf(parent) }).next();
    if (!folder || !sameChildren(float, path, folder.folders)) return null;
    deltas.push(compareFolder(float, folder));
  }
  return storeScan(float, deltas, true);
}

const isFolder = (path: string): boolean => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;

const isKnown = ({ db }: Float, path: string): boolean =>
  prepared(db, 'SELECT 1 FROM folders WHERE path = ? AND gone_at IS NULL').get(path) !== undefined;

const sameChildren = ({ db }: Float, path: string, names: readonly string[]): boolean => {
  const known = new Set(prepared(db, 'SELECT path FROM folders WHERE parent_path = ? AND gone_at IS NULL').pluck().all(path));
  return known.size === names.length && names.every((name) => known.has(childOf(path, name)));
};

/** What a watcher says: only rounds that found or wrote something, and failures. */
export type WatchTold =
  | { event: 'scan'; receipt: ScanReceipt }
  | { event: 'build'; receipt: BuildReceipt }
  | { event: 'failed'; message: string };

/** How far the first look at the project is, or a build; a total of 0 is one that nobody knows. */
export interface WatchProgress {
  work: 'scan' | 'build';
  done: number;
  total: number;
}

export interface WatchOptions {
  tiers?: readonly Tier[];
  tell: (told: WatchTold) => void;
  /** null at the end of a round that was told of. */
  progress?: (progress: WatchProgress | null) => void;
  /** Cancels the watch while it starts; once it has started, `close` ends it. */
  signal?: AbortSignal;
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
 * come while a round is on are the next round's. A round that fails is reported, and tried again with the next change. Resolves when
 * nothing that happens from now on is missed. Throws 'cancelled'.
 */
export async function watchFloat(float: Float, options: WatchOptions): Promise<Watching> {
  const stop = new AbortController();
  const { signal } = stop;
  const giveUp = (): void => stop.abort();
  const rulesOf = createRulesOf(float.root);
  const { progress } = options;
  let known = false;
  const look = async (folders: Due): Promise<ScanReceipt> => {
    const some = folders === 'all' ? null : scanFolders(float, folders, rulesOf);
    if (some !== null) return refresh(float, some, signal);
    // Later ones have little to read.
    const first = ({ files, total }: ScanSeen): void => {
      if (!known && files >= MANY_FILES) progress?.({ work: 'scan', done: files, total });
    };
    const receipt = await (options.scan ?? scan)(float, { signal, progress: first });
    known = true;
    return receipt;
  };
  const rounds = createRounds((folders) => round(float, options, folders, { look, signal }));
  const version = (): unknown => float.db.pragma('data_version', { simple: true });
  let seen = version();
  if (options.signal?.aborted) giveUp();
  options.signal?.addEventListener('abort', giveUp, { once: true });
  rounds.due('all');
  const files = await watchFiles(float.root, {
    rulesOf,
    signal,
    changed: (folder) => rounds.due(folder === null ? 'all' : new Set([folder])),
    failed: (message) => options.tell({ event: 'failed', message }),
  });
  options.signal?.removeEventListener('abort', giveUp);
  if (signal.aborted) {
    await Promise.all([files.close(), rounds.close()]);
    throw new TapeError('cancelled', 'The watch was given up before it had begun.');
  }
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
}

/** What has fewer files to read, or folders to write, is over before anybody reads how far it is. */
const MANY_FILES = 500;
const MANY_FOLDERS = 20;

interface Means {
  look: (folders: Due) => Promise<ScanReceipt>;
  signal: AbortSignal;
}

/** Answers what is still to be looked at: all of it where looking failed. What could not be built is marked in the database. */
const round = async (float: Float, options: WatchOptions, folders: Due, { look, signal }: Means): Promise<Due> => {
  const { tiers, tell, progress } = options;
  let left = folders;
  try {
    if (folders === 'all' || folders.size > 0) {
      const receipt = await look(folders);
      if (hasNews(receipt)) tell({ event: 'scan', receipt });
    }
    left = NOTHING;
    // Context files are looked at with the project as a whole: one that is saved costs the same in projects of any size.
    const trust = folders !== 'all';
    const far = ({ done, total }: { done: number; total: number }): void => {
      if (total >= MANY_FOLDERS) progress?.({ work: 'build', done, total });
    };
    const receipt = await (options.build ?? build)(float, { stale: true, trust, signal, progress: far, ...(tiers && { tiers }) });
    progress?.(null);
    if (receipt.written.length + receipt.removed.length > 0) tell({ event: 'build', receipt });
  } catch (failure) {
    progress?.(null);
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
