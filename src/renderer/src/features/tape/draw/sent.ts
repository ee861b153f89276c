import { toPixel } from '../scale.ts';
import { heightsIn } from './area.ts';
import { bottomOf, clipTo, type Pen, type Scene } from './pen.ts';

const BAR = 6;
/** Where bars would touch they are lines. */
const THIN = 2;
const MARK = { width: 5, height: 4 };

/** What of each request was sent again, as a bar that hangs from its size (its tokens are in the line below), and a mark below those that differ from what was sent. */
export function drawSent(pen: Pen, scene: Scene): void {
  if (scene.sent === undefined) return;
  clipTo(pen, scene, () => {
    drawBars(pen, scene);
    drawMarks(pen, scene);
  });
}

interface Bar {
  x: number;
  top: number;
  tokens: number;
}

/** The step's pixel, where that is in view. */
const pixelOf = ({ axis, scale, layout }: Scene, step: number): number | null => {
  const x = Math.round(toPixel(scale, axis.ofStep(step)));
  return x < layout.left || x > layout.right ? null : x;
};

const barsIn = (scene: Scene): Bar[] => {
  const heights = heightsIn(scene);
  if (heights === null) return [];
  const bars = new Map<number, Bar>();
  const bottom = bottomOf(scene.layout.area);
  for (const [step, tokens] of scene.sent?.again ?? []) {
    const x = step > scene.held.steps ? null : pixelOf(scene, step);
    if (x === null || (bars.get(x)?.tokens ?? 0) >= tokens) continue;
    const size = scene.held.stepInput[step - 1] || tokens;
    bars.set(x, { x, top: bottom - heights.height(Math.max(size, tokens)), tokens });
  }
  return [...bars.values()];
};

const drawBars = (pen: Pen, scene: Scene): void => {
  const bars = barsIn(scene);
  const heights = heightsIn(scene);
  const width = bars.length * (BAR + 2) > scene.scale.width ? THIN : BAR;
  pen.fillStyle = scene.colours.curve;
  for (const { x, top, tokens } of bars) pen.fillRect(x - width / 2, top, width, Math.max(2, heights?.height(tokens) ?? 0));
};

const drawMarks = (pen: Pen, scene: Scene): void => {
  const drawn = new Set<number>();
  const top = bottomOf(scene.layout.area) - MARK.height + 1;
  pen.fillStyle = scene.colours.warn;
  for (const step of scene.sent?.differing ?? []) {
    const x = step > scene.held.steps ? null : pixelOf(scene, step);
    if (x === null || drawn.has(x)) continue;
    drawn.add(x);
    pen.fillRect(x - (MARK.width - 1) / 2, top, MARK.width, MARK.height);
  }
};
