import type { Chart } from './chart.ts';
import type { Range } from './range.ts';

/** A bar in pixels, from the left and the top of the rows. */
export interface Bar {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
  readonly lane: number;
  readonly tokens: number;
}

export interface Frame {
  readonly rows: Range;
  readonly steps: Range;
  /** Pixels per row and per step. */
  readonly tall: number;
  readonly across: number;
}

/** More lanes than an entry can have. */
const LANES = 16;

/**
 * The bars of what is in view. Where several rows share a pixel they become one bar as long as all of them together, in the lane that most of
 * their tokens are in: a chart of a hundred thousand entries is a few hundred bars.
 */
export function* barsIn(chart: Chart, frame: Frame, laneOf: (row: number) => number): Generator<Bar> {
  if (frame.tall < 1) yield* crowded(chart, frame, laneOf);
  else yield* single(chart, frame, laneOf);
}

function* single(chart: Chart, { rows, steps, tall, across }: Frame, laneOf: (row: number) => number): Generator<Bar> {
  const height = Math.max(1, tall - (tall > 4 ? 1 : 0));
  const [first, last] = within(chart, rows);
  for (let row = first; row < last; row++) {
    for (let bar = chart.starts[row] ?? 0; bar < (chart.starts[row + 1] ?? 0); bar++) {
      const [from, to] = [chart.from[bar] ?? 0, (chart.to[bar] ?? 0) + 1];
      if (from >= steps.to || to <= steps.from) continue;
      const width = Math.max(1, (to - from) * across);
      yield {
        x: (from - steps.from) * across,
        y: (row - rows.from) * tall,
        width,
        height,
        lane: laneOf(row),
        tokens: chart.tokens[bar] ?? 0,
      };
    }
  }
}

function* crowded(chart: Chart, frame: Frame, laneOf: (row: number) => number): Generator<Bar> {
  const { rows, steps, tall, across } = frame;
  const [first, last] = within(chart, rows);
  const line = createLine(chart, steps);
  for (let row = first; row < last; ) {
    const y = Math.floor((row - rows.from) * tall);
    line.clear();
    for (; row < last && Math.floor((row - rows.from) * tall) === y; row++) line.take(row, laneOf(row));
    const lane = line.heaviest();
    for (const [from, to] of line.spans())
      yield { x: (from - steps.from) * across, y, width: Math.max(1, (to - from) * across), height: 1, lane, tokens: line.tokens() };
  }
}

/** The rows that share a pixel, put together. Nothing is allocated per row: a chart has a hundred thousand of them, and a frame little time. */
const createLine = ({ starts, from: froms, to: tos, tokens: weighs }: Chart, { from: left, to: right }: Range) => {
  const weights = new Float64Array(LANES);
  const begins: number[] = [];
  const ends: number[] = [];
  let sorted = true;
  let most = 0;

  /** Entries mostly come one after the other, so that one span grows; what comes out of order is put right at the end. */
  const cover = (from: number, to: number): void => {
    const at = begins.length - 1;
    const begin = begins[at] ?? -1;
    const end = ends[at] ?? -1;
    if (from >= begin && from <= end) {
      if (to > end) ends[at] = to;
      return;
    }
    if (from < begin) {
      if (from >= (begins[0] ?? 0) && to <= (ends[0] ?? 0)) return;
      sorted = false;
    }
    begins.push(from);
    ends.push(to);
  };

  return {
    clear(): void {
      weights.fill(0);
      begins.length = 0;
      ends.length = 0;
      sorted = true;
      most = 0;
    },
    take(row: number, lane: number): void {
      const end = starts[row + 1] ?? 0;
      for (let bar = starts[row] ?? 0; bar < end; bar++) {
        const from = froms[bar] ?? 0;
        const to = (tos[bar] ?? 0) + 1;
        if (from >= right || to <= left) continue;
        const weight = weighs[bar] ?? 0;
        // An entry without weight still has its lane.
        weights[lane] = (weights[lane] ?? 0) + (weight + 1) * (to - from);
        if (weight > most) most = weight;
        cover(from, to);
      }
    },
    heaviest: (): number => weights.indexOf(weights.reduce((heavy, one) => Math.max(heavy, one), 0)),
    tokens: (): number => most,
    spans(): [number, number][] {
      const all = begins.map((begin, at): [number, number] => [begin, ends[at] ?? 0]);
      return sorted ? all : joined(all);
    },
  };
};

/** The first row in view, and the one after the last. */
const within = (chart: Chart, { from, to }: Range): [number, number] => [
  Math.max(0, Math.floor(from)),
  Math.min(chart.rows, Math.ceil(to)),
];

/** Overlapping and touching spans as one. */
const joined = (spans: readonly [number, number][]): [number, number][] => {
  const found: [number, number][] = [];
  for (const [from, to] of spans.toSorted(([a], [b]) => a - b)) {
    const last = found.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else found.push([from, to]);
  }
  return found;
};
