import type { Residency } from '../../../../shared/model/index.ts';

/** A residency as the chart draws it: stays in the order of their rows, one row for each entry that was ever in context. */
export interface Chart {
  readonly steps: number;
  readonly rows: number;
  /** Entry of a row. */
  readonly seqs: Uint32Array;
  /** Per stay, by row: which row, and its first and last step as indexes. */
  readonly row: Uint32Array;
  readonly from: Uint32Array;
  readonly to: Uint32Array;
  /** First stay of a row; one more at the end. */
  readonly starts: Uint32Array;
}

export const chartOf = ({ steps, seq, from, to }: Pick<Residency, 'steps' | 'seq' | 'from' | 'to'>): Chart => {
  const order = Uint32Array.from(seq.keys()).sort((a, b) => (seq[a] ?? 0) - (seq[b] ?? 0) || (from[a] ?? 0) - (from[b] ?? 0));
  const seqs: number[] = [];
  const starts: number[] = [];
  const row = new Uint32Array(order.length);
  order.forEach((stay, at) => {
    if (seqs.at(-1) !== seq[stay]) {
      seqs.push(seq[stay] ?? 0);
      starts.push(at);
    }
    row[at] = seqs.length - 1;
  });
  starts.push(order.length);
  return {
    steps: steps.length,
    rows: seqs.length,
    seqs: Uint32Array.from(seqs),
    row,
    from: order.map((stay) => from[stay] ?? 0),
    to: order.map((stay) => to[stay] ?? 0),
    starts: Uint32Array.from(starts),
  };
};

/** Rows in view, as fractions allowed; `to` is behind the last. */
export interface Rows {
  readonly from: number;
  readonly to: number;
}

/** Fewer rows than these are never shown: a bar that is taller than a line of text says nothing more. */
const LEAST = 12;

/** The rows after zooming by `factor` (below 1 shows fewer) around the row `at`, kept within the chart. */
export const zoomed = ({ from, to }: Rows, factor: number, at: number, rows: number): Rows => {
  const size = Math.min(rows, Math.max(Math.min(LEAST, rows), (to - from) * factor));
  const share = to > from ? (at - from) / (to - from) : 0.5;
  return within({ from: at - share * size, to: at - share * size + size }, rows);
};

export const moved = ({ from, to }: Rows, by: number, rows: number): Rows => within({ from: from + by, to: to + by }, rows);

const within = ({ from, to }: Rows, rows: number): Rows => {
  const size = Math.min(rows, to - from);
  const start = Math.max(0, Math.min(rows - size, from));
  return { from: start, to: start + size };
};

/** The row of an entry, or the nearest one behind it. */
export const rowOf = ({ seqs }: Pick<Chart, 'seqs'>, entry: number): number => {
  let low = 0;
  let high = seqs.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((seqs[middle] ?? 0) < entry) low = middle + 1;
    else high = middle;
  }
  return Math.min(low, Math.max(0, seqs.length - 1));
};

/** Index of the step under the playhead: the last one that is not behind it; −1 before the first. */
export const stepIndex = (steps: Uint32Array, step: number): number => {
  let low = 0;
  let high = steps.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((steps[middle] ?? 0) <= step) low = middle + 1;
    else high = middle;
  }
  return low - 1;
};

/** A bar in pixels. */
export interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly seq: number;
}

/**
 * The bars of the rows in view. Where several rows share a pixel, what another bar of the same colour covers already is left out: a chart
 * of a hundred thousand entries is a few thousand bars.
 */
export function* barsIn(
  chart: Chart,
  rows: Rows,
  size: { width: number; height: number },
  colourOf: (seq: number) => number,
): Generator<Bar> {
  const height = size.height / Math.max(1, rows.to - rows.from);
  const across = size.width / Math.max(1, chart.steps);
  const crowded = height < 1;
  const covered = new Map<number, [number, number]>();
  let line = -1;
  const first = Math.max(0, Math.floor(rows.from));
  const last = Math.min(chart.rows, Math.ceil(rows.to));
  for (let at = chart.starts[first] ?? 0; at < (chart.starts[last] ?? 0); at++) {
    const row = chart.row[at] ?? 0;
    const seq = chart.seqs[row] ?? 0;
    const x = (chart.from[at] ?? 0) * across;
    const end = ((chart.to[at] ?? 0) + 1) * across;
    const top = (row - rows.from) * height;
    const y = crowded ? Math.floor(top) : top;
    if (crowded) {
      if (y !== line) covered.clear();
      line = y;
      const colour = colourOf(seq);
      const [from, to] = covered.get(colour) ?? [0, 0];
      if (to > from && x >= from && end <= to) continue;
      covered.set(colour, x <= to && end >= from && to > from ? [Math.min(from, x), Math.max(to, end)] : [x, end]);
    }
    yield { x, y, width: Math.max(1, end - x), height: crowded ? 1 : Math.max(1, height - (height > 4 ? 1 : 0)), seq };
  }
}
