import type { Residency } from '../../../../shared/model/index.ts';

/** What one request held, in tokens. */
export interface LedgerLine {
  step: number;
  /** Input as the log records it, and its two parts; null where it records none. */
  recorded: number | null;
  cached: number | null;
  fresh: number | null;
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

/** The line of the step with this index. */
export const ledgerAt = (
  {
    policy,
    steps,
    recorded,
    cached,
    counted,
    estimated,
    base,
    added,
    unexplained,
  }: Pick<Residency, 'policy' | 'steps' | 'recorded' | 'cached' | 'counted' | 'estimated' | 'base' | 'added' | 'unexplained'>,
  at: number,
): LedgerLine => {
  const known = (value: number | undefined): number | null => (value === undefined || Number.isNaN(value) ? null : value);
  const whole = known(recorded[at]);
  const read = known(cached[at]);
  const [exact, rough] = [counted[at] ?? 0, estimated[at] ?? 0];
  return {
    step: steps[at] ?? 0,
    recorded: whole,
    cached: whole === null ? null : read,
    fresh: whole === null ? null : whole - (read ?? 0),
    counted: exact,
    estimated: rough,
    unaccounted: whole === null || policy !== 'as-recorded' ? null : whole - exact - rough,
    base: known(base[at]),
    events: known(added[at]),
    unexplained: known(unexplained[at]),
  };
};
