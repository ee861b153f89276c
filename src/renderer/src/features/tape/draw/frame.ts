import { binLanes, mainPeaks, peaksPer } from '../bins.ts';
import { LANES } from '../lanes.ts';
import { knowsLatency, latencyOf } from '../latency.ts';
import { peakOf } from '../peaks.ts';
import { toPixel } from '../scale.ts';
import { ticksOf } from '../ticks.ts';
import { drawArea } from './area.ts';
import { drawBands } from './bands.ts';
import { drawBranches } from './branches.ts';
import { drawGaps } from './gaps.ts';
import { drawLanes } from './lanes.ts';
import { drawMarks } from './marks.ts';
import { drawZone } from './next.ts';
import { bottomOf, type Pen, type Scene, setFont } from './pen.ts';
import { drawSent } from './sent.ts';

/** Pixels from one column to the next. */
const PITCH = 3;

/** The whole tape in a strip: context sizes, or how dense the entries are where no usage was recorded. */
function drawMinimap(pen: Pen, scene: Scene): void {
  const { layout, colours } = scene;
  const { minimap, left, right } = layout;
  pen.fillStyle = colours.sunk;
  pen.fillRect(left, minimap.top, right - left, minimap.height);
  pen.fillStyle = colours.line;
  pen.fillRect(left, bottomOf(minimap), right - left, 1);
  pen.fillStyle = colours.faint;
  pen.globalAlpha = 0.75;
  sharesOf(scene).forEach((share, column) => {
    const tall = Math.max(1, Math.round(share * minimap.height));
    if (share > 0) pen.fillRect(left + column * PITCH, bottomOf(minimap) - tall, PITCH - 1, tall);
  });
  pen.globalAlpha = 1;
}

const sharesOf = ({ held, axis, whole }: Scene): number[] => {
  const highest = peakOf(held.main, 0, held.steps);
  if (highest > 0) {
    const peaks = mainPeaks(held, axis, whole, PITCH);
    let carried = 0;
    // Between two steps the context stays what it was.
    return Array.from(peaks, (peak) => (carried = Number.isNaN(peak) ? carried : peak / highest));
  }
  const bins = binLanes(held, axis, whole, PITCH);
  const totals = Array.from({ length: bins.columns }, (_, column) => sum(bins.counts, column * LANES));
  const most = Math.max(1, ...totals);
  return totals.map((total) => Math.sqrt(total / most));
};

const sum = (counts: Uint32Array, from: number): number => {
  let total = 0;
  for (let i = from; i < from + LANES; i++) total += counts[i] ?? 0;
  return total;
};

const DOT = 3;

/** Below the entries, where readers wrote about them: a dot each, and a dotted line along a span. One dot for each pixel, however many. */
export function drawNotes(pen: Pen, { axis, scale, layout, colours, noted = [] }: Scene): void {
  if (noted.length === 0) return;
  const top = layout.lanesEnd + 2;
  const drawn = new Set<number>();
  pen.fillStyle = colours.text;
  for (const [first, last] of noted) {
    const from = toPixel(scale, axis.ofEntry(first));
    const to = toPixel(scale, axis.ofEntry(last));
    if (to < layout.left || from > layout.right) continue;
    const end = Math.min(to, layout.right);
    for (let x = Math.round(Math.max(from, layout.left)); x <= end || x === Math.round(from); x += 2 * DOT) {
      if (!drawn.has(x)) pen.fillRect(x, top, DOT, DOT);
      drawn.add(x);
    }
  }
}

/** The longest wait per column: for the model below, for tools on top. By the root, so that one long wait does not hide all others. */
function drawLatency(pen: Pen, scene: Scene): void {
  const { held, axis, scale, layout, colours } = scene;
  const box = layout.latency;
  const latency = box && latencyOf(held);
  if (!box || !latency) return;
  const longest = (peakOf(latency.model, 0, held.steps) || 0) + (peakOf(latency.tools, 0, held.steps) || 0);
  const model = peaksPer(held, axis, scale, PITCH, (from, to) => peakOf(latency.model, from, to));
  const tools = peaksPer(held, axis, scale, PITCH, (from, to) => peakOf(latency.tools, from, to));
  for (let column = 0; column < model.length; column += 1) {
    const [waited, worked] = [model[column] || 0, tools[column] || 0];
    if (waited + worked === 0) continue;
    const tall = Math.max(1, Math.round(box.height * Math.sqrt((waited + worked) / longest)));
    const low = Math.round((tall * waited) / (waited + worked));
    const x = scale.left + column * PITCH;
    pen.fillStyle = colours.assistant;
    if (low > 0) pen.fillRect(x, bottomOf(box) - low, PITCH - 1, low);
    pen.fillStyle = colours.result;
    if (tall > low) pen.fillRect(x, bottomOf(box) - tall, PITCH - 1, tall - low);
  }
}

const TICK = 4;

/** Clock times below the lanes, whatever the tape is laid out by. */
function drawAxis(pen: Pen, scene: Scene): void {
  const { held, axis, scale, layout, colours } = scene;
  if (layout.axis.height === 0) return;
  const { top } = layout.axis;
  pen.fillStyle = colours.line;
  pen.fillRect(layout.left, top, layout.right - layout.left, 1);
  setFont(pen, scene.family, 400);
  for (const { x, text } of ticksOf(held, axis, scale)) {
    pen.fillStyle = colours.lineStrong;
    pen.fillRect(Math.round(x), top, 1, TICK);
    pen.fillStyle = colours.dim;
    pen.fillText(text, Math.round(x) + TICK, bottomOf(layout.axis) - 6);
  }
}

/** What each lane is, where there is room to the left of it. */
export function drawLaneNames(pen: Pen, { held, layout, colours, family }: Scene): void {
  const widest = layout.left - 24;
  if (widest < 40) return;
  setFont(pen, family, 400);
  pen.fillStyle = colours.dim;
  const name = (text: string, box: { top: number; height: number } | null | undefined) => {
    if (box) pen.fillText(text, 16, box.top + box.height / 2 + 0.5);
  };
  name('context', held.steps === 0 ? null : layout.area);
  name('latency', knowsLatency(held) ? layout.latency : null);
  name('main', layout.main);
  name('sub-agents', layout.side);
  name(layout.branches.length === 1 ? 'branch' : 'branches', layout.branches[0]);
}

/** One frame of the tape without what moves over it. Its cost follows the pixels, whatever the tape holds. */
export function drawFrame(pen: Pen, scene: Scene): void {
  pen.clearRect(0, 0, scene.layout.width, scene.layout.height);
  drawBands(pen, scene);
  drawLaneNames(pen, scene);
  drawArea(pen, scene);
  drawSent(pen, scene);
  drawLatency(pen, scene);
  drawGaps(pen, scene);
  drawLanes(pen, scene);
  drawAxis(pen, scene);
  drawBranches(pen, scene);
  drawMarks(pen, scene);
  drawNotes(pen, scene);
  drawMinimap(pen, scene);
  drawZone(pen, scene);
}
