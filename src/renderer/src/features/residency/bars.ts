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
  for (const bar of barsBetween(chart, rows, steps)) {
    const row = chart.row[bar] ?? 0;
    const x = ((chart.from[bar] ?? 0) - steps.from) * across;
    const width = Math.max(1, ((chart.to[bar] ?? 0) + 1 - (chart.from[bar] ?? 0)) * across);
    yield { x, y: (row - rows.from) * tall, width, height, lane: laneOf(row), tokens: chart.tokens[bar] ?? 0 };
  }
}

function* crowded(chart: Chart, { rows, steps, tall, across }: Frame, laneOf: (row: number) => number): Generator<Bar> {
  const weights = new Float64Array(LANES);
  let spans: [number, number][] = [];
  let line = -1;
  let tokens = 0;
  const flush = (): Bar[] => {
    const lane = weights.indexOf(weights.reduce((most, one) => Math.max(most, one), 0));
    const bars = joined(spans).map(([from, to]) => ({
      x: (from - steps.from) * across,
      y: line,
      width: Math.max(1, (to - from) * across),
      height: 1,
      lane,
      tokens,
    }));
    weights.fill(0);
    spans = [];
    tokens = 0;
    return bars;
  };
  for (const bar of barsBetween(chart, rows, steps)) {
    const row = chart.row[bar] ?? 0;
    const y = Math.floor((row - rows.from) * tall);
    if (y !== line) yield* flush();
    line = y;
    const [from, to, weight] = [chart.from[bar] ?? 0, (chart.to[bar] ?? 0) + 1, chart.tokens[bar] ?? 0];
    const lane = laneOf(row);
    // An entry without weight still has its lane.
    weights[lane] = (weights[lane] ?? 0) + (weight + 1) * (to - from);
    tokens = Math.max(tokens, weight);
    spans.push([from, to]);
  }
  yield* flush();
}

function* barsBetween(chart: Chart, rows: Range, steps: Range): Generator<number> {
  const first = Math.max(0, Math.floor(rows.from));
  const last = Math.min(chart.rows, Math.ceil(rows.to));
  const end = chart.starts[last] ?? 0;
  for (let bar = chart.starts[first] ?? 0; bar < end; bar++)
    if ((chart.from[bar] ?? 0) < steps.to && (chart.to[bar] ?? 0) + 1 > steps.from) yield bar;
}

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
