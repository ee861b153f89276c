import type { Axis } from './axis.ts';
import { type Columns, LANDMARK_TYPES, type LandmarkType } from './columns.ts';
import { LANES } from './lanes.ts';
import { peakOf } from './peaks.ts';
import { countBefore } from './ranks.ts';
import { type Scale, toPixel, toPlace } from './scale.ts';
import { atLeast } from './search.ts';

/** Entries per lane and column of pixels. `counts[column * LANES + lane]`. */
export interface LaneBins {
  readonly pitch: number;
  readonly columns: number;
  readonly counts: Uint32Array;
}

/** Counts entries per column of `pitch` pixels. Costs the columns, whatever the tape holds. */
export function binLanes(held: Columns, axis: Axis, scale: Scale, pitch: number): LaneBins {
  const columns = Math.max(1, Math.ceil(scale.width / pitch));
  const counts = new Uint32Array(columns * LANES);
  const before = new Uint32Array(LANES);
  const after = new Uint32Array(LANES);
  countBefore(held.lanes, axis.entryFrom(scale.from) - 1, before);
  for (let column = 0; column < columns; column++) {
    const end = column === columns - 1 ? lastEntry(held, axis, scale) : axis.entryFrom(toPlace(scale, scale.left + (column + 1) * pitch));
    countBefore(held.lanes, end - 1, after);
    for (let lane = 0; lane < LANES; lane++) {
      counts[column * LANES + lane] = (after[lane] ?? 0) - (before[lane] ?? 0);
    }
    before.set(after);
  }
  return { pitch, columns, counts };
}

/** Half-open: what starts exactly at the right edge belongs to the next view, unless the tape ends there. */
const lastEntry = (held: Columns, axis: Axis, scale: Scale): number => (scale.to >= axis.to ? held.entries + 1 : axis.entryFrom(scale.to));

/** One point of the context line; NaN ends a line, for steps that have no recording. */
export interface Point {
  readonly x: number;
  readonly tokens: number;
}

/**
 * The context line of the tape's own steps: one point per step where they are few, the peak per column where they are many.
 * Steps of sub-agents and synthetic ones are left out; a step without usage leaves a gap.
 */
export function contextLine(held: Columns, axis: Axis, scale: Scale): Point[] {
  const [first, end] = stepsIn(held, axis, scale);
  return end - first <= scale.width ? pointPerStep(held, axis, scale, first, end) : peakPerColumn(held, axis, scale, first, end);
}

/** Steps in view and one neighbour on each side, so that the line runs to the edges. */
const stepsIn = (held: Columns, axis: Axis, scale: Scale): [number, number] => [
  Math.max(1, axis.stepFrom(scale.from) - 1),
  Math.min(held.steps + 1, axis.stepFrom(scale.to) + 1),
];

const pointPerStep = (held: Columns, axis: Axis, scale: Scale, first: number, end: number): Point[] => {
  const points: Point[] = [];
  for (let step = first; step < end; step++) {
    const tone = held.stepTone[step - 1] ?? 0;
    if (tone === 0) points.push({ x: toPixel(scale, axis.ofStep(step)), tokens: held.stepInput[step - 1] ?? Number.NaN });
  }
  return points;
};

const peakPerColumn = (held: Columns, axis: Axis, scale: Scale, first: number, end: number): Point[] => {
  const points: Point[] = [];
  const silent = new Uint32Array(2);
  let from = first;
  let quiet = silentBefore(held, from, silent);
  for (let column = 0; column <= scale.width && from < end; column++) {
    const to = column >= scale.width - 1 ? end : Math.min(end, axis.stepFrom(toPlace(scale, scale.left + column + 1)));
    const tokens = peakOf(held.main, from - 1, to - 1);
    const quietAfter = silentBefore(held, to, silent);
    if (!Number.isNaN(tokens) || quietAfter > quiet) points.push({ x: scale.left + column, tokens });
    from = to;
    quiet = quietAfter;
  }
  return points;
};

const silentBefore = (held: Columns, step: number, out: Uint32Array): number => {
  countBefore(held.silent, step - 1, out);
  return out[1] ?? 0;
};

/** Peak context of sub-agents inside the file per column of pixels; NaN where there is none. */
export function sidePeaks(held: Columns, axis: Axis, scale: Scale, pitch: number): Float64Array {
  return peaksPer(held, axis, scale, pitch, (from, to) => peakOf(held.side, from, to));
}

/** Peak context of the tape's own steps per column, for the minimap. */
export function mainPeaks(held: Columns, axis: Axis, scale: Scale, pitch: number): Float64Array {
  return peaksPer(held, axis, scale, pitch, (from, to) => peakOf(held.main, from, to));
}

/** The peak of the steps in each column of pixels; NaN where there is none. */
export function peaksPer(held: Columns, axis: Axis, scale: Scale, pitch: number, peak: (from: number, to: number) => number): Float64Array {
  const edges = edgesPer(held, axis, scale, pitch);
  const peaks = new Float64Array(edges.length - 1);
  for (let column = 0; column < peaks.length; column++) peaks[column] = peak((edges[column] ?? 1) - 1, (edges[column + 1] ?? 1) - 1);
  return peaks;
}

/** The first step of each column of pixels, and the one after the last. */
interface Edges {
  readonly scale: Scale;
  readonly pitch: number;
  readonly edges: Uint32Array;
}

const edgesKept = new WeakMap<Axis, Edges>();

/** Kept while the axis and the scale are the same: several curves of one picture have the same columns, and each edge is searched for among all steps. */
const edgesPer = (held: Columns, axis: Axis, scale: Scale, pitch: number): Uint32Array => {
  const kept = edgesKept.get(axis);
  if (kept?.scale === scale && kept.pitch === pitch) return kept.edges;
  const columns = Math.max(1, Math.ceil(scale.width / pitch));
  const edges = new Uint32Array(columns + 1);
  edges[0] = axis.stepFrom(scale.from);
  for (let column = 1; column <= columns; column++) {
    const last = column === columns && scale.to >= axis.to;
    edges[column] = last ? held.steps + 1 : axis.stepFrom(toPlace(scale, scale.left + column * pitch));
  }
  edgesKept.set(axis, { scale, pitch, edges });
  return edges;
};

/** All marks of one type that fall into one column of pixels. `seq` is the first of them. */
export interface MarkBin {
  readonly x: number;
  readonly seq: number;
  readonly type: LandmarkType;
  readonly count: number;
  /** The name of a fork or of what was merged, where one mark stands alone. */
  readonly label: string | undefined;
}

/** Marks in view, those of one type within a pixel taken together, so that thousands cost no more than the pixels. */
export function binMarks(held: Columns, axis: Axis, scale: Scale): MarkBin[] {
  return LANDMARK_TYPES.flatMap((type) => binType(held, type, axis, scale));
}

const binType = (held: Columns, type: LandmarkType, axis: Axis, scale: Scale): MarkBin[] => {
  const seqs = held.landmarks[type];
  const bins: MarkBin[] = [];
  let at = atLeast(seqs, seqs.length, axis.entryFrom(scale.from));
  while (at < seqs.length) {
    const seq = seqs[at] ?? 0;
    const x = toPixel(scale, axis.ofEntry(seq));
    if (x > scale.left + scale.width) break;
    const next = Math.max(at + 1, atLeast(seqs, seqs.length, axis.entryFrom(toPlace(scale, Math.floor(x) + 1))));
    bins.push({ x, seq, type, count: next - at, label: next - at === 1 ? held.names.get(`${type} ${seq}`) : undefined });
    at = next;
  }
  return bins;
};
