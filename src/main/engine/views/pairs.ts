import { figure } from '../../../shared/model/figure.ts';
import type { EntryRow } from '../../../shared/model/index.ts';
import type { Brought } from '../formats/context/hints.ts';

/** What finding the other half of a call takes of a tape. */
export interface PairSource {
  entriesAt(seqs: readonly number[]): EntryRow[];
  /** Entries that issue and that answer a call, anywhere in the tape. */
  tool(call: string): { calls: readonly number[]; results: readonly number[] };
}

/**
 * The given entries, and to each call its results and to each result its call, as far as they come before `before`. Each
 * entry once, with the first reason given for it. A call id that was used again belongs to the newest call before a result.
 */
export function withPairs(found: readonly Brought[], before: number, source: PairSource): Brought[] {
  const all = new Map<number, Brought>();
  const open = found.filter(({ seq }) => seq >= 1 && seq < before).toReversed();
  for (const one of open) all.set(one.seq, one);
  for (let one = open.pop(); one; one = open.pop()) {
    const [row] = source.entriesAt([one.seq]);
    for (const { seq, what } of row ? partners(row, source) : []) {
      if (seq >= before || all.has(seq)) continue;
      const other = { seq, why: `${what} entry ${figure(one.seq)}` };
      all.set(seq, other);
      open.push(other);
    }
  }
  const order = new Map(found.map(({ seq }, at) => [seq, at]));
  return [...all.values()].sort((a, b) => (order.get(a.seq) ?? found.length) - (order.get(b.seq) ?? found.length) || a.seq - b.seq);
}

const partners = (row: EntryRow, source: PairSource): { seq: number; what: string }[] => [
  ...row.results.flatMap((call) => {
    const seq = source.tool(call).calls.findLast((other) => other < row.seq);
    return seq === undefined ? [] : [{ seq, what: 'called for' }];
  }),
  ...row.calls.flatMap((call) => {
    const { calls, results } = source.tool(call);
    const next = calls.find((other) => other > row.seq) ?? Number.POSITIVE_INFINITY;
    return results.filter((seq) => seq > row.seq && seq < next).map((seq) => ({ seq, what: 'answers' }));
  }),
];
