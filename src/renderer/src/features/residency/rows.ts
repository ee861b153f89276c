import type { Residency, ResidencyGroup } from '../../../../shared/model/index.ts';
import type { Output } from '../../../../shared/rpc/contract.ts';
import { count, formatNumber, formatShort } from '../../ui/format.ts';
import { type Chart, nearestRow } from './chart.ts';

export type Answer = Output<'residency.get'>;

/** The group that a row stands for; null where rows are entries. */
export function groupAt({ groups }: Pick<Answer, 'groups'>, row: number): ResidencyGroup | null {
  return groups?.rows[row] ?? null;
}

/** A file by its own name, and where it is; anything else by its name alone. */
export function nameParts({ name, rest }: ResidencyGroup, by: string): { name: string; place: string } {
  const parts = by === 'file' && !rest ? name.split(/[\\/]/) : [name];
  return { name: parts.at(-1) || name, place: parts.slice(0, -1).slice(-2).join('/') };
}

/** A short figure of tokens; "~" says that it is an estimate, or has one in it. */
export function figure(tokens: number, exact: boolean): string {
  return `${exact ? '' : '~'}${formatShort(tokens)}`;
}

/** "12 entries · ~3.4 k tokens · in context for 71 steps". */
export function groupWords({ entries, tokens, exact, steps, cost, written, reads = 0 }: ResidencyGroup): string {
  return `${entries === 0 ? 'no entry has it' : count(entries, 'entry', 'entries')}${written ? ', written' : ''}${reads > 1 ? `, ${formatNumber(reads)} reads at once` : ''} · ${figure(tokens, exact)} tokens · in context for ${count(steps, 'step')} · cost ${figure(cost, exact)}`;
}

/** "~3.4 k tokens at step 12, in context for 71 steps; no entry has it". */
export function partWords({ tokens }: Answer['outside'][number], { steps, every }: Pick<Answer, 'steps' | 'every'>): string {
  const last = tokens.findLastIndex((one) => one > 0);
  const held = tokens.filter((one) => one > 0).length * every;
  return `${figure(tokens[last] ?? 0, false)} tokens at step ${formatNumber(steps[last] ?? 0)} · in context for ${count(held, 'step')} · no entry has it`;
}

/** The first step that had a group in context, and the first after its last; null where it is still there at the end. */
export function groupEnds(
  { steps, groups }: Pick<Answer, 'steps' | 'groups'>,
  group: number,
): { first: number; left: number | null } | null {
  const first = groups?.row.indexOf(group) ?? -1;
  if (!groups || first < 0) return null;
  const last = groups.to[groups.row.lastIndexOf(group)] ?? 0;
  return { first: steps[groups.from[first] ?? 0] ?? 0, left: steps[last + 1] ?? null };
}

/** The entry that a click on a group means: of those in context at the step the newest, else its first. */
export function entryOf({ seq, from, to, groups }: Residency & Pick<Answer, 'groups'>, row: number, at: number): number | null {
  let newest: number | null = null;
  let first: number | null = null;
  const of = groups?.of ?? [];
  for (let stay = 0; stay < of.length; stay++) {
    if (of[stay] !== row) continue;
    const one = seq[stay] ?? 0;
    if (first === null || one < first) first = one;
    if ((from[stay] ?? 0) <= at && at <= (to[stay] ?? 0) && (newest === null || one > newest)) newest = one;
  }
  return newest ?? first;
}

/** The row after one step down or up; from nowhere the first or the last, from an entry without a row the next that has one. */
export function nextRow(chart: Chart, row: number | null, entry: number | null, by: 1 | -1): number {
  const none = entry !== null && chart.seqs !== null ? nearestRow(chart.seqs, entry) - (by === 1 ? 1 : 0) : by === 1 ? -1 : chart.rows;
  return Math.max(0, Math.min(chart.rows - 1, (row ?? none) + by));
}
