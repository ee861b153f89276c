import { formatShort } from '../../../ui/format.ts';
import { toPixel } from '../scale.ts';
import { heightsIn } from './area.ts';
import { bottomOf, clipTo, type Pen, type Scene, setFont } from './pen.ts';

const BAR = 6;
/** Where bars would touch they are lines. */
const THIN = 2;
const MARK = { width: 5, height: 4 };
const GAP = 6;
/** Bars that have their tokens next to them: those with the most. */
const NAMED = 4;

/** What of each request was sent again, as a bar that hangs from its size, and a mark below those that differ from what was sent. */
export function drawSent(pen: Pen, scene: Scene): void {
  if (scene.sent === undefined) return;
  clipTo(pen, scene, () => {
    drawNames(pen, scene, drawBars(pen, scene));
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

const drawBars = (pen: Pen, scene: Scene): Bar[] => {
  const bars = barsIn(scene);
  const heights = heightsIn(scene);
  const width = bars.length * (BAR + 2) > scene.scale.width ? THIN : BAR;
  pen.fillStyle = scene.colours.curve;
  for (const { x, top, tokens } of bars) pen.fillRect(x - width / 2, top, width, Math.max(2, heights?.height(tokens) ?? 0));
  return bars;
};

/** Next to the largest, on the side that has room: no name is on a bar or on another name. */
const drawNames = (pen: Pen, { layout, family, colours }: Scene, bars: readonly Bar[]): void => {
  const taken = bars.map(({ x }): [number, number] => [x - BAR, x + BAR]);
  setFont(pen, family, 400);
  for (const { x, top, tokens } of bars.toSorted((a, b) => b.tokens - a.tokens).slice(0, NAMED)) {
    const text = `${formatShort(tokens)} again`;
    const width = pen.measureText(text).width;
    const left = [x - GAP - width, x + GAP].find(
      (from) =>
        from >= layout.left && from + width <= layout.right && !taken.some(([a, b]) => a < from + width && b > from && !(a < x && b > x)),
    );
    if (left === undefined) continue;
    taken.push([left, left + width]);
    // Above the line of sizes, which rises from the left as a rule; where it does not, it ends at the name.
    const y = Math.max(layout.area.top + 6, top - 7);
    pen.fillStyle = colours.panel;
    pen.fillRect(left - 2, y - 7, width + 4, 14);
    pen.fillStyle = colours.dim;
    pen.fillText(text, left, y);
  }
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
