import { setImmediate } from 'node:timers/promises';
import type { BuildReceipt, FloatContext, Tier } from '../../../shared/model/float.ts';
import { TIERS } from '../../../shared/model/float-words.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { writeFailure } from '../store/disk.ts';
import { fileName, renderContext } from './context.ts';
import { digestOf, readContext, removeContext, removeDrafts, writeContext } from './context-files.ts';
import type { Float } from './float.ts';
import { contextHash, createReader, dependenciesOf, gather, type Reader } from './gather.ts';
import { byText, folderPath } from './paths.ts';
import { prepared } from './prepared.ts';
import { type Built, builtOf, clearMark, forgetBuilt, keepBuilt, recordBuilt, storeDependencies } from './record.ts';
import { type CountTokens, loadCounter } from './tokens.ts';

export interface BuildOptions {
  /** This folder alone; all where it is left out. */
  path?: string;
  /** Only what is stale or was never built. */
  stale?: boolean;
  /** All four where it is left out. */
  tiers?: readonly Tier[];
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
export const build = async (float: Float, options: BuildOptions = {}): Promise<BuildReceipt> => {
  const tiers = TIERS.filter((tier) => options.tiers === undefined || options.tiers.includes(tier));
  const receipt: BuildReceipt = { written: [], unchanged: 0, removed: removeGone(float), folders: 0 };
  const paths = targets(float, options, tiers);
  if (paths.length === 0) return receipt;
  const count = await loadCounter();
  for (let at = 0; at < paths.length; at += PER_TURN) {
    if (options.signal?.aborted) throw new TapeError('cancelled', 'The build was cancelled; what was written is whole.');
    buildSome(float, paths.slice(at, at + PER_TURN), { tiers, count, lazy: options.stale === true }, receipt);
    options.progress?.({ done: Math.min(at + PER_TURN, paths.length), total: paths.length });
    await setImmediate();
  }
  return receipt;
};

/** Folders for each transaction: some 50 ms. */
const PER_TURN = 16;

const targets = ({ db }: Float, { path, stale }: BuildOptions, tiers: readonly Tier[]): string[] => {
  if (path !== undefined) return [requireKnown(db, folderPath(path))];
  if (stale !== true) return prepared(db, 'SELECT path FROM folders WHERE gone_at IS NULL ORDER BY path').pluck().all() as string[];
  const marked = prepared(db, 'SELECT DISTINCT path FROM contexts WHERE stale_at IS NOT NULL').pluck().all() as string[];
  const folders = prepared(db, 'SELECT count(*) FROM folders INDEXED BY folders_gone WHERE gone_at IS NULL').pluck().get() as number;
  return [...new Set([...marked, ...tiers.flatMap((tier) => pending(db, tier, folders))])].sort(byText);
};

const requireKnown = (db: Float['db'], path: string): string => {
  const known = prepared(db, 'SELECT 1 FROM folders WHERE path = ? AND gone_at IS NULL').get(path);
  if (known === undefined) throw new TapeError('not-found', `The folder ${path} is not in .float/float.db: scan first.`);
  return path;
};

/** Folders without a context of this tier. Two counts say that there is none, which is so nearly always. */
const pending = (db: Float['db'], tier: Tier, folders: number): string[] => {
  const built = prepared(db, 'SELECT count(*) FROM contexts WHERE tier = ?').pluck().get(tier);
  if (folders === built) return [];
  const missing = 'SELECT path FROM folders WHERE gone_at IS NULL AND path NOT IN (SELECT path FROM contexts WHERE tier = ?)';
  return prepared(db, missing).pluck().all(tier) as string[];
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

const locked = <T>(float: Float, work: () => T): T => {
  try {
    return float.db.transaction(work).immediate();
  } catch (error) {
    throw writeFailure(error, float.contexts);
  }
};

interface How {
  tiers: readonly Tier[];
  count: CountTokens;
  lazy: boolean;
}

const buildSome = (float: Float, paths: readonly string[], how: How, receipt: BuildReceipt): void =>
  locked(float, () => {
    const reader = createReader(float.db);
    for (const path of paths) {
      const written = buildFolder(float, reader, path, how);
      receipt.folders += 1;
      receipt.written.push(...written);
      if (written.length === 0) receipt.unchanged += 1;
    }
  });

/** Answers the names of the files that were written; none where the folder went away meanwhile or all is as it should be. */
const buildFolder = (float: Float, reader: Reader, path: string, { tiers, count, lazy }: How): string[] => {
  const inputs = gather(reader, path);
  if (inputs === null) return [];
  const [at, hash] = [float.now(), contextHash(inputs)];
  const before = builtOf(float.db, path);
  const wanted = tiers.map((tier) => ({ tier, file: fileName(float.db, path, tier), old: before.find((built) => built.tier === tier) }));
  const due = wanted.filter(({ file, old }) => !(lazy && old !== undefined && settle(float, old, file, hash)));
  for (const { tier, file, old } of due) store(float, renderContext(inputs, { tier, file, hash, at, count }), old, at);
  storeDependencies(float.db, path, dependenciesOf(inputs));
  return due.map(({ file }) => file);
};

/** True where a file is of these inputs already and stands on disk: then it is current. */
const settle = (float: Float, old: Built, file: string, hash: string): boolean => {
  if (old.hash !== hash || old.file !== file) return false;
  const text = readContext(float, file);
  if (text === null || digestOf(text) !== old.digest) return false;
  clearMark(float.db, old);
  return true;
};

const store = (float: Float, context: FloatContext, old: Built | undefined, at: number): void => {
  const digest = digestOf(context.text);
  if (old !== undefined && old.digest !== digest) keepBuilt(float, old, at);
  if (old !== undefined && old.file !== context.file) removeContext(float, old.file);
  writeContext(float, context.file, context.text);
  recordBuilt(float.db, context, digest, at);
};
