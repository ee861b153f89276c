interface Sorted {
  readonly [index: number]: number;
}

/** Position of the first of `length` ascending values that is ≥ `value`; `length` if there is none. */
export const atLeast = (values: Sorted, length: number, value: number): number => {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) < value) low = middle + 1;
    else high = middle;
  }
  return low;
};

/** How many of `length` ascending values are ≤ `value`. */
export const moreThan = (values: Sorted, length: number, value: number): number => {
  let low = 0;
  let high = length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((values[middle] ?? 0) <= value) low = middle + 1;
    else high = middle;
  }
  return low;
};
