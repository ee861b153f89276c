import { type Pen, setFont } from '../tape/draw/pen.ts';
import { xOf, yOf } from './layout.ts';
import type { Scene } from './scene.ts';

export interface Over {
  /** Index of the step under the playhead, −1 where it comes before the first. */
  readonly step: number;
  readonly selected: number | null;
  readonly hovered: number | null;
  /** Index of the step under the pointer. */
  readonly pointed: number | null;
}

/** What moves: the playhead with its number, the step and the row under the pointer, the selected row. */
export function drawOver(pen: Pen, scene: Scene, over: Over): void {
  const { layout, frame, colours } = scene;
  pen.clearRect(0, 0, layout.width, layout.height);
  if (over.hovered !== null) band(pen, scene, over.hovered, colours.text, 0.1);
  if (over.selected !== null) edge(pen, scene, over.selected);
  if (over.pointed !== null && over.pointed !== over.step) {
    pen.globalAlpha = 0.35;
    pen.fillStyle = colours.text;
    const x = Math.round(xOf(layout, frame, over.pointed + 0.5));
    if (x >= layout.left && x <= layout.right) pen.fillRect(x, layout.ledger.top, 1, layout.height);
    pen.globalAlpha = 1;
  }
  if (over.step >= 0) drawHead(pen, scene, over.step);
}

const band = (pen: Pen, { layout, frame }: Scene, row: number, colour: string, alpha: number): void => {
  const top = yOf(layout, frame, row) - (frame.tall < 3 ? 1 : 0);
  if (top < layout.rows.top - 2) return;
  pen.globalAlpha = alpha;
  pen.fillStyle = colour;
  pen.fillRect(0, top, layout.right, Math.max(3, frame.tall));
  pen.globalAlpha = 1;
};

/** The selected row is marked at the left, as in every list, and by a line above and below it, which leaves its colours as they are. */
const edge = (pen: Pen, { layout, frame, colours }: Scene, row: number): void => {
  const top = Math.round(yOf(layout, frame, row));
  const tall = Math.max(2, Math.round(frame.tall));
  if (top < layout.rows.top - 2) return;
  pen.fillStyle = colours.head;
  pen.globalAlpha = 0.08;
  pen.fillRect(0, top, layout.left, tall);
  pen.globalAlpha = 1;
  pen.fillRect(0, top - 1, 2, tall + 1);
  pen.fillRect(0, top - 1, layout.right, 1);
  pen.fillRect(0, top + tall - 1, layout.right, 1);
};

/** Solid, in the accent, with its number on the axis: as on the tape above. */
const drawHead = (pen: Pen, { layout, frame, colours, residency, family }: Scene, at: number): void => {
  const x = Math.round(xOf(layout, frame, at + 0.5));
  if (x < layout.left - 1 || x > layout.right + 1) return;
  pen.fillStyle = colours.head;
  pen.fillRect(x - 1, layout.ledger.top, 2, layout.height - layout.ledger.top);
  setFont(pen, family, 600);
  const text = String(residency.steps[at] ?? '');
  const wide = pen.measureText(text).width + 12;
  const left = Math.max(layout.left - wide / 2, Math.min(layout.right - wide, x - wide / 2));
  pen.beginPath();
  pen.roundRect(left, layout.axis.top + 2, wide, layout.axis.height - 4, 4);
  pen.fill();
  pen.fillStyle = colours.onHead;
  pen.fillText(text, left + 6, layout.axis.top + layout.axis.height / 2 + 0.5);
};
