import { bisect } from '../../../../shared/model/bisect.ts';
import { limitName } from '../tape/draw/area.ts';
import { type Pen, setFont } from '../tape/draw/pen.ts';
import { stepIndex } from './chart.ts';
import { xOf } from './layout.ts';
import type { Scene } from './scene.ts';

/**
 * What each request held: recorded input as an area, the part read from a cache light and the new part strong; what the entries in context weigh
 * as a line through it. Between that line and the edge of the area is what nobody can account for.
 */
export function drawLedger(pen: Pen, scene: Scene): void {
  const { residency, layout, colours, family } = scene;
  const { recorded, cached, limit } = residency;
  const { top, height } = layout.ledger;
  const { largest, highest } = peaksOf(residency);
  if (highest === 0) return;
  // Room above the highest, and the limit in sight where it is near enough to matter.
  const ceiling = limit !== null && limit <= 4 * highest ? Math.max(limit, highest) * 1.04 : highest * 1.12;
  const y = (tokens: number): number => top + height - (height - 4) * (tokens / ceiling);
  const bottom = top + height;
  for (const [from, to, at] of columns(scene)) {
    const whole = recorded[at] ?? Number.NaN;
    if (Number.isNaN(whole)) continue;
    const read = Math.min(whole, Number.isNaN(cached[at]) ? 0 : (cached[at] ?? 0));
    pen.fillStyle = colours.curve;
    pen.globalAlpha = 0.16;
    pen.fillRect(from, y(read), to - from, bottom - y(read));
    pen.globalAlpha = 0.6;
    pen.fillRect(from, y(whole), to - from, Math.max(whole > read ? 1 : 0, y(read) - y(whole)));
  }
  pen.globalAlpha = 1;
  drawHeld(pen, scene, y);
  drawEventLines(pen, scene, bottom);
  pen.fillStyle = colours.line;
  pen.fillRect(layout.left, bottom - 1, layout.right - layout.left, 1);
  if (limit !== null && limit <= ceiling) drawLimit(pen, scene, y(limit), `${limitName(limit)} limit`);
  if (largest > 0) return;
  setFont(pen, family, 400);
  pen.fillStyle = colours.dim;
  pen.fillText(
    `no usage recorded; the line shows the weight of the entries${residency.tokenizer === null ? ' by estimate' : ''}`,
    layout.left + 6,
    top + 8,
  );
}

/** The largest size that is recorded, and the most that any step has. */
interface Peaks {
  largest: number;
  highest: number;
}

const peaks = new WeakMap<Scene['residency'], Peaks>();

/** Looks at all steps once, and not again with each frame. */
export function peaksOf(residency: Scene['residency']): Peaks {
  const known = peaks.get(residency);
  if (known !== undefined) return known;
  let largest = 0;
  let held = 0;
  for (let at = 0; at < residency.steps.length; at++) {
    largest = Math.max(largest, residency.recorded[at] || 0);
    held = Math.max(held, heldAt(residency, at));
  }
  const found = { largest, highest: Math.max(largest, held) };
  peaks.set(residency, found);
  return found;
}

/** Columns of pixels and the step that each shows: of several in one pixel the last. */
function* columns(scene: Scene): Generator<[number, number, number]> {
  const { frame, layout, residency } = scene;
  const first = Math.max(0, Math.floor(frame.steps.from));
  const last = Math.min(residency.steps.length, Math.ceil(frame.steps.to));
  for (let at = first; at < last; ) {
    const from = Math.round(xOf(layout, frame, at));
    const to = Math.round(xOf(layout, frame, at + 1));
    if (to > from) yield [from, to, at];
    at = Math.max(at + 1, beforePixel(scene, to));
  }
}

/** A step that is not after the last one of a pixel: those before it need not be looked at. */
const beforePixel = ({ layout, frame }: Pick<Scene, 'layout' | 'frame'>, x: number): number =>
  Math.floor(frame.steps.from + (x + 0.5 - layout.left) / frame.across) - 2;

const heldAt = ({ counted, estimated }: Scene['residency'], at: number): number => (counted[at] ?? 0) + (estimated[at] ?? 0);

