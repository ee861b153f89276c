import type { FloatBuild } from '../../../../shared/model/float.ts';

/** Stands for what would be built now. */
export const NOW = 'now';

/** What is compared until somebody chooses: the two newest, the one that would be built now among them. Null where there is one only. */
export function defaultPair(builds: readonly Pick<FloatBuild, 'digest'>[], withNow: boolean): readonly [string, string] | null {
  const newest = [...(withNow ? [NOW] : []), ...builds.map(({ digest }) => digest)];
  const [to, from] = newest;
  return to === undefined || from === undefined ? null : [from, to];
}

/** The pair with one side chosen again. */
export function pairWith(pair: readonly [string, string] | null, side: 0 | 1, digest: string): readonly [string, string] {
  const [a, b] = pair ?? [digest, digest];
  return side === 0 ? [digest, b] : [a, digest];
}
