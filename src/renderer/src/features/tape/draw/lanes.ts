import { binLanes, type LaneBins } from '../bins.ts';
import { LANE, LANES, SIDE } from '../lanes.ts';
import { toPixel } from '../scale.ts';
import { bottomOf, clipTo, type Pen, type Scene } from './pen.ts';

/** Width of a tick and its gap where entries share columns. */
const PITCH = 3;
const TICK = 2;
/** Entries per column above which the height of a tick tells how many it stands for. */
const CROWDED = 12;

const laneColours = ({ colours }: Scene): string[] => [colours.user, colours.assistant, colours.call, colours.result, colours.event];

/**
 * Entries as ticks: one each where there is room, else one per column whose height tells how many share it. Sub-agents
 * inside the file and bookkeeping are dim; failures run through all lanes.
 */
export const drawLanes = (pen: Pen, scene: Scene): void => {
  const { held, axis, scale } = scene;
  const visible = axis.entryFrom(scale.to) - axis.entryFrom(scale.from);
  clipTo(pen, scene, () => {
    if (visible <= scale.width / PITCH) drawEach(pen, scene);
    else drawBins(pen, scene, binLanes(held, axis, scale, PITCH), visible / (scale.width / PITCH));
  });
};

const drawEach = (pen: Pen, scene: Scene): void => {
  const { held, axis, scale, layout } = scene;
  const colours = laneColours(scene);
  const width = tickWidth(scene);
  const first = Math.max(1, axis.entryFrom(scale.from) - 1);
  const end = Math.min(held.entries + 1, axis.entryFrom(scale.to) + 1);
  for (let seq = first; seq < end; seq++) {
    const code = held.lanes.codes[seq - 1] ?? 0;
    const lane = code === LANE.failed ? LANE.failed : code % SIDE;
    const box = layout.lanes[lane];
    const x = toPixel(scale, axis.ofEntry(seq));
    if (box === undefined) drawFailure(pen, scene, x, 2, 1);
    else {
      pen.globalAlpha = alphaOf(code, 1);
      pen.fillStyle = colours[lane] ?? '';
      pen.fillRect(x, box.top, width, box.height);
    }
  }
  pen.globalAlpha = 1;
};

/** A tick never fills more than its entry's share of the line, and stays a tick when zoomed in. */
const tickWidth = ({ axis, scale }: Scene): number => {
  if (axis.kind === 'time') return TICK;
  const visible = Math.max(1, axis.entryFrom(scale.to) - axis.entryFrom(scale.from));
  return Math.max(1, Math.min(5, scale.width / visible - 1));
};

const alphaOf = (code: number, share: number): number => {
  const dim = code >= SIDE ? 0.35 : code === LANE.other ? 0.55 : 1;
  return dim * (0.55 + 0.45 * share);
};

/** `density` is the number of entries per column on average; where it is low, a tick is a tick. */
const drawBins = (pen: Pen, scene: Scene, bins: LaneBins, density: number): void => {
  const colours = laneColours(scene);
  for (let lane = 0; lane < colours.length; lane++) {
    pen.fillStyle = colours[lane] ?? '';
    drawLane(pen, scene, bins, lane, density > CROWDED ? mostIn(bins, lane) : 1);
  }
  pen.globalAlpha = 1;
  const failed = Array.from({ length: bins.columns }, (_, column) => column).filter(
    (column) => (bins.counts[column * LANES + LANE.failed] ?? 0) > 0,
  );
  // Where failures are everywhere, they must not hide everything else.
  const alpha = failed.length > bins.columns / 6 ? 0.4 : 0.9;
  for (const column of failed) drawFailure(pen, scene, scene.scale.left + column * bins.pitch, TICK, alpha);
};

const mostIn = (bins: LaneBins, lane: number): number => {
  let most = 1;
  for (let at = lane; at < bins.counts.length; at += LANES) most = Math.max(most, (bins.counts[at] ?? 0) + (bins.counts[at + SIDE] ?? 0));
  return most;
};

const drawLane = (pen: Pen, { scale, layout }: Scene, bins: LaneBins, lane: number, most: number): void => {
  const box = layout.lanes[lane] ?? { top: 0, height: 0 };
  for (let column = 0; column < bins.columns; column++) {
    const own = bins.counts[column * LANES + lane] ?? 0;
    const side = bins.counts[column * LANES + lane + SIDE] ?? 0;
    if (own + side === 0) continue;
    const share = Math.min(1, Math.sqrt((own + side) / most));
    const tall = Math.max(2, Math.round(box.height * (0.35 + 0.65 * share)));
    pen.globalAlpha = alphaOf(own > 0 ? lane : lane + SIDE, share);
    pen.fillRect(scale.left + column * bins.pitch, box.top + box.height - tall, TICK, tall);
  }
};

const drawFailure = (pen: Pen, { layout, colours }: Scene, x: number, width: number, alpha: number): void => {
  const top = (layout.lanes[0]?.top ?? 0) - 2;
  const bottom = bottomOf(layout.lanes[LANE.result] ?? layout.area) + 2;
  pen.globalAlpha = alpha;
  pen.fillStyle = colours.error;
  pen.fillRect(x, top, width, bottom - top);
};
