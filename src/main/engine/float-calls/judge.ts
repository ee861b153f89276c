import type { FloatBuild, FloatRead } from '../../../shared/model/float.ts';
import type { Float } from '../float/float.ts';
import { parseContextName } from '../float/names.ts';
import { prepared } from '../float/prepared.ts';
import { listBuilds } from '../float/record.ts';
import type { Header, Mention } from './header.ts';

export interface Seen {
  mention: Mention;
  /** What the answer showed of the file; null where its first lines are not in it. */
  header: Header | null;
  /** When the call was made, epoch ms. */
  time: number | null;
  root: string | null;
}

/** What is reported of a read next to where it was. */
export type Told = Omit<FloatRead, 'seq' | 'step' | 'file' | 'root'>;

/** Which build a call read, and whether its inputs had changed by then. `float` is null for a project that nobody knows here. */
export function judge(float: Float | null, seen: Seen): Told {
  const { mention, header } = seen;
  const named = parseContextName(mention.name);
  const tier = header?.tier ?? named?.tier ?? null;
  const path = (float && pathOf(float, mention.name)) ?? named?.path ?? (header?.shown.startsWith('/') ? header.shown : null);
  const told = { path, tier, contextHash: header?.hash ?? null, builtAt: header?.builtAt ?? null, stale: null, staleAt: null };
  if (float === null || path === null || tier === null) return { ...told, told: failing(seen) };
  const builds = listBuilds(float, path, tier);
  const build = header === null ? byTime(builds, seen.time) : byHeader(builds, header);
  if (build === null) return { ...told, told: failing(seen) };
  return {
    ...told,
    contextHash: build.contextHash,
    builtAt: header?.builtAt ?? build.builtAt,
    stale: staleAtTime(build, seen.time),
    staleAt: build.staleAt,
    told: header === null ? 'time' : 'header',
  };
}

/** The folder whose file bears this name, also where the name is a shortened one. */
const pathOf = ({ db }: Float, name: string): string | null =>
  (prepared(db, 'SELECT path FROM contexts WHERE file = ?').pluck().get(name) as string | undefined) ?? null;

/** By the hash of its inputs; of several builds of the same inputs the one of that second. */
const byHeader = (builds: readonly FloatBuild[], { hash, builtAt }: Header): FloatBuild | null => {
  const same = builds.filter(({ contextHash }) => contextHash.startsWith(hash));
  return same.find((build) => Math.floor(build.builtAt / 1000) * 1000 === builtAt) ?? same[0] ?? null;
};

/** The file as it stood at a time. */
const byTime = (builds: readonly FloatBuild[], time: number | null): FloatBuild | null =>
  time === null ? null : (builds.find(({ builtAt, replacedAt }) => builtAt <= time && (replacedAt === null || time < replacedAt)) ?? null);

const staleAtTime = ({ staleAt }: FloatBuild, time: number | null): boolean | null =>
  staleAt === null ? false : time === null ? null : staleAt <= time;

const failing = ({ header, root }: Seen): Told['told'] => {
  if (root === null) return 'unknown-project';
  return header === null ? 'no-sign' : 'unknown-build';
};
