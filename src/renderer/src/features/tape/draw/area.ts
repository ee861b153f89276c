import { contextLine, type Point, sidePeaks } from '../bins.ts';
import { ceilingOf } from '../layout.ts';
import { peakOf } from '../peaks.ts';
import { bottomOf, clipTo, type Pen, type Scene, setFont } from './pen.ts';

/** How far a line goes up and down within a column of one pixel. */
interface Stretch {
  readonly x: number;
  low: number;
  high: number;
}

/** What a line without gaps covers of each column of pixels that it passes, from the left. Costs its points and the pixels. */
export function perColumn(line: readonly Point[]): Stretch[] {
  const columns: Stretch[] = [];
  const reach = (x: number, tokens: number): void => {
    const last = columns.at(-1);
    if (last?.x !== x) columns.push({ x, low: tokens, high: tokens });
    else Object.assign(last, { low: Math.min(last.low, tokens), high: Math.max(last.high, tokens) });
  };
  line.forEach((point, at) => {
    const before = line[at - 1] ?? point;
    for (let edge = Math.floor(before.x) + 1; edge <= point.x; edge += 1) {
      const tokens = before.tokens + ((point.tokens - before.tokens) * (edge - before.x)) / (point.x - before.x);
      reach(edge - 1, tokens);
      reach(edge, tokens);
    }
    reach(Math.floor(point.x), point.tokens);
  });
  return columns;
}

/** Tokens in short as a limit is named: 200000 → "200k", 1000000 → "1M". */
export function limitName(tokens: number): string {
  if (tokens >= 1e6) return `${Number((tokens / 1e6).toFixed(2))}M`;
  return tokens >= 1000 ? `${Number((tokens / 1000).toFixed(1))}k` : String(tokens);
}

/** How many pixels of the area tokens take; null where no size is recorded. */
export function heightsIn({ held, layout }: Pick<Scene, 'held' | 'layout'>) {
  const highest = Math.max(peakOf(held.main, 0, held.steps) || 0, peakOf(held.side, 0, held.steps) || 0);
  if (highest === 0) return null;
  const ceiling = ceilingOf(highest, held.limit);
  return { ceiling, height: (tokens: number) => (layout.area.height * tokens) / ceiling.tokens };
}

/** Context size per step as an area with its line, sub-agents inside the file as dim stems, and what the top of it means. */
export function drawArea(pen: Pen, scene: Scene): void {
  const heights = heightsIn(scene);
  if (heights === null) {
    drawSilence(pen, scene);
    return;
  }
  const { ceiling, height } = heights;
  clipTo(pen, scene, () => {
    drawSide(pen, scene, height);
    drawRuns(pen, scene, height);
  });
  drawCeiling(pen, scene, ceiling, height);
}

const drawSilence = (pen: Pen, { held, layout, colours, family }: Scene): void => {
  setFont(pen, family, 400);
  pen.fillStyle = colours.line;
  pen.fillRect(layout.left, bottomOf(layout.area), layout.right - layout.left, 1);
  pen.fillStyle = colours.faint;
  const text = held.steps === 0 ? 'no steps: this log has no requests to a model' : 'no usage recorded';
  pen.fillText(text, layout.left, layout.area.top + layout.area.height / 2);
};

const drawSide = (pen: Pen, { held, axis, scale, layout, colours }: Scene, height: (tokens: number) => number): void => {
  const pitch = 2;
  pen.fillStyle = colours.curve;
  pen.globalAlpha = 0.3;
  sidePeaks(held, axis, scale, pitch).forEach((tokens, column) => {
    if (Number.isNaN(tokens)) return;
    const tall = Math.max(1, height(tokens));
    pen.fillRect(scale.left + column * pitch, bottomOf(layout.area) - tall, 1, tall);
  });
  pen.globalAlpha = 1;
};

/** The line in stretches without a gap. */
export function runsOf(points: readonly Point[]): Point[][] {
  const runs: Point[][] = [];
  let run: Point[] = [];
  for (const point of points) {
    if (!Number.isNaN(point.tokens)) run.push(point);
    else if (run.length > 0) {
      runs.push(run);
      run = [];
    }
  }
  return run.length > 0 ? [...runs, run] : runs;
}

