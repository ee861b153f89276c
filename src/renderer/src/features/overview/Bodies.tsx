import type { LibraryOverview, OverviewBy } from '../../../../shared/model/index.ts';
import { useMoney } from '../../data/appHooks.ts';
import { useLostSums, useToolSums } from '../../data/libraryHooks.ts';
import { useVerdicts } from '../../data/requestHooks.ts';
import type { TablePlace } from '../../state/hash.ts';
import { Failure } from '../../ui/Failure.tsx';
import { count } from '../../ui/format.ts';
import { SkeletonRows } from '../../ui/Skeleton.tsx';
import { LostTable } from './LostTable.tsx';
import { askedOf, periodOf } from './period.ts';
import { SumsTable } from './SumsTable.tsx';
import { ToolsTable } from './ToolsTable.tsx';
import { VerdictsTable } from './VerdictsTable.tsx';

/** Days that have rows: a year. */
const MOST_DAYS = 366;
/** Rows of a table; the rest is in its file. */
export const MOST_GROUPS = 200;

/** Requests added up by day, project, model or agent. */
export function Requests({ overview, place, by }: { overview: LibraryOverview; place: TablePlace; by: OverviewBy }) {
  const priced = useMoney();
  const { groups, left, others } = overview[by];
  const shown = by === 'day' ? groups.toReversed().slice(0, MOST_DAYS) : groups;
  return (
    <>
      <SumsTable {...{ by, priced, groups: shown, total: overview.total, query: place.query }} others={others && { left, sums: others }} />
      <p className="dim small pad-top-3 pad-bottom-5 pad-x-4">
        Each request counts once, even if a copy of its session repeats it.{' '}
        {(by === 'day' || by === 'model') && `Each figure links to its sessions, whose rows count all of their days and models. `}
        {overview.total.silent > 0 && `The log records no tokens for ${count(overview.total.silent, 'step')}. `}
        {by === 'day' && groups.length > shown.length && `${count(groups.length - shown.length, 'earlier day')} only in the CSV.`}
      </p>
    </>
  );
}

/** How long tools took. */
export function Tools({ place }: { place: TablePlace }) {
  const tools = useToolSums({ ...askedOf(place.query), limit: MOST_GROUPS });
  if (tools.isError) return <Failure error={tools.error} onRetry={() => void tools.refetch()} />;
  if (tools.data === undefined) return <SkeletonRows rows={12} height={27} label="Reading tool calls" />;
  return <ToolsTable sums={tools.data} period={periodOf(place.query)} />;
}

/** What compactions lost. */
export function Lost({ place }: { place: TablePlace }) {
  const lost = useLostSums({ ...askedOf(place.query), limit: MOST_GROUPS });
  if (lost.isError) return <Failure error={lost.error} onRetry={() => void lost.refetch()} />;
  if (lost.data === undefined) return <SkeletonRows rows={12} height={27} label="Reading what compactions lost" />;
  return <LostTable sums={lost.data} />;
}

/** How often views are what was sent. */
export function Verified() {
  const verdicts = useVerdicts();
  if (verdicts.isError) return <Failure error={verdicts.error} onRetry={() => void verdicts.refetch()} />;
  if (verdicts.data === undefined) return <SkeletonRows rows={12} height={27} label="Comparing views with requests" />;
  return <VerdictsTable verdicts={verdicts.data.items} />;
}
