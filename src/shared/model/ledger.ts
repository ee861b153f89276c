import type { Residency } from './residency.ts';

/** What one request held, in tokens. */
export interface LedgerLine {
  step: number;
  /** Input as the log records it, and its two parts; null where it records none. */
  recorded: number | null;
  cached: number | null;
  new: number | null;
  /** What the entries in context weigh, those that were counted and the rest. */
  counted: number;
  estimated: number;
  /** recorded − counted − estimated, negative where the estimate is too high; null where the context is not the one that was sent. */
  unaccounted: number | null;
  /** What of it no entry holds, what events added to that, and what is left; null where nobody measured. */
  base: number | null;
  events: number | null;
  unexplained: number | null;
}

type Columns = Pick<
  Residency,
  'policy' | 'steps' | 'recorded' | 'cached' | 'counted' | 'estimated' | 'base' | 'added' | 'unexplained' | 'events'
>;

const known = (value: number | undefined): number | null => (value === undefined || Number.isNaN(value) ? null : value);

/** The ledger of the step with this index. */
export function ledgerAt({ policy, steps, recorded, cached, ...columns }: Omit<Columns, 'events'>, at: number): LedgerLine {
  const whole = known(recorded[at]);
  const read = known(cached[at]);
  const [counted, estimated] = [columns.counted[at] ?? 0, columns.estimated[at] ?? 0];
  return {
    step: steps[at] ?? 0,
    recorded: whole,
    cached: whole === null ? null : read,
    new: whole === null ? null : whole - (read ?? 0),
    counted,
    estimated,
    unaccounted: whole === null || policy !== 'as-recorded' ? null : whole - counted - estimated,
    base: known(columns.base[at]),
    events: known(columns.added[at]),
    unexplained: known(columns.unexplained[at]),
  };
}

/** What events of one type added up to. */
export interface EventSum {
  type: string;
  tokens: number;
  /** The steps at which they happened. */
  steps: number[];
  /** What left was entries: they are in what the entries weigh, not in what events add. */
  ofEntries: boolean;
}

const OF_ENTRIES = new Set(['results-cleared', 'probably-not-sent']);

/**
 * The events that the ledger of a step has in it, by type and in the order in which they came: those since its base was measured. None where they
 * do not come to what the ledger says.
 */
export function eventsIn({ steps, base, added, events }: Pick<Columns, 'steps' | 'base' | 'added' | 'events'>, at: number): EventSum[] {
  let first = at;
  while (first > 0 && base[first - 1] === base[at]) first -= 1;
  const [from, to] = [steps[first] ?? 0, steps[at] ?? 0];
  const sums = new Map<string, EventSum>();
  for (const { type, step, tokens } of events) {
    if (step < from || step > to) continue;
    const sum = sums.get(type) ?? { type, tokens: 0, steps: [], ofEntries: OF_ENTRIES.has(type) };
    sums.set(type, { ...sum, tokens: sum.tokens + tokens, steps: [...sum.steps, step] });
  }
  const all = [...sums.values()];
  const told = all.reduce((sum, { tokens, ofEntries }) => sum + (ofEntries ? 0 : tokens), 0);
  return told === added[at] ? all : [];
}