const drawHeld = (pen: Pen, scene: Scene, y: (tokens: number) => number): void => {
  pen.strokeStyle = scene.colours.text;
  pen.lineWidth = 1.25;
  pen.lineJoin = 'round';
  pen.beginPath();
  let begun = false;
  for (const [from, to, at] of columns(scene)) {
    const height = y(heldAt(scene.residency, at));
    if (begun) pen.lineTo(from, height);
    else pen.moveTo(from, height);
    pen.lineTo(to, height);
    begun = true;
  }
  pen.stroke();
};

/** Least room between the flags of two events that are named. */
const FLAG_GAP = 10;

/** What changed a size and is not an entry, as far as it is on screen: its place among the events, of several on one pixel the first. */
function* eventsIn(scene: Scene): Generator<{ x: number; event: number }> {
  const { layout, frame, residency } = scene;
  const { steps, events } = residency;
  const from = (index: number): number => bisect(0, events.step.length, (at) => (events.step[at] ?? 0) >= (steps[index] ?? 0));
  for (let event = from(Math.max(0, Math.floor(frame.steps.from))), drawn = Number.NaN; event < events.step.length; ) {
    const index = stepIndex(steps, events.step[event] ?? 0);
    const x = Math.round(xOf(layout, frame, index)) + 0.5;
    if (x > layout.right) return;
    if (x >= layout.left && x !== drawn) yield { x, event };
    drawn = x;
    event = Math.max(event + 1, from(Math.min(steps.length - 1, beforePixel(scene, x - 0.5))));
  }
}

const drawEventLines = (pen: Pen, scene: Scene, bottom: number): void => {
  pen.strokeStyle = scene.colours.dim;
  pen.lineWidth = 1;
  pen.setLineDash([1, 3]);
  pen.beginPath();
  for (const { x } of eventsIn(scene)) {
    pen.moveTo(x, scene.layout.ledger.top);
    pen.lineTo(x, bottom);
  }
  pen.stroke();
  pen.setLineDash([]);
};

/** What each of these lines means, where there is room. Drawn after all lines, so that none crosses the words. */
export function drawEventNames(pen: Pen, scene: Scene): void {
  const { layout, colours, family } = scene;
  const { kind, kinds, tokens } = scene.residency.events;
  setFont(pen, family, 400);
  let end = Number.NEGATIVE_INFINITY;
  for (const { x, event } of eventsIn(scene)) {
    // To measure words takes longer than to place all events.
    if (x < end + FLAG_GAP) continue;
    const added = tokens[event] ?? 0;
    const words = `${kinds[kind[event] ?? 0]?.type.replaceAll('-', ' ')} ${added < 0 ? '−' : '+'}${limitName(Math.abs(added))}`;
    const wide = pen.measureText(words).width;
    if (x + 4 + wide > layout.right) continue;
    // Over the curve, the limit and other flags, which would make the words hard to read.
    pen.fillStyle = colours.panel;
    pen.fillRect(x + 1, layout.ledger.top, wide + 6, 12);
    pen.fillStyle = colours.dim;
    pen.fillText(words, x + 4, layout.ledger.top + 6);
    end = x + 4 + wide;
  }
}

const drawLimit = (pen: Pen, { layout, colours, family }: Scene, y: number, name: string): void => {
  setFont(pen, family, 400);
  pen.strokeStyle = colours.dim;
  pen.lineWidth = 1;
  pen.setLineDash([2, 3]);
  pen.beginPath();
  pen.moveTo(layout.left, Math.round(y) + 0.5);
  pen.lineTo(layout.right, Math.round(y) + 0.5);
  pen.stroke();
  pen.setLineDash([]);
  const wide = pen.measureText(name).width;
  pen.fillStyle = colours.panel;
  pen.globalAlpha = 0.85;
  pen.fillRect(layout.right - wide - 8, y + 2, wide + 8, 14);
  pen.globalAlpha = 1;
  pen.fillStyle = colours.dim;
  pen.fillText(name, layout.right - wide - 4, y + 9);
};
