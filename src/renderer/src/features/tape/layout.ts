export interface Box {
  readonly top: number;
  readonly height: number;
}

/** A place in the canvas, in CSS pixels. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** Where the layers of the timeline are in a canvas of a given size, in CSS pixels. */
export interface Layout {
  readonly width: number;
  readonly height: number;
  readonly left: number;
  readonly right: number;
  /** After the tape: the request that was not sent yet. Null where there is nothing to send. */
  readonly zone: { readonly left: number; readonly right: number } | null;
  readonly bands: Box;
  /** Names of marks, so that they never cover the data. */
  readonly names: Box;
  readonly area: Box;
  /** How long models and tools took; null where it is not known, or has no room. */
  readonly latency: Box | null;
  /** Entries of the tape itself. */
  readonly main: Box;
  /** Entries of sub-agents inside the file; null where there are none. */
  readonly side: Box | null;
  /** Where the lanes of entries end. */
  readonly lanesEnd: number;
  /** Below the entries: lanes of other branches. */
  readonly branches: readonly Box[];
  /** Clock times. */
  readonly axis: Box;
  readonly minimap: Box;
}

export const MARGIN = 16;
/** Space for the names of the lanes, on a canvas that is wider than a phone. */
const NAMES = 76;
const WIDE = 560;
/** Heights of the layers that do not stretch, for a comfortable and for a low canvas. */
const roomy = { bands: 18, names: 16, latency: 14, main: 12, side: 8, axis: 14, minimap: 9, air: 6 };
const low = { bands: 16, names: 14, latency: 0, main: 8, side: 5, axis: 12, minimap: 6, air: 4 };
const LOW = 150;

/** Width of the zone after the last step: a tenth of the canvas, wide enough for its flag and never a second tape. */
const zoneWidth = (width: number): number => Math.round(Math.max(72, Math.min(140, width / 8)));
const ZONE_GAP = 4;
/** Height of a lane of a branch; a low canvas has room for one. */
const BRANCH = 14;
export function branchLanes(height: number): number {
  return height < LOW ? 1 : height < 220 ? 2 : 3;
}

/** What a tape has that takes a layer of its own. */
export interface Layers {
  /** A request that was not sent yet. */
  readonly zoned?: boolean;
  /** Lanes of other branches. */
  readonly branches?: number;
  readonly timed?: boolean;
  readonly sides?: boolean;
}

/** The area of context sizes takes what height the fixed layers leave, at least 12 pixels. */
export function layoutOf(width: number, height: number, layers: Layers = {}): Layout {
  const { zoned = false, branches = 0, timed = false, sides = false } = layers;
  const sizes = height < LOW ? low : roomy;
  const latencyHeight = timed ? sizes.latency : 0;
  const minimap = { top: height - sizes.minimap - 4, height: sizes.minimap };
  const axis = { top: minimap.top - (timed ? sizes.axis + 1 : 0), height: timed ? sizes.axis : 0 };
  const branchesTop = axis.top - (branches === 0 ? 0 : branches * BRANCH + 3);
  const lanesEnd = branchesTop - sizes.air;
  const side = sides ? { top: lanesEnd - sizes.side, height: sizes.side } : null;
  const main = { top: (side?.top ?? lanesEnd) - (side ? 3 : 0) - sizes.main, height: sizes.main };
  const latency = latencyHeight === 0 ? null : { top: main.top - 4 - latencyHeight, height: latencyHeight };
  const areaTop = 8 + sizes.bands + sizes.names + 2;
  const left = width < WIDE ? MARGIN : NAMES;
  const end = Math.max(left + 1, width - MARGIN);
  const right = zoned ? Math.max(left + 1, end - zoneWidth(width) - ZONE_GAP) : end;
  return {
    width,
    height,
    left,
    right,
    zone: zoned ? { left: right + ZONE_GAP, right: end } : null,
    bands: { top: 8, height: sizes.bands },
    names: { top: 8 + sizes.bands + 1, height: sizes.names },
    area: { top: areaTop, height: Math.max(12, (latency ?? main).top - sizes.air + 1 - areaTop) },
    ...{ latency, main, side, lanesEnd },
    branches: Array.from({ length: branches }, (_, at) => ({ top: branchesTop + at * BRANCH, height: BRANCH - 2 })),
    axis,
    minimap,
  };
}

/** Top of the context area in tokens: the limit, unless the tape stays so far below it that nothing would be seen. */
export function ceilingOf(peak: number, limit: number | null): { tokens: number; limitShown: boolean } {
  const highest = Number.isNaN(peak) ? 0 : peak;
  if (limit !== null && highest >= limit * 0.25) return { tokens: Math.max(limit, highest), limitShown: true };
  if (highest === 0) return { tokens: limit ?? 1, limitShown: limit !== null };
  return { tokens: roundUp(highest * 1.1), limitShown: false };
}

/** The next of 1, 1.5, 2, 3, 4, 5, 6, 8 times a power of ten. */
const roundUp = (value: number): number => {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, value)));
  const step = [1, 1.5, 2, 3, 4, 5, 6, 8, 10].find((candidate) => candidate * power >= value - 1e-9) ?? 10;
  return step * power;
};
