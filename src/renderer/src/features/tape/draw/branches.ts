import { stepsOf } from '../branches.ts';
import { toPixel } from '../scale.ts';
import { clipTo, type Pen, type Scene } from './pen.ts';

const TICK = 3;

/** Branches next to that of the playhead, each in a lane: where it left, and a tick for each of its steps; one for each pixel, however many. */
export function drawBranches(pen: Pen, scene: Scene): void {
  const { beside, line, layout } = scene;
  if (!beside || !line) return;
  clipTo(pen, scene, () => {
    beside.lanes.forEach((lane, at) => {
      const box = layout.branches[at];
      if (box) for (const aside of lane) drawBranch(pen, scene, box, aside.from ?? aside.first, stepsOf(line, aside));
    });
  });
}

const drawBranch = (
  pen: Pen,
  { axis, scale, layout, colours }: Scene,
  box: { top: number; height: number },
  from: number,
  steps: Uint32Array,
) => {
  const at = (step: number): number => Math.round(toPixel(scale, axis.ofStep(step)));
  const middle = Math.round(box.top + box.height / 2);
  const [left, right] = [at(from), at(steps.at(-1) ?? from)];
  if (right < layout.left || left > layout.right) return;
  pen.strokeStyle = colours.faint;
  pen.lineWidth = 1;
  pen.beginPath();
  pen.moveTo(left + 0.5, layout.lanesEnd + 2);
  pen.lineTo(left + 0.5, middle + 0.5);
  pen.lineTo(right, middle + 0.5);
  pen.stroke();
  pen.fillStyle = colours.curve;
  let drawn = Number.NEGATIVE_INFINITY;
  for (const step of steps) {
    const x = at(step);
    if (x > layout.right) return;
    if (x < layout.left - TICK || x < drawn + TICK) continue;
    pen.fillRect(x, box.top + 1, TICK - 1, box.height - 2);
    drawn = x;
  }
};
