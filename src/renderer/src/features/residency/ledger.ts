import type { Residency } from '../../../../shared/model/index.ts';

/** What one request held, in tokens. */
export interface LedgerLine {
  step: number;
  /** Input as the log records it, and its two parts; null where it records none. */
  recorded: number | null;
  cached: number | null;
  fresh: number | null;
  /** What the entries in context weigh by estimate. */
  estimated: number;
  /** recorded − estimated; negative where the estimate is too high. */
  unaccounted: number | null;
}

/** The line of the step with this index. */
export const ledgerAt = (
  { steps, recorded, cached, estimated }: Pick<Residency, 'steps' | 'recorded' | 'cached' | 'estimated'>,
  at: number,
): LedgerLine => {
  const known = (value: number | undefined): number | null => (value === undefined || Number.isNaN(value) ? null : value);
  const whole = known(recorded[at]);
  const read = known(cached[at]);
  const weight = estimated[at] ?? 0;
  return {
    step: steps[at] ?? 0,
    recorded: whole,
    cached: whole === null ? null : read,
    fresh: whole === null ? null : whole - (read ?? 0),
    estimated: weight,
    unaccounted: whole === null ? null : whole - weight,
  };
};
