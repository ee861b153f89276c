import type { MergeConflict, MergeItem, MergeOptions, MergePreview, Verdict } from '../../../../../shared/model/index.ts';
import { count, formatDuration, formatNumber } from '../../../ui/format.ts';

const entries = (amount: number): string => count(amount, 'entry', 'entries');

/** A figure of the answer: the number is bold, its words follow. */
export interface Figure {
  readonly value: string;
  readonly words: string;
  readonly tone: 'plain' | 'warn';
}

/** "12 entries appended as #105 to #116", "3 duplicates left out", "1 conflict": what a merge would do, the answer first. */
export function figuresOf({ order, duplicates, left, conflicts }: MergePreview): Figure[] {
  const first = order[0]?.newId;
  const last = order.at(-1)?.newId;
  const range = first === undefined ? ': the merge only closes the fork' : first === last ? ` as #${first}` : ` as #${first} to #${last}`;
  const figures: Figure[] = [{ value: entries(order.length), words: `appended${range}`, tone: 'plain' }];
  if (duplicates.length > 0) figures.push({ value: count(duplicates.length, 'duplicate'), words: 'left out', tone: 'plain' });
  if (left.length > 0) figures.push({ value: formatNumber(left.length), words: 'not taken', tone: 'plain' });
  if (conflicts.length > 0) figures.push({ value: count(conflicts.length, 'conflict'), words: '', tone: 'warn' });
  return figures;
}

/** Why the merge cannot be made now, in one sentence; null where it can. */
export function whyNot(at: {
  preview: MergePreview | undefined;
  verdict: Verdict | null;
  readOnly: string | null;
  /** The preview on screen is of another choice, or there is none. */
  waiting: boolean;
  failed: boolean;
  names: number;
}): string | null {
  if (at.readOnly !== null) return at.readOnly;
  if (at.names === 0) return 'Choose a fork.';
  if (at.failed) return 'No merge without a preview.';
  if (at.preview === undefined || at.waiting) return 'Preparing the preview…';
  const conflicts = at.preview.conflicts.length;
  if (!at.preview.mergeable)
    return conflicts > 0 ? `${count(conflicts, 'conflict')} refused. Choose how to settle ${conflicts === 1 ? 'it' : 'them'}.` : 'Refused.';
  if (at.verdict?.verdict === 'refuted') return 'The gate refuted this union.';
  return null;
}

const markWords: Record<NonNullable<MergeItem['mark']>, string> = {
  'kept-both': 'kept both',
  superseded: 'superseded',
  supersedes: 'supersedes',
  insight: 'insight',
  source: 'cited source',
  anchor: 'anchor',
};

/** Why an entry stands out; empty for one that simply comes along. */
export function markOf(mark: MergeItem['mark'], conflicting: boolean): string {
  return mark === null ? (conflicting ? 'in conflict' : '') : markWords[mark];
}

const sideName = (from: string | null, parent: string): string => from ?? parent;

/** What becomes of a conflict under a strategy. */
export function settledAs(conflict: MergeConflict, strategy: MergeOptions['onConflict'], parent: string): string {
  const [one, other] = conflict.sides.map((side) => sideName(side.from, parent));
  switch (strategy) {
    case 'refuse':
      return 'stops the merge';
    case 'keep-both':
      return 'keeps and marks both';
    case 'prefer-parent':
      return `${conflict.sides.some(({ from }) => from === null) ? parent : one} wins; the other is appended, marked superseded`;
    case 'prefer-fork':
      return `${conflict.sides[0].from === null ? other : one} wins; the other stays, marked superseded`;
  }
}

/** Which side of a conflict loses under a strategy; null where none does. */
export function loserOf(conflict: MergeConflict, strategy: MergeOptions['onConflict']): 0 | 1 | null {
  const parent = conflict.sides.findIndex(({ from }) => from === null);
  if (parent === -1) return null;
  if (strategy === 'prefer-parent') return parent === 0 ? 1 : 0;
  if (strategy === 'prefer-fork') return parent === 0 ? 0 : 1;
  return null;
}

/** "survives · exit 0 · 1 s", "refuted · ended by a signal or the time limit". */
export function verdictWords({ verdict, exit, ms }: Verdict): string {
  return [verdict, exit === null ? 'ended by a signal or the time limit' : `exit ${exit}`, formatDuration(ms)].join(' · ');
}

/** "#105 to #116 of cron-job are on main now". */
export function mergedWords(ids: readonly number[], names: readonly string[], parent: string): string {
  if (ids.length === 0) return `Merged ${names.join(', ')} into ${parent}: nothing was left to append.`;
  const range = ids.length === 1 ? `#${ids[0]}` : `#${ids[0]} to #${ids.at(-1)}`;
  return `Merged ${names.join(', ')} into ${parent}: ${entries(ids.length)}, ${range}.`;
}
