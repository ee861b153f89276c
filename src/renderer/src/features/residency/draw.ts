import { type Pen, setFont } from '../tape/draw/pen.ts';
import { cutTo } from '../tape/labels.ts';
import { LANE, SIDE } from '../tape/lanes.ts';
import { barsIn } from './bars.ts';
import { isOutside } from './chart.ts';
import { drawEventNames, drawLedger } from './draw-ledger.ts';
import { knownRuns } from './known.ts';
import { BANDS, MAP, NAMED, tickEvery, xOf, yOf } from './layout.ts';
import type { Scene } from './scene.ts';

const DOT = 3;

/** A dot before the bar of an entry that a reader wrote about, as on the tape above. One for each spot, however many notes share it. */
export function drawNotes(pen: Pen, { layout, frame, colours, noted }: Scene): void {
  const drawn = new Set<string>();
  for (const { row, at } of noted) {
    if (row < frame.rows.from - 1 || row > frame.rows.to) continue;
    const x = Math.max(layout.left, Math.round(xOf(layout, frame, at))) - DOT - 2;
    const y = Math.round(yOf(layout, frame, row) + (frame.tall - DOT) / 2);
    if (x > layout.right || y < layout.rows.top || y + DOT > layout.height || drawn.has(`${x} ${y}`)) continue;
    drawn.add(`${x} ${y}`);
    // A rim, to set it off from the bar below it.
    pen.fillStyle = colours.panel;
    pen.fillRect(x - 1, y - 1, DOT + 2, DOT + 2);
    pen.fillStyle = colours.text;
    pen.fillRect(x, y, DOT, DOT);
  }
}

/** Everything that stays while the pointer moves: phases, ledger, steps, bars, the map of rows. */
export function drawChart(pen: Pen, scene: Scene): void {
  const { layout, colours } = scene;
  pen.clearRect(0, 0, layout.width, layout.height);
  inside(pen, layout.left, 0, layout.right - layout.left, layout.height, () => {
    drawPhases(pen, scene);
    drawLedger(pen, scene);
    drawTicks(pen, scene);
    drawEvidence(pen, scene);
    inside(pen, layout.left, layout.rows.top, layout.right - layout.left, layout.rows.height, () => drawBars(pen, scene));
    drawCuts(pen, scene);
    drawEventNames(pen, scene);
  });
  drawNumbers(pen, scene);
  drawNotes(pen, scene);
  drawMap(pen, scene);
  pen.fillStyle = colours.line;
  pen.fillRect(0, layout.rows.top - 1, layout.width, 1);
}

const inside = (pen: Pen, x: number, y: number, width: number, height: number, draw: () => void): void => {
  pen.save();
  pen.beginPath();
  pen.rect(x, y, width, height);
  pen.clip();
  draw();
  pen.restore();
};

/** The stretch between two cuts as a named band, as the timeline has them. */
const drawPhases = (pen: Pen, { layout, frame, residency: { cuts }, colours, family }: Scene): void => {
  const edges = cuts[0]?.at === 0 ? cuts : [{ at: 0, name: '' }, ...cuts];
  setFont(pen, family, 500);
  edges.forEach(({ at, name }, index) => {
    const from = Math.max(layout.left, xOf(layout, frame, at));
    const to = Math.min(layout.right, xOf(layout, frame, edges[index + 1]?.at ?? frame.steps.to));
    if (to - from < 1) return;
    pen.globalAlpha = index % 2 === 0 ? 0.14 : 0.08;
    pen.fillStyle = colours.anchor;
    pen.fillRect(from + (index === 0 ? 0 : 1), 0, to - from - 1, BANDS - 2);
    pen.globalAlpha = 1;
    const text = to - from < 40 ? '' : cutTo(name, to - from - 12, (part) => pen.measureText(part).width);
    if (text !== '') pen.fillText(text, from + 6, BANDS / 2 - 1);
  });
};

/** Dashed and in the colour of text: nothing else on the chart looks like it, least of all the playhead. All in one stroke, since there may be hundreds. */
const drawCuts = (pen: Pen, { layout, frame, residency: { cuts }, colours }: Scene): void => {
  pen.beginPath();
  for (const { at } of cuts) {
    const x = Math.round(xOf(layout, frame, at)) + 0.5;
    if (at === 0 || x < layout.left || x > layout.right) continue;
    pen.moveTo(x, 0);
    pen.lineTo(x, layout.height);
  }
  pen.strokeStyle = colours.panel;
  pen.lineWidth = 3;
  pen.stroke();
  pen.strokeStyle = colours.text;
  pen.lineWidth = 1;
  pen.setLineDash([5, 3]);
  pen.stroke();
  pen.setLineDash([]);
};

