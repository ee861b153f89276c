import { withRoom } from '../tape/grow.ts';

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
  /** Keeps the first rows and guesses the others again, `count` in all: costs what is guessed. */
  grow(kept: number, count: number, guess: (row: number) => number): void;
}

/** Sums over powers of two (a Fenwick tree), each made of those before it. */
export function heightsOf(rows: number, guess: (row: number) => number): Heights {
  let count = 0;
  let own = new Float64Array(rows);
  let sums = new Float64Array(rows + 1);
  const grow = (kept: number, next: number, guessed: (row: number) => number): void => {
    own = withRoom(own, next);
    sums = withRoom(sums, next + 1);
    for (let row = kept; row < next; row++) {
      const at = row + 1;
      let sum = guessed(row);
      own[row] = sum;
      for (let part = 1; part < (at & -at); part *= 2) sum += sums[at - part] ?? 0;
      sums[at] = sum;
    }
    count = next;
  };
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
    const by = height - (own[row] ?? 0);
    own[row] = height;
    if (by !== 0) for (let at = row + 1; at <= count; at += at & -at) sums[at] = (sums[at] ?? 0) + by;
    return by;
  };
  grow(0, rows, guess);
  return {
    get count() {
      return count;
    },
    ...{ total: () => topOf(count), heightOf: (row) => own[row] ?? 0, topOf, rowAt, set, grow },
  };
}

/** Rows of a list that are drawn, `end` after the last. */
export interface Range {
  readonly heights: Heights;
  readonly first: number;
  readonly end: number;
}

interface Window {
  readonly offset: number;
  readonly view: number;
  /** Pixels above and below the view that are drawn ahead. */
  readonly ahead: number;
}

/** The rows to draw: those of before for as long as they are all of the view, and of what is outside of it little more than the view again on each side. */
export function rangeAt(before: Range | null, heights: Heights, window: Window): Range {
  if (before !== null && fills(before, heights, window)) return before;
  const { offset, view, ahead } = window;
  const first = heights.rowAt(Math.max(0, offset - ahead));
  return { heights, first, end: Math.min(heights.count, heights.rowAt(offset + view + ahead) + 1) };
}

const fills = ({ first, end, ...range }: Range, heights: Heights, { offset, view, ahead }: Window): boolean => {
  const { count, topOf } = heights;
  if (range.heights !== heights || end > count) return false;
  const margin = view + ahead;
  if (topOf(first + 1) < offset - margin || topOf(end - 1) > offset + view + margin) return false;
  return (first === 0 || topOf(first) <= offset) && (end === count || topOf(end) >= offset + view);
};
