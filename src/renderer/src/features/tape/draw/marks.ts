import { binMarks, type MarkBin } from '../bins.ts';
import { markWords, placeLabels } from '../labels.ts';
import { ceilingName } from './area.ts';
import { bottomOf, type Pen, type Scene, setFont } from './pen.ts';

const NAME_GAP = 4;
/** More lines of one kind than this are short strokes, lest the tape turn into a fence. */
const LONG_LINES = 24;
/** Pixels for each compaction below which their lines hide all that they cross. */
const WALL = 6;
const TICK = 5;

/** What has no name next to its line. */
const UNNAMED: ReadonlySet<string> = new Set(['compaction', 'turn', 'error']);

/** Forks and sub-agents as dashed lines with names that never touch, compactions as a line of their own. */
export function drawMarks(pen: Pen, scene: Scene): void {
  const { axis, scale, layout, colours } = scene;
  const bins = binMarks(scene.held, axis, scale);
  const of = (type: MarkBin['type']) => bins.filter((bin) => bin.type === type).map((bin) => bin.x);
  const { top } = layout.area;
  const bottom = layout.lanesEnd;
  const compactions = of('compaction');
  const begin = bottomOf(layout.bands) + 2;
  drawTicks(pen, compactions, begin, compactions.length * WALL > scale.width ? begin + TICK : bottom, 1.5, colours.anchor);
  pen.strokeStyle = colours.dim;
  pen.lineWidth = 1;
  pen.setLineDash([2, 3]);
  for (const lines of [of('sub-agent'), of('rewind'), of('fork'), of('merge')])
    if (lines.length > LONG_LINES) drawTicks(pen, lines, top, top + 2, 1, colours.dim);
    else drawLines(pen, lines, top, bottom);
  const named = drawNames(pen, scene, bins);
  drawLines(pen, named, layout.names.top + 4, top);
  pen.setLineDash([]);
  drawLoop(pen, scene, of('turn'), of('error'));
}

/** Where turns of an agent's loop begin, and what failed, as ticks above the sizes: there may be one in every few pixels. */
const drawLoop = (pen: Pen, { layout, colours }: Scene, turns: readonly number[], errors: readonly number[]): void => {
  const { top } = layout.area;
  drawTicks(pen, turns, top - TICK, top + 1, 1, colours.user);
  drawTicks(pen, errors, top - TICK, top + 1, 2, colours.error);
};

/** Lines that may be as many as the pixels: rectangles, which cost a fraction of a path. */
const drawTicks = (pen: Pen, lines: readonly number[], top: number, bottom: number, width: number, colour: string): void => {
  pen.fillStyle = colour;
  for (const line of lines) pen.fillRect(Math.round(line) + 0.5 - width / 2, top, width, bottom - top);
};

/** All lines of one look are one path. */
const drawLines = (pen: Pen, lines: readonly number[], top: number, bottom: number): void => {
  if (lines.length === 0) return;
  pen.beginPath();
  for (const line of lines) {
    const x = Math.round(line) + 0.5;
    pen.moveTo(x, top);
    pen.lineTo(x, bottom);
  }
  pen.stroke();
};

/** Writes the names and tells which marks have one; a line reaches up to its own name and through no other. */
const drawNames = (pen: Pen, scene: Scene, bins: readonly MarkBin[]): number[] => {
  const { layout, colours } = scene;
  const y = layout.names.top + layout.names.height / 2;
  setFont(pen, scene.family, 500);
  pen.fillStyle = colours.faint;
  const ceiling = ceilingName(scene);
  const ceilingWidth = pen.measureText(ceiling).width;
  pen.fillText(ceiling, layout.right - ceilingWidth, y);
  pen.fillStyle = colours.dim;
  const placed = placeLabels(
    bins.filter((bin) => !UNNAMED.has(bin.type)),
    {
      left: layout.left,
      right: layout.right - (ceiling === '' ? 0 : ceilingWidth + 10),
      gap: NAME_GAP,
      measure: (text) => pen.measureText(text).width,
      words: (types) => `↳ ${markWords(types)}`,
    },
  );
  for (const label of placed) pen.fillText(label.text, label.x, y);
  return placed.map((label) => label.mark);
};
