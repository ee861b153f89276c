import { useState } from 'react';
import type { FloatBuild } from '../../../../shared/model/float.ts';
import { useBuildDiff, useBuilds, useContextFile } from '../../data/floatHooks.ts';
import type { FilesPlace } from '../../state/hash.ts';
import { Failure } from '../../ui/Failure.tsx';
import { count, formatMoment, formatNumber, formatWhen } from '../../ui/format.ts';
import { Heads } from '../../ui/Heads.tsx';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import styles from './Builds.module.css';
import { DiffText } from './DiffText.tsx';
import { More } from './More.tsx';
import { ReadList } from './ReadList.tsx';

/** The choice of what would be built now. */
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

/** Builds that are listed at first (those whose text is kept, and some), and with each wish for more. */
const SHOWN = 10;
const MORE = 50;
const MOST = 1000;

const fate = ({ staleAt, replacedAt }: FloatBuild): string => {
  if (replacedAt === null) return staleAt === null ? 'current' : `stale since ${formatWhen(staleAt)}`;
  return staleAt === null ? `replaced ${formatWhen(replacedAt)}` : `stale from ${formatWhen(staleAt)}, replaced ${formatWhen(replacedAt)}`;
};

/** "+120" tokens against the build before. */
const change = (builds: readonly FloatBuild[], at: number): string => {
  const [one, before] = [builds[at], builds[at + 1]];
  if (one === undefined || before === undefined || one.tokens === before.tokens) return '';
  const more = one.tokens - before.tokens;
  return `${more > 0 ? '+' : '−'}${formatNumber(Math.abs(more))}`;
};

/** The builds of one file; two of them are read against each other, and below stand the agents that read one. */
export function BuildsLook({ place }: { place: FilesPlace }) {
  const { root, folder, tier } = place;
  const [most, setMost] = useState(SHOWN);
  const answer = useBuilds(root, folder, tier, most);
  const context = useContextFile(root, folder, tier);
  const [chosen, setChosen] = useState<readonly [string, string] | null>(null);
  const builds = answer.data?.items ?? [];
  const kept = builds.filter((one) => one.kept);
  const older = (answer.data?.total ?? 0) - builds.length;
  const state = context.data?.state;
  const withNow = state !== undefined && state !== 'current';
  const known = new Set([...kept.map(({ digest }) => digest), NOW]);
  const pair = chosen?.every((one) => known.has(one)) ? chosen : defaultPair(kept, withNow);
  if (answer.isError) return <Failure error={answer.error} onRetry={() => void answer.refetch()} />;
  if (answer.data === undefined) return <SkeletonRows rows={6} height={44} label="Reading the builds" />;
  const pick = (side: 0 | 1, digest: string) => setChosen(pairWith(pair, side, digest));
  const radio = (side: 0 | 1, digest: string, what: string) => (
    <input
      type="radio"
      name={`side ${side}`}
      aria-label={`${side === 0 ? 'From' : 'To'} ${what}`}
      checked={pair?.[side] === digest}
      onChange={() => pick(side, digest)}
    />
  );
  return (
    <section className="full-height scroll-y pad-bottom-5 small no-outline" aria-label="Builds" tabIndex={-1}>
      {builds.length === 0 ? (
        <p className="pad-x-4 pad-y-3 dim">This file was never built: nothing to compare.</p>
      ) : (
        <table className={`${styles.table} full-width`}>
          <Heads
            columns={['from', 'to', 'built', { name: 'tokens', className: `${styles.number} text-right` }, 'inputs', 'state']}
            className="tiny dim"
          />
          <tbody>
            {withNow && context.data && (
              <tr className="hover-shade">
                <td className="line-above nowrap">{radio(0, NOW, 'what would be built now')}</td>
                <td className="line-above nowrap">{radio(1, NOW, 'what would be built now')}</td>
                <td className="line-above nowrap">as it would be built now</td>
                <td className={`${styles.number} line-above nowrap text-right`}>{formatNumber(context.data.tokens)}</td>
                <td className="line-above nowrap">
                  <code>{context.data.contextHash.slice(0, 12)}</code>
                </td>
                <td className="line-above nowrap">not built</td>
              </tr>
            )}
            {builds.map((one, at) => (
              <tr key={`${one.digest} ${one.builtAt}`} className="hover-shade">
                <td className="line-above nowrap">{one.kept && radio(0, one.digest, formatMoment(one.builtAt))}</td>
                <td className="line-above nowrap">{one.kept && radio(1, one.digest, formatMoment(one.builtAt))}</td>
                <td className="line-above nowrap" title={one.kept ? undefined : 'The text is no longer stored, so it cannot be compared.'}>
                  {formatMoment(one.builtAt)}
                  {!one.kept && <span className="dim"> · text not stored</span>}
                </td>
                <td className={`${styles.number} line-above nowrap text-right`}>
                  <span className="dim">{change(builds, at)}</span> {formatNumber(one.tokens)}
                </td>
                <td className="line-above nowrap">
                  <code title={one.contextHash}>{one.contextHash.slice(0, 12)}</code>
                </td>
                <td className="line-above nowrap" data-stale={one.replacedAt === null && one.staleAt !== null}>
                  {fate(one)}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {most < MOST && (
        <More left={older} step={MORE} what="older" className="pad-x-4 pad-top-2" onMore={() => setMost(Math.min(MOST, most + MORE))} />
      )}
      {pair !== null && <Pair place={place} pair={pair} />}
      {pair === null && builds.length > 0 && (
        <p className="pad-x-4 pad-y-3 dim">{count(builds.length, 'build')}: none to compare it with yet.</p>
      )}
      <ReadList place={place} />
    </section>
  );
}

const Pair = ({ place: { root, folder, tier }, pair }: { place: FilesPlace; pair: readonly [string, string] }) => {
  const same = pair[0] === pair[1];
  const diff = useBuildDiff(root, { path: folder, tier }, same ? null : pair);
  if (same) return <p className="pad-x-4 pad-y-3 dim">Choose two different builds.</p>;
  if (diff.isError) return <Failure error={diff.error} />;
  if (diff.data === undefined) return <SkeletonRows rows={6} height={40} label="Comparing" />;
  return <DiffText diff={diff.data} names={['in the first', pair[1] === NOW ? 'as built now' : 'in the second']} />;
};
