import type { BuildReceipt, Tier } from '../../../shared/model/float.ts';
import { fileNames, renderContext } from './context.ts';
import { digestOf, readContext, removeContext, type Stamp, writeContext } from './context-files.ts';
import type { Float } from './float.ts';
import { contextHash, dependenciesOf, gather, type Reader } from './gather.ts';
import {
  type Built,
  builtOf,
  clearMark,
  type DependencyDelta,
  dependencyDelta,
  keepBuilt,
  recordBuilt,
  storeDelta,
  textOf,
} from './record.ts';
import type { CountTokens } from './tokens.ts';

// A build in two halves. `makeFolder` reads and puts into words, in any thread; `storeFolder` is done by whoever holds the lock.

export interface How {
  tiers: readonly Tier[];
  /** What is of the same inputs as before is left as it is. */
  lazy: boolean;
}

export interface MadeFile {
  tier: Tier;
  file: string;
  contextHash: string;
  digest: string;
  tokens: number;
  /** The build whose place it takes, where that says something else, with its text (deflated) where it still stands. */
  replaces: { built: Built; body: Uint8Array | null } | null;
  text: string;
}

/** What is to be done about one folder. */
export interface Made<F = MadeFile> {
  path: string;
  /** Its builds as they were: where they are others by now, this is void. */
  before: Built[];
  /** Builds that are of these inputs already and are on disk. */
  settled: Built[];
  files: F[];
  dependencies: DependencyDelta;
}

/** null where the folder went away meanwhile. `at` is the time that the files will name, epoch ms. */
export function makeFolder(float: Float, reader: Reader, path: string, how: How & { count: CountTokens; at: number }): Made | null {
  const inputs = gather(reader, path);
  if (inputs === null) return null;
  const hash = contextHash(inputs);
  const before = builtOf(float.db, path);
  const nameOf = fileNames(float.db, path);
  const wanted = how.tiers.map((tier) => ({
    tier,
    file: nameOf(tier),
    old: before.find((built) => built.tier === tier),
  }));
  const settled = wanted.flatMap(({ file, old }) => (how.lazy && old !== undefined && isSettled(float, old, file, hash) ? [old] : []));
  const files = wanted
    .filter(({ old }) => old === undefined || !settled.includes(old))
    .map(({ tier, file, old }): MadeFile => {
      const { text, tokens } = renderContext(inputs, { tier, file, hash, at: how.at, count: how.count });
      const digest = digestOf(text);
      const replaces = old === undefined || old.digest === digest ? null : { built: old, body: textOf(float, old) };
      return { tier, file, contextHash: hash, digest, tokens, replaces, text };
    });
  return { path, before, settled, files, dependencies: dependencyDelta(float.db, path, dependenciesOf(inputs)) };
}

const isSettled = (float: Float, old: Built, file: string, hash: string): boolean => {
  if (old.hash !== hash || old.file !== file) return false;
  const text = readContext(float, file);
  return text !== null && digestOf(text) === old.digest;
};

/** Names of files that are there now, and of those that are no longer. */
export interface Written {
  written: string[];
  removed: string[];
}

/** Call with the lock held; `put` moves a file to its place. */
export function storeFolder<F extends Omit<MadeFile, 'text'>>(float: Float, made: Made<F>, at: number, put: (file: F) => Stamp): Written {
  for (const built of made.settled) clearMark(float.db, built);
  const done: Written = { written: [], removed: [] };
  for (const file of made.files) {
    const old = made.before.find(({ tier }) => tier === file.tier);
    if (file.replaces !== null) keepBuilt(float.db, file.replaces.built, file.replaces.body, at);
    if (old !== undefined && old.file !== file.file) {
      removeContext(float, old.file);
      done.removed.push(old.file);
    }
    recordBuilt(float.db, made.path, file, at, put(file));
    done.written.push(file.file);
  }
  storeDelta(float.db, made.path, made.dependencies);
  return done;
}

const NOTHING: Written = { written: [], removed: [] };

/** Made and stored by one hand, with the lock held. */
export function buildFolder(float: Float, reader: Reader, path: string, how: How & { count: CountTokens; at: number }): Written {
  const made = makeFolder(float, reader, path, how);
  return made === null ? NOTHING : storeFolder(float, made, how.at, ({ file, text }) => writeContext(float, file, text));
}

/** What came of one folder, in a build's receipt. */
export function noteIn(receipt: BuildReceipt, { written, removed }: Written): void {
  receipt.folders += 1;
  receipt.written.push(...written);
  receipt.removed.push(...removed);
  if (written.length === 0) receipt.unchanged += 1;
}
