import type { Pen } from '../tape/draw/pen.ts';
import { xOf, yOf } from './layout.ts';
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
