import { drawArea } from './area.ts';
import { drawAxis, drawLaneNames } from './axis.ts';
import { drawBands } from './bands.ts';
import { drawBranches } from './branches.ts';
import { drawGaps } from './gaps.ts';
import { drawLanes } from './lanes.ts';
import { drawLatency } from './latency.ts';
import { drawMarks } from './marks.ts';
import { drawMinimap } from './minimap.ts';
import { drawZone } from './next.ts';
import { drawNotes } from './notes.ts';
import type { Pen, Scene } from './pen.ts';
import { drawSent } from './sent.ts';

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
