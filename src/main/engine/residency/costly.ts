import type { Costly, Residency, Stay } from '../../../shared/model/index.ts';

type Columns = Pick<Residency, 'seq' | 'from' | 'to' | 'tokens' | 'exact' | 'every'>;

/** Cost of every entry that was ever in context, in the order in which they came. A step that was looked at stands for all those between. */
export const costsOf = ({ seq, from, to, tokens, exact, every }: Columns): Costly[] => {
  const totals = new Map<number, Costly>();
  for (let at = 0; at < seq.length; at++) {
    const one = seq[at] ?? 0;
    const entry = totals.get(one) ?? { seq: one, tokens: tokens[at] ?? 0, exact: exact[at] === 1, steps: 0, cost: 0 };
    entry.steps += ((to[at] ?? 0) - (from[at] ?? 0) + 1) * every;
    entry.cost = entry.tokens * entry.steps;
    totals.set(one, entry);
  }
  return [...totals.values()];
};

/** The entries that cost most: tokens × steps in context, the costliest first. */
export const costliest = (costs: readonly Costly[], count: number): Costly[] =>
  costs.toSorted((a, b) => b.cost - a.cost || a.seq - b.seq).slice(0, count);

/** When one entry was in context, in step numbers. */
export const staysOf = ({ seq, from, to, left, reasons, steps }: Residency, entry: number): Stay[] => {
  const found: Stay[] = [];
  for (let at = seq.indexOf(entry); at >= 0; at = seq.indexOf(entry, at + 1)) {
    const last = to[at] ?? 0;
    const reason = reasons[(left[at] ?? 0) - 1];
    found.push({
      from: steps[from[at] ?? 0] ?? 0,
      to: steps[last] ?? 0,
      left: reason === undefined ? null : { step: steps[last + 1] ?? 0, reason },
    });
  }
  return found;
};
