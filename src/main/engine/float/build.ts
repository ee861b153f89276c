import { availableParallelism } from 'node:os';
import { setImmediate } from 'node:timers/promises';
import type { BuildReceipt, Tier } from '../../../shared/model/float.ts';
import { TIERS } from '../../../shared/model/float-kinds.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { buildInThreads } from './build-threads.ts';
import { removeDrafts } from './context-files.ts';
import { damagedFolders } from './damage.ts';
import type { Float } from './float.ts';
import { createReader } from './gather.ts';
import { requireFolder } from './known.ts';
import { locked } from './lock.ts';
import { buildFolder, type How, noteIn } from './make.ts';
import { getMeta, lacksSoFar, setMeta } from './meta.ts';
import { byText, folderPath } from './paths.ts';
import { prepared } from './prepared.ts';
import { type Built, forgetBuilt, tiersInUse } from './record.ts';
import { type CountTokens, loadCounter } from './tokens.ts';

export interface BuildOptions {
  /** This folder alone; all where it is left out. */
  path?: string;
  /** Only what is stale, was never built, or is gone or edited since. */
  stale?: boolean;
  /** Where it is left out: all four, and with `stale` those that were ever built for anything. */
  tiers?: readonly Tier[];
  /** With `stale`: what was built is taken to be there as it was written. For who builds so often that a look at every file would cost more. */
  trust?: boolean;
  /** Threads that put folders into words. Where it is left out: as many as the machine has cores, up to four. Few folders need none. */
  jobs?: number;
  signal?: AbortSignal;
  progress?: (seen: { done: number; total: number }) => void;
}

/**
 * Writes context files. With `stale`, what turns out to have the same inputs as before is only noted as current; without, every file is
 * written. A cancelled build ('cancelled') has written whole files and noted them. Throws 'not-found' for an unknown folder.
 *
 * A few folders at a time, in one transaction that other writers wait for: what is read, written and noted is one state. A kill leaves
 * files that are old or new, and rows that say stale: the next build writes those again.
 */
export async function build(float: Float, options: BuildOptions = {}): Promise<BuildReceipt> {
  const wanted = options.tiers ?? (options.stale === true ? tiersInUse(float.db) : TIERS);
  const tiers = TIERS.filter((tier) => wanted.includes(tier));
  const receipt: BuildReceipt = { written: [], unchanged: 0, removed: removeGone(float), folders: 0 };
  const lacks = lacksSoFar(float.db);
  const paths = targets(float, options, tiers);
  if (options.signal?.aborted) throw cancelled();
  const how = { tiers, lazy: options.stale === true };
  const jobs = Math.min(options.jobs ?? Math.min(availableParallelism(), MOST_JOBS), Math.floor(paths.length / PER_JOB));
  const turns = jobs > 1 ? inThreads(float, paths, how, jobs, receipt) : inTurns(float, paths, how, receipt);
  for await (const _ of turns) {
    options.progress?.({ done: receipt.folders, total: paths.length });
    if (options.signal?.aborted) throw cancelled();
  }
  if (options.path === undefined) noteComplete(float, tiers, lacks);
  return receipt;
}

const cancelled = (): TapeError => new TapeError('cancelled', 'The build was cancelled; what was written is whole.');

/** Jobs where nobody says how many. */
const MOST_JOBS = 4;
/** Folders that make it worth to start a thread, which reads the tokenizer's tables first. */
const PER_JOB = 48;
/** Folders for each transaction: some 50 ms. */
const PER_TURN = 16;

async function* inTurns(float: Float, paths: readonly string[], how: How, receipt: BuildReceipt): AsyncGenerator<void> {
  if (paths.length === 0) return;
  const count = await loadCounter();
  for (let at = 0; at < paths.length; at += PER_TURN) {
    buildSome(float, paths.slice(at, at + PER_TURN), { ...how, count }, receipt);
    yield;
    await setImmediate();
  }
}

async function* inThreads(float: Float, paths: readonly string[], how: How, jobs: number, receipt: BuildReceipt): AsyncGenerator<void> {
  for await (const again of buildInThreads(float, paths, how, jobs, receipt)) {
    if (again.length > 0) buildSome(float, again, { ...how, count: await loadCounter() }, receipt);
    yield;
  }
  locked(float, () => removeDrafts(float));
}

const targets = (float: Float, { path, stale, trust }: BuildOptions, tiers: readonly Tier[]): string[] => {
  const { db } = float;
  if (path !== undefined) {
    requireFolder(db, folderPath(path));
    return [folderPath(path)];
  }
  if (stale !== true) return prepared(db, 'SELECT path FROM folders WHERE gone_at IS NULL ORDER BY path').pluck().all() as string[];
  const marked = prepared(db, 'SELECT DISTINCT path FROM contexts WHERE stale_at IS NOT NULL').pluck().all() as string[];
  const damaged = trust === true ? [] : damagedFolders(float, tiers);
  return [...new Set([...marked, ...tiers.flatMap((tier) => pending(db, tier)), ...damaged])].sort(byText);
};

/** Folders without a context of this tier. That there is none is known from the build before, so that a rebuild does not look at all folders. */
const pending = (db: Float['db'], tier: Tier): string[] => {
  if (getMeta(db, `built_${tier}`) === String(lacksSoFar(db))) return [];
  const missing = 'SELECT path FROM folders WHERE gone_at IS NULL AND path NOT IN (SELECT path FROM contexts WHERE tier = ?)';
  return prepared(db, missing).pluck().all(tier) as string[];
};

/** `lacks` is what was known when this build began: what has come since is still to be built. */
const noteComplete = (float: Float, tiers: readonly Tier[], lacks: number): void => {
  const fresh = tiers.filter((tier) => getMeta(float.db, `built_${tier}`) !== String(lacks));
  if (fresh.length === 0) return;
  locked(float, () => {
    for (const tier of fresh) setMeta(float.db, `built_${tier}`, String(lacks));
  });
};

const GONE = `SELECT path, tier, file, context_hash AS hash, digest, tokens, context_built_at AS builtAt, stale_at AS staleAt FROM contexts
  WHERE stale_at IS NOT NULL AND path NOT IN (SELECT path FROM folders WHERE gone_at IS NULL AND path = contexts.path)`;

/** Files of folders that are gone, and what a killed build left. Answers their names. */
const removeGone = (float: Float): string[] =>
  locked(float, () => {
    removeDrafts(float);
    const gone = prepared(float.db, GONE).all() as Built[];
    for (const built of gone) forgetBuilt(float, built, float.now());
    return gone.map(({ file }) => file);
  });

const buildSome = (float: Float, paths: readonly string[], how: How & { count: CountTokens }, receipt: BuildReceipt): void =>
  locked(float, () => {
    const reader = createReader(float.db);
    for (const path of paths) noteIn(receipt, buildFolder(float, reader, path, { ...how, at: float.now() }));
  });
