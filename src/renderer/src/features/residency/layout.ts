import type { Frame } from './bars.ts';
import type { Range } from './range.ts';

/** Where things are on the canvas, in pixels. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  /** Left edge of the steps, after the names of rows; right edge, before the map of rows. */
  readonly left: number;
  readonly right: number;
  readonly ledger: { top: number; height: number };
  readonly axis: { top: number; height: number };
  /** Lanes of other branches. */
  readonly lanes: { top: number; height: number };
  readonly rows: { top: number; height: number };
}

export const BANDS = 18;
const AXIS = 20;
export const MAP = 8;
const GAP = 6;
/** Height of the lane of another branch, and the most lanes. */
export const LANE = 18;
const MOST_LANES = 4;

export function layoutOf(width: number, height: number, branches = 0): Layout {
  const left = 196;
  const ledger = { top: BANDS + 2, height: height < 360 ? 84 : 104 };
  const axis = { top: ledger.top + ledger.height, height: AXIS };
  const lanes = { top: axis.top + axis.height, height: LANE * Math.min(height < 360 ? 2 : MOST_LANES, branches) };
  const top = lanes.top + lanes.height;
  return {
    width,
    height,
    left,
    right: Math.max(left + 40, width - MAP - GAP),
    ledger,
    axis,
    lanes,
    rows: { top, height: Math.max(24, height - top) },
  };
}

/** A row is not taller: few rows leave the rest empty rather than become beams. */
const TALLEST = 22;
/** From this height on a row has its name next to it. */
export const NAMED = 15;

export function frameOf({ left, right, rows: box }: Layout, rows: Range, steps: Range): Frame {
  return {
    rows,
    steps,
    tall: Math.min(TALLEST, box.height / Math.max(1, rows.to - rows.from)),
    across: (right - left) / Math.max(1, steps.to - steps.from),
  };
}

/** Rows that are named all at once; a chart of groups begins with this many. */
export function roomFor({ rows }: Layout): number {
  return Math.max(4, Math.floor(rows.height / (NAMED + 3)));
}

/** Left edge of a step, by index. */
export function xOf({ left }: Layout, { steps, across }: Frame, index: number): number {
  return left + (index - steps.from) * across;
}

export function yOf({ rows: box }: Layout, { rows, tall }: Frame, row: number): number {
  return box.top + (row - rows.from) * tall;
}

export interface Spot {
  readonly part: 'rows' | 'steps' | 'map';
  /** Row under it, −1 where there is none; index of the step. */
  readonly row: number;
  readonly at: number;
}

/** What is under a point. */
export function spotAt(layout: Layout, frame: Frame, chart: { rows: number; steps: number }, x: number, y: number): Spot {
  const at = Math.max(0, Math.min(chart.steps - 1, Math.floor(frame.steps.from + (x - layout.left) / frame.across)));
  if (x > layout.right) return { part: 'map', row: Math.floor(((y - layout.rows.top) / layout.rows.height) * chart.rows), at };
  if (y < layout.rows.top) return { part: 'steps', row: -1, at };
  const row = Math.floor(frame.rows.from + (y - layout.rows.top) / frame.tall);
  return { part: 'rows', row: row < chart.rows ? row : -1, at };
}

/** A round distance between ticks that leaves `least` pixels between two of them. */
export function tickEvery(pixels: number, least: number): number {
  const wanted = least / Math.max(1e-9, pixels);
  const power = 10 ** Math.floor(Math.log10(Math.max(1, wanted)));
  return Math.max(1, [1, 2, 5, 10].map((times) => times * power).find((every) => every >= wanted) ?? power * 10);
}
