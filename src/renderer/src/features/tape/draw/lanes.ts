import { binLanes, type LaneBins } from '../bins.ts';
import { LANE, LANES, SIDE } from '../lanes.ts';
import type { Box } from '../layout.ts';
import { toPixel } from '../scale.ts';
import { clipTo, type Pen, type Scene } from './pen.ts';

/** Width of a tick and its gap where entries share columns. */
const PITCH = 3;
const TICK = 2;
const DIM = 0.55;

const laneColours = ({ colours }: Scene): string[] => [colours.user, colours.assistant, colours.call, colours.result, colours.event];

/**
 * Entries as ticks in the colour of their kind: one each where there is room, else one per column in the colour of most of
 * them. Sub-agents inside the file have a lane of their own. A failure keeps its two pixels, whatever else is there.
 */
export function drawLanes(pen: Pen, scene: Scene): void {
  const { held, axis, scale } = scene;
  const visible = axis.entryFrom(scale.to) - axis.entryFrom(scale.from);
  clipTo(pen, scene, () => {
    if (visible <= scale.width / PITCH) drawEach(pen, scene);
    else drawBins(pen, scene, binLanes(held, axis, scale, PITCH));
  });
}

function drawEach(pen: Pen, scene: Scene): void {
  const { held, axis, scale, layout } = scene;
  const colours = laneColours(scene);
  const width = tickWidth(scene);
  const first = Math.max(1, axis.entryFrom(scale.from) - 1);
  const end = Math.min(held.entries + 1, axis.entryFrom(scale.to) + 1);
  const failed: number[] = [];
  for (let seq = first; seq < end; seq++) {
    const code = held.lanes.codes[seq - 1] ?? 0;
    const x = toPixel(scale, axis.ofEntry(seq));
    if (code === LANE.failed) failed.push(x);
    else drawTick(pen, (code >= SIDE ? layout.side : layout.main) ?? layout.main, x, width, colours, code % SIDE);
  }
  for (const x of failed) drawFailure(pen, scene, x, Math.max(TICK, width), 1);
  pen.globalAlpha = 1;
}

function drawTick(pen: Pen, box: Box, x: number, width: number, colours: readonly string[], lane: number): void {
  pen.globalAlpha = lane === LANE.other ? DIM : 1;
  pen.fillStyle = colours[lane] ?? '';
  pen.fillRect(x, box.top, width, box.height);
}

/** A tick never fills more than its entry's share of the line, and stays a tick when zoomed in. */
function tickWidth({ axis, scale }: Scene): number {
  if (axis.kind === 'time') return TICK;
  const visible = Math.max(1, axis.entryFrom(scale.to) - axis.entryFrom(scale.from));
  return Math.max(1, Math.min(12, scale.width / visible - 1));
}

function drawBins(pen: Pen, scene: Scene, bins: LaneBins): void {
  const { layout, scale } = scene;
  const colours = laneColours(scene);
  const failed: number[] = [];
  for (let column = 0; column < bins.columns; column++) {
    const x = scale.left + column * bins.pitch;
    const main = dominant(bins, column, 0);
    const side = dominant(bins, column, SIDE);
    if (main !== null) drawTick(pen, layout.main, x, TICK, colours, main);
    if (side !== null && layout.side) drawTick(pen, layout.side, x, TICK, colours, side);
    if ((bins.counts[column * LANES + LANE.failed] ?? 0) > 0) failed.push(x);
  }
  // Where failures are everywhere, they must not hide everything else.
  const alpha = failed.length > bins.columns / 6 ? 0.4 : 0.9;
  for (const x of failed) drawFailure(pen, scene, x, TICK, alpha);
  pen.globalAlpha = 1;
}

/** The kind that most entries of a column are of; bookkeeping only where there is nothing else. Null where it has none. */
export function dominant(bins: LaneBins, column: number, from: number): number | null {
  let best: number | null = null;
  let most = 0;
  for (let lane = 0; lane < LANE.other; lane++) {
    const many = bins.counts[column * LANES + from + lane] ?? 0;
    if (many > most) [best, most] = [lane, many];
  }
  return best ?? ((bins.counts[column * LANES + from + LANE.other] ?? 0) > 0 ? LANE.other : null);
}

function drawFailure(pen: Pen, { layout: { main }, colours }: Scene, x: number, width: number, alpha: number): void {
  pen.globalAlpha = alpha;
  pen.fillStyle = colours.error;
  pen.fillRect(x, main.top - 2, width, main.height + 4);
}
