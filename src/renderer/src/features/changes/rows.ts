import type { OmissionReason, Stay, StepDiff } from '../../../../shared/model/index.ts';

export type Group = 'added' | 'gone' | 'changed';
/** One list of a difference, or all of them. */
export type Shown = Group | 'all';

/** One entry of a difference, or one part of a recorded request. */
export type Change = StepDiff['changed'][number] & { reason?: OmissionReason | null };

export type ChangesRow =
  | { readonly type: 'head'; readonly group: Group; readonly count: number }
  | { readonly type: 'change'; readonly group: Group; readonly change: Change }
  /** Entries beyond the limit of the answer. */
  | { readonly type: 'more'; readonly group: Group; readonly count: number };

const GROUPS: readonly Group[] = ['added', 'gone', 'changed'];

export function countOf(diff: StepDiff, group: Group): number {
  return diff[group].length + diff.more[group];
}

/** The rows of the list: each group under a heading of its own, empty ones not at all. */
export function rowsOf(diff: StepDiff, shown: Shown): ChangesRow[] {
  return GROUPS.filter((group) => (shown === 'all' || shown === group) && countOf(diff, group) > 0).flatMap((group): ChangesRow[] => [
    { type: 'head', group, count: countOf(diff, group) },
    ...diff[group].map((change): ChangesRow => ({ type: 'change', group, change })),
    ...(diff.more[group] > 0 ? [{ type: 'more' as const, group, count: diff.more[group] }] : []),
  ]);
}

/** The entry row from `at` on in the direction of `by`; `at` itself where there is none. −1 where there is none at all. */
export function rowFrom(rows: readonly ChangesRow[], at: number, by: -1 | 1): number {
  for (let next = at; next >= 0 && next < rows.length; next += by) if (rows[next]?.type === 'change') return next;
  return at >= 0 && rows[at]?.type === 'change' ? at : rows.findIndex((row) => row.type === 'change');
}

/** The first step that saw an entry, and the one at which it left as `against` still had it; null where it is not known. */
export function jumpsOf(stays: readonly Stay[], against: number | null): { seen: number | null; left: number | null } {
  const until = against === null ? stays.at(-1) : (stays.findLast(({ from }) => from <= against) ?? stays.at(-1));
  return { seen: stays[0]?.from ?? null, left: until?.left?.step ?? null };
}
