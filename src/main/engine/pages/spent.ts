import type { TapeRow, Usage } from '../../../shared/model/index.ts';
import { sizeClass } from '../../../shared/model/prices.ts';
import { contextSize } from '../../../shared/model/vocabulary.ts';
import { PAGE } from './columns.ts';
import { StepFlag, type StepPage, type StepText } from './rows.ts';

/** All time zones differ by whole quarters of an hour, so sums by quarter can be added up to the days of any of them. */
export const QUARTER = 900_000;

/** The quarter of an hour of a time, −1 where there is none. */
export function quarterAt(time: number | null): number {
  return time === null || Number.isNaN(time) ? -1 : Math.floor(time / QUARTER);
}

/**
 * What some steps of a tape came to: those of one model in one quarter of an hour (counted from 1970, −1 where the log has no time).
 * `silent` have no recorded usage, `priced` a recorded price: all steps of a row, or none. `hour` is what of `cacheWrite` is kept for an
 * hour. All contexts of a row are of one class of sizes (shared/model/prices.ts), since prices go by it.
 */
export type Spent = [
  ...[quarter: number, model: string | null, steps: number, silent: number, failed: number],
  ...[input: number, output: number, cacheRead: number, cacheWrite: number, priced: number, dollars: number],
  ...[hour: number, size: number],
];

/** Steps of a tape that were made in another one, which counts what they used: also by time and model, and in dollars. */
export interface CopiedSums extends NonNullable<TapeRow['copied']> {
  spent: Spent[];
  cost: number;
}

interface SpentStep {
  /** NaN for none. */
  time: number;
  model: string | null;
  silent: boolean;
  failed: boolean;
  usage: Usage;
  cost: number | null;
}

type Sums = Map<string, Spent>;

export function newSpent(): Sums {
  return new Map();
}

export function addSpent(sums: Sums, { time, model, silent, failed, usage, cost }: SpentStep): void {
  const quarter = quarterAt(time);
  const size = sizeClass(contextSize(usage));
  const key = `${quarter} ${size} ${cost !== null} ${model}`;
  let sum = sums.get(key);
  if (sum === undefined) {
    sum = [quarter, model, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, size];
    sums.set(key, sum);
  }
  sum[2] += 1;
  sum[3] += Number(silent);
  sum[4] += Number(failed);
  sum[5] += usage.input;
  sum[6] += usage.output;
  sum[7] += usage.cacheRead;
  sum[8] += usage.cacheWrite;
  sum[9] += Number(cost !== null);
  sum[10] += cost ?? 0;
  sum[11] += usage.cacheWriteHour ?? 0;
}

/** Dollars by row. */
export function dollarsBy(costs: StepText['costs']): Map<number, number> {
  const dollars = new Map<number, number>();
  for (const [row, cost] of costs ?? []) dollars.set(row, (dollars.get(row) ?? 0) + cost);
  return dollars;
}

/** The sums of a page of steps. Of those that a copy took over (`sizes`) the size is none of its own; those made elsewhere are left out. */
export function spentIn(
  cols: StepPage['cols'],
  models: readonly string[],
  dollars: ReadonlyMap<number, number>,
  sizes: { from: number; to: number } | undefined,
): Spent[] {
  const sums = newSpent();
  for (let at = 0; at < PAGE && (cols.first[at] ?? 0) > 0; at++) {
    const flags = cols.flags[at] ?? 0;
    if ((flags & StepFlag.Shared) !== 0) continue;
    const first = cols.first[at] ?? 0;
    const silent = Number.isNaN(cols.input[at]);
    const foreign = silent || (sizes !== undefined && first >= sizes.from && first < sizes.to);
    addSpent(sums, {
      ...{
        time: cols.time[at] ?? Number.NaN,
        model: models[(cols.model[at] ?? 0) - 1] ?? null,
        silent,
        failed: (flags & StepFlag.Failed) !== 0,
      },
      usage: {
        input: foreign ? 0 : (cols.input[at] ?? 0),
        output: silent ? 0 : (cols.output[at] ?? 0),
        cacheRead: foreign ? 0 : (cols.cacheRead[at] ?? 0),
        cacheWrite: foreign ? 0 : (cols.cacheWrite[at] ?? 0),
        cacheWriteHour: foreign ? 0 : (cols.cacheHour[at] ?? 0),
      },
      cost: dollars.get(at) ?? null,
    });
  }
  return [...sums.values()];
}
