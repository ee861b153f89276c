import type { ContextState, FloatContext, Tier } from '../../../shared/model/float.ts';
import type { TextDiff } from '../../../shared/model/index.ts';
import type { Output } from '../../../shared/rpc/contract.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { assembleContext } from '../float/context.ts';
import { digestOf, readContext } from '../float/context-files.ts';
import type { Float } from '../float/float.ts';
import { folderPath } from '../float/paths.ts';
import { prepared } from '../float/prepared.ts';
import { type Built, builtOf, listBuilds, readBuild } from '../float/record.ts';
import { diffText } from '../text/diff.ts';

/** A context as it would be built now, and the file of its name as it stands. Throws 'not-found'. */
export async function contextNow(
  float: Float,
  path: string,
  tier: Tier,
): Promise<FloatContext & { onDisk: string | null; state: ContextState }> {
  const context = await assembleContext(float, path, tier);
  const built = newest(float, context.path, tier);
  const onDisk = readContext(float, built?.file ?? context.file);
  return { ...context, onDisk, state: stateOf(built, onDisk, context.contextHash) };
}

const newest = (float: Float, path: string, tier: Tier): Built | undefined => builtOf(float.db, path).find((one) => one.tier === tier);

const stateOf = (built: Built | undefined, onDisk: string | null, hash: string): ContextState => {
  if (built === undefined) return 'pending';
  if (onDisk === null) return 'missing';
  if (digestOf(onDisk) !== built.digest) return 'changed';
  return built.staleAt !== null || built.hash !== hash ? 'stale' : 'current';
};

/** The text of one build by its digest; `now` is what would be built now, `disk` the file as it stands, whoever wrote it. Throws 'not-found' for what is no longer kept. */
const textOfBuild = async (float: Float, path: string, tier: Tier, digest: string): Promise<string> => {
  if (digest === 'now') return (await assembleContext(float, path, tier)).text;
  const built = newest(float, path, tier);
  const standing = digest === 'disk' && built !== undefined ? readContext(float, built.file) : null;
  if (standing !== null) return standing;
  const onDisk = built?.digest === digest ? readContext(float, built.file) : null;
  if (onDisk !== null && digestOf(onDisk) === digest) return onDisk;
  const kept = readBuild(float, path, tier, digest);
  if (kept !== null) return kept;
  throw new TapeError('not-found', `The text of that build of ${path} (${tier}) is no longer kept.`);
};

export async function diffBuilds(float: Float, folder: string, tier: Tier, [a, b]: readonly [string, string]): Promise<TextDiff> {
  const path = folderPath(folder);
  return diffText(await textOfBuild(float, path, tier, a), await textOfBuild(float, path, tier, b));
}

const TEXTS = 'SELECT digest FROM context_history WHERE path = ? AND tier = ? AND body IS NOT NULL';

/** The newest builds of a file. The text of the last is on the disk, that of a few older ones is kept next to it. */
export function buildsOf(float: Float, folder: string, tier: Tier, limit: number): Output<'float.builds'> {
  const path = folderPath(folder);
  const all = listBuilds(float, path, tier);
  const texts = new Set(prepared(float.db, TEXTS).pluck().all(path, tier));
  return {
    items: all.slice(0, limit).map((one) => ({ ...one, kept: one.replacedAt === null || texts.has(one.digest) })),
    total: all.length,
  };
}
