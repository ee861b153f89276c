import { knowsLatency } from '../latency.ts';
import { ticksOf } from '../ticks.ts';
import { bottomOf, type Pen, type Scene, setFont } from './pen.ts';

const TICK = 4;

/** Clock times below the lanes, whatever the tape is laid out by. */
export function drawAxis(pen: Pen, scene: Scene): void {
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