const LINE = 1.25;
/** Pixels for each point of a line below which it is drawn in columns. */
const CROWDED = 3;

const drawRuns = (pen: Pen, scene: Scene, height: (tokens: number) => number): void => {
  const bottom = bottomOf(scene.layout.area);
  const points = contextLine(scene.held, scene.axis, scene.scale);
  const draw = points.length * CROWDED > scene.scale.width ? drawColumns : drawPath;
  pen.fillStyle = scene.colours.curve;
  pen.strokeStyle = scene.colours.curve;
  pen.lineWidth = LINE;
  pen.lineJoin = 'round';
  for (const run of runsOf(points)) draw(pen, run.length === 1 ? stub(run) : run, bottom, height);
};

const drawPath = (pen: Pen, line: readonly Point[], bottom: number, height: (tokens: number) => number): void => {
  trace(pen, line, bottom, height);
  pen.lineTo(line.at(-1)?.x ?? 0, bottom);
  pen.lineTo(line[0]?.x ?? 0, bottom);
  pen.closePath();
  pen.globalAlpha = 0.14;
  pen.fill();
  pen.globalAlpha = 1;
  trace(pen, line, bottom, height);
  pen.stroke();
};

/** The same where points are crowded: a path that goes up and down in every pixel takes Chromium a hundred milliseconds to fill in, its columns one. */
const drawColumns = (pen: Pen, line: readonly Point[], bottom: number, height: (tokens: number) => number): void => {
  const columns = perColumn(line);
  pen.globalAlpha = 0.14;
  for (let at = 0; at < columns.length; at += 2) {
    const [one, other] = [columns[at], columns[at + 1]];
    // Two at a time: what that is too high in one of them is under its line, which begins where that of its neighbour ends.
    const tall = height(Math.max(one?.low ?? 0, other?.low ?? 0));
    pen.fillRect(one?.x ?? 0, bottom - tall, other ? 2 : 1, tall);
  }
  pen.globalAlpha = 1;
  for (const { x, low, high } of columns) pen.fillRect(x, bottom - height(high) - LINE / 2, 1, height(high) - height(low) + LINE);
};

/** A step that stands alone is still seen. */
const stub = (run: readonly Point[]): Point[] =>
  run.flatMap((point) => [
    { ...point, x: point.x - 1.5 },
    { ...point, x: point.x + 1.5 },
  ]);

const trace = (pen: Pen, line: readonly Point[], bottom: number, height: (tokens: number) => number): void => {
  pen.beginPath();
  line.forEach((point, index) => {
    if (index === 0) pen.moveTo(point.x, bottom - height(point.tokens));
    else pen.lineTo(point.x, bottom - height(point.tokens));
  });
};

const drawCeiling = (
  pen: Pen,
  { held, layout, colours }: Scene,
  ceiling: { tokens: number; limitShown: boolean },
  height: (tokens: number) => number,
): void => {
  const level = ceiling.limitShown && held.limit !== null ? held.limit : ceiling.tokens;
  const y = Math.round(bottomOf(layout.area) - height(level)) + 0.5;
  pen.strokeStyle = ceiling.limitShown ? colours.faint : colours.line;
  pen.lineWidth = 1;
  pen.setLineDash(ceiling.limitShown ? [3, 3] : []);
  pen.beginPath();
  pen.moveTo(layout.left, y);
  pen.lineTo(layout.right, y);
  pen.stroke();
  pen.setLineDash([]);
};

/** What is at the right end above the line: the limit, or the scale and the limit far above it. */
export function ceilingName({ held }: Scene): string {
  const highest = Math.max(peakOf(held.main, 0, held.steps) || 0, peakOf(held.side, 0, held.steps) || 0);
  if (highest === 0) return '';
  const ceiling = ceilingOf(highest, held.limit);
  if (ceiling.limitShown && held.limit !== null) return `${limitName(held.limit)} limit`;
  return `scale ${limitName(ceiling.tokens)} · limit ${held.limit === null ? 'unknown' : limitName(held.limit)}`;
}
