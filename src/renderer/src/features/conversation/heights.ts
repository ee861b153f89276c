/** Heights of rows that are known only once they are drawn: a guess for each until then. Looking one up or setting one costs log n. */
export interface Heights {
  readonly count: number;
  total(): number;
  heightOf(row: number): number;
  /** Pixels above a row. */
  topOf(row: number): number;
  /** The row at an offset; the last one below the end. */
  rowAt(offset: number): number;
  /** Answers by how much the row grew. */
  set(row: number, height: number): number;
}

/** Sums over powers of two (a Fenwick tree), made in one pass. */
export function heightsOf(count: number, guess: (row: number) => number): Heights {
  const own = new Float32Array(count);
  const sums = new Float64Array(count + 1);
  for (let row = 0; row < count; row++) {
    own[row] = guess(row);
    const at = row + 1;
    sums[at] = (sums[at] ?? 0) + (own[row] ?? 0);
    const up = at + (at & -at);
    if (up <= count) sums[up] = (sums[up] ?? 0) + (sums[at] ?? 0);
  }
  const topOf = (row: number): number => {
    let sum = 0;
    for (let at = Math.min(row, count); at > 0; at -= at & -at) sum += sums[at] ?? 0;
    return sum;
  };
  const rowAt = (offset: number): number => {
    let [at, left] = [0, offset];
    for (let leap = 2 ** Math.floor(Math.log2(Math.max(1, count))); leap >= 1; leap /= 2) {
      const sum = sums[at + leap];
      if (at + leap <= count && sum !== undefined && sum <= left) {
        at += leap;
        left -= sum;
      }
    }
    return Math.max(0, Math.min(at, count - 1));
  };
  const set = (row: number, height: number): number => {
    const by = Math.fround(height) - (own[row] ?? 0);
    own[row] = height;
    if (by !== 0) for (let at = row + 1; at <= count; at += at & -at) sums[at] = (sums[at] ?? 0) + by;
    return by;
  };
  return { count, total: () => topOf(count), heightOf: (row) => own[row] ?? 0, topOf, rowAt, set };
}
