import type { OmissionReason, Residency, Stay } from '../../../../shared/model/index.ts';
import { formatNumber } from '../../ui/format.ts';

const reasons: Record<OmissionReason, string> = {
  'before-anchor': 'left at an anchor',
  compacted: 'compacted away',
  'other-branch': 'on another branch',
  subagent: 'work of a sub-agent',
  sidecar: 'bookkeeping',
  // What a writer removes was never in: only thinking is, for the turn that it was thought in.
  'excluded-by-writer': 'thinking, not shown again',
  'over-budget': 'over the budget',
  'not-selected': 'no longer sent',
  cleared: 'cleared by the agent',
  'written-later': 'written later',
  'not-sent': 'no longer sent',
};

const reasonWords = (reason: OmissionReason): string => reasons[reason];

const span = (from: number, to: number): string =>
  from === to ? `step ${formatNumber(from)}` : `steps ${formatNumber(from)} to ${formatNumber(to)}`;

/** "steps 171 to 239, again from 302": when an entry was in context. */
export function staysWords(stays: readonly Stay[]): string {
  if (stays.length === 0) return 'never in a context';
  return stays
    .map(({ from, to, left }, at) => {
      const again = at > 0 ? 'again ' : '';
      return left === null ? `${again}from step ${formatNumber(from)} on` : `${again}${span(from, to)} (${reasonWords(left.reason)})`;
    })
    .join(', ');
}

/** The stays of one entry, out of the columns that the chart holds. */
export function staysIn({ seq, from, to, left, reasons: known, steps }: Residency, entry: number): Stay[] {
  const found: Stay[] = [];
  for (let at = seq.indexOf(entry); at >= 0; at = seq.indexOf(entry, at + 1)) {
    const last = to[at] ?? 0;
    const reason = known[(left[at] ?? 0) - 1];
    found.push({
      from: steps[from[at] ?? 0] ?? 0,
      to: steps[last] ?? 0,
      left: reason === undefined ? null : { step: steps[last + 1] ?? 0, reason },
    });
  }
  return found.sort((a, b) => a.from - b.from);
}

/** Entries that were ever in context, and those that left it at least once. */
export function countsOf({ seq, left }: Pick<Residency, 'seq' | 'left'>): { entries: number; gone: number } {
  let most = 0;
  for (let stay = 0; stay < seq.length; stay++) most = Math.max(most, seq[stay] ?? 0);
  /** By entry: 1 where it was in context, 2 where it left. */
  const marks = new Uint8Array(most + 1);
  let entries = 0;
  let gone = 0;
  for (let stay = 0; stay < seq.length; stay++) {
    const one = seq[stay] ?? 0;
    const before = marks[one] ?? 0;
    const now = left[stay] === 0 && before < 2 ? 1 : 2;
    if (before === 0) entries += 1;
    if (before < 2 && now === 2) gone += 1;
    marks[one] = now;
  }
  return { entries, gone };
}
