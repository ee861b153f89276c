import type { Costly, EntryRow, Residency, Stay } from '../../../shared/model/index.ts';

type Columns = Pick<Residency, 'seq' | 'from' | 'to' | 'exact' | 'costs' | 'every'>;

/** What an entry cost. */
export type Cost = Pick<Costly, 'seq' | 'tokens' | 'exact' | 'steps' | 'cost'>;

/** Cost of every entry that was ever in context, in the order in which they came. A step that was looked at stands for all those between. */
export function costsOf({ seq, from, to, exact, costs, every }: Columns): Cost[] {
  const totals = new Map<number, Cost>();
  for (let at = 0; at < seq.length; at++) {
    const one = seq[at] ?? 0;
    const entry = totals.get(one) ?? { seq: one, tokens: 0, exact: true, steps: 0, cost: 0 };
    entry.exact &&= exact[at] === 1;
    entry.steps += ((to[at] ?? 0) - (from[at] ?? 0) + 1) * every;
    entry.cost += (costs[at] ?? 0) * every;
    // What it weighed on the whole: recorded sizes may say otherwise from one step to the next.
    entry.tokens = Math.round(entry.cost / entry.steps);
    totals.set(one, entry);
  }
  return [...totals.values()];
}

/** The entries that cost most: tokens × steps in context, the costliest first. */
export function costliest(costs: readonly Cost[], count: number): Cost[] {
  return costs.toSorted((a, b) => b.cost - a.cost || a.seq - b.seq).slice(0, count);
}

/** With what each entry is. `callsOf` answers the entries that issue a call id. */
export function described(
  costs: readonly Cost[],
  rowOf: (seq: number) => EntryRow | undefined,
  callsOf: (call: string) => readonly number[],
): Costly[] {
  return costs.map((cost) => {
    const { kind = '', role = null, flags = 0, results = [] } = rowOf(cost.seq) ?? {};
    const calls = results.slice(0, 1).flatMap(callsOf);
    return { ...cost, kind, role, flags, call: calls.findLast((seq) => seq < cost.seq) ?? null };
  });
}

/** When one entry was in context, in step numbers. */
export function staysOf({ seq, from, to, left, reasons, steps }: Residency, entry: number): Stay[] {
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
}
