import { bisect } from '../../../../shared/model/bisect.ts';

interface Sorted {
  readonly [index: number]: number;
}

/** Position of the first of `length` ascending values that is ≥ `value`; `length` if there is none. */
export function atLeast(values: Sorted, length: number, value: number): number {
  return bisect(0, length, (at) => (values[at] ?? 0) >= value);
}

/** How many of `length` ascending values are ≤ `value`. */
export function moreThan(values: Sorted, length: number, value: number): number {
  return bisect(0, length, (at) => (values[at] ?? 0) > value);
}
