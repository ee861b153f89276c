import { withRoom } from './grow.ts';

/** Largest value of any range in logarithmic time: level 0 holds the values, each level above the peaks of `FAN` below. */
export interface Peaks {
  readonly length: number;
  readonly levels: readonly Float64Array[];
}

const FAN = 16;

export const emptyPeaks: Peaks = { length: 0, levels: [new Float64Array(0)] };

/** Writes `values` from position `at` on (at most `length`); NaN counts as no value. */
export function writePeaks(peaks: Peaks, at: number, values: Float64Array): Peaks {
  const length = Math.max(peaks.length, at + values.length);
  const base = withRoom(peaks.levels[0] ?? new Float64Array(0), length);
  base.set(values, at);
  const levels = [base];
  let from = at;
  for (let size = length; size > FAN; size = Math.ceil(size / FAN)) {
    from = Math.floor(from / FAN);
    const below = levels[levels.length - 1] ?? base;
    levels.push(summarise(below, size, peaks.levels[levels.length] ?? new Float64Array(0), from));
  }
  return { length, levels };
}

const summarise = (below: Float64Array, size: number, level: Float64Array, from: number): Float64Array => {
  const target = withRoom(level, Math.ceil(size / FAN));
  for (let i = from; i * FAN < size; i++) target[i] = scan(below, i * FAN, Math.min(size, (i + 1) * FAN), Number.NaN);
  return target;
};

const scan = (values: Float64Array, from: number, to: number, start: number): number => {
  let best = start;
  for (let i = from; i < to; i++) {
    const value = values[i] ?? Number.NaN;
    if (!(value <= best) && !Number.isNaN(value)) best = value;
  }
  return best;
};

/** Largest value at from ≤ position < to; NaN where there is none. */
export function peakOf(peaks: Peaks, from: number, to: number): number {
  let low = Math.max(0, from);
  let high = Math.min(peaks.length, to);
  let best = Number.NaN;
  for (let level = 0; low < high; level++) {
    const values = peaks.levels[level] ?? new Float64Array(0);
    if (level === peaks.levels.length - 1 || high - low <= FAN) return scan(values, low, high, best);
    const lowUp = Math.ceil(low / FAN);
    const highUp = Math.floor(high / FAN);
    best = scan(values, low, lowUp * FAN, best);
    best = scan(values, highUp * FAN, high, best);
    low = lowUp;
    high = highUp;
  }
  return best;
}