/** Numbers of steps, on round ones. */
const drawTicks = (pen: Pen, { layout, frame, residency, colours, family }: Scene): void => {
  setFont(pen, family, 400);
  const every = tickEvery(frame.across, 52);
  const middle = layout.axis.top + layout.axis.height / 2;
  for (let at = Math.max(0, Math.floor(frame.steps.from)); at < Math.min(residency.steps.length, frame.steps.to); at++) {
    const step = residency.steps[at] ?? 0;
    if (step % every !== 0 && at !== 0) continue;
    const x = xOf(layout, frame, at + 0.5);
    pen.fillStyle = colours.lineStrong;
    pen.fillRect(Math.round(x), layout.axis.top, 1, 4);
    const text = String(step);
    const wide = pen.measureText(text).width;
    pen.fillStyle = colours.dim;
    pen.fillText(text, Math.max(layout.left, Math.min(layout.right - wide, x - wide / 2)), middle + 2);
  }
};

/**
 * A line below the numbers of the steps of which the request itself is at hand, in the colour of a warning where the context is not what was sent;
 * dotted where recorded sizes had to judge, or nobody knows.
 */
const drawEvidence = (pen: Pen, { layout, frame, residency, proven, colours }: Scene): void => {
  const y = layout.axis.top + layout.axis.height - 2.5;
  pen.lineWidth = 1.5;
  for (const { from, to, state } of knownRuns(residency, proven, Math.floor(frame.steps.from), Math.ceil(frame.steps.to))) {
    if (state === 'derived') continue;
    pen.strokeStyle = state === 'differs' ? colours.warn : colours.dim;
    pen.setLineDash(state === 'inferred' || state === 'unknown' ? [1.5, 3] : []);
    pen.beginPath();
    pen.moveTo(xOf(layout, frame, from), y);
    pen.lineTo(xOf(layout, frame, to), y);
    pen.stroke();
  }
  pen.setLineDash([]);
};

const laneOf = (lanes: Uint8Array, seq: number): number => {
  const code = lanes[seq - 1] ?? 0;
  return code === LANE.failed ? LANE.failed : code % SIDE;
};

/** Entries in the colour of who wrote them; groups in one colour, the more tokens the stronger. */
const drawBars = (pen: Pen, scene: Scene): void => {
  const { chart, frame, layout, lanes, colours, rest } = scene;
  const palette = [colours.user, colours.assistant, colours.call, colours.result, colours.event];
  const { seqs } = chart;
  const ofEntry = (seq: number): number => (seq === 0 ? 4 : laneOf(lanes, seq));
  const lane = seqs === null ? (row: number) => (rest(row) ? 4 : 2) : (row: number) => ofEntry(seqs[row] ?? 0);
  for (const bar of barsIn(chart, frame, lane)) {
    pen.globalAlpha = seqs === null ? 0.16 + 0.74 * Math.sqrt(bar.tokens / Math.max(1, chart.heaviest)) : 0.8;
    pen.fillStyle = palette[bar.lane] ?? colours.error;
    pen.fillRect(layout.left + bar.x, layout.rows.top + bar.y, bar.width, bar.height);
  }
  pen.globalAlpha = 1;
};

/** Numbers of entries next to rows that are too thin for names. */
const drawNumbers = (pen: Pen, { chart, frame, layout, colours, family }: Scene): void => {
  const { seqs } = chart;
  if (frame.tall >= NAMED || seqs === null) return;
  setFont(pen, family, 400);
  const every = tickEvery(frame.tall, 22);
  const last = Math.min(chart.rows, frame.rows.to);
  for (let row = Math.ceil(frame.rows.from / every) * every; row < last; row += every) {
    const y = yOf(layout, frame, row) + Math.min(frame.tall / 2, 8);
    if (y > layout.height - 6 || y < layout.rows.top || isOutside(chart, row)) continue;
    const text = `#${seqs[row] ?? ''}`;
    pen.fillStyle = colours.dim;
    pen.fillText(text, layout.left - 8 - pen.measureText(text).width, Math.max(layout.rows.top + 7, y));
  }
};

/** Which of the rows are in view, at the right edge. */
const drawMap = (pen: Pen, { chart, frame, layout, colours }: Scene): void => {
  if (chart.rows === 0 || frame.rows.to - frame.rows.from >= chart.rows) return;
  const x = layout.width - MAP;
  const { top, height } = layout.rows;
  pen.fillStyle = colours.line;
  pen.fillRect(x, top, MAP, height);
  pen.fillStyle = colours.faint;
  const from = (height * frame.rows.from) / chart.rows;
  pen.fillRect(x + 1, top + from, MAP - 2, Math.max(12, (height * (frame.rows.to - frame.rows.from)) / chart.rows));
};
