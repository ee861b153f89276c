import type { Box } from '../layout.ts';
import type { Pen, Scene } from './pen.ts';

/** Pixels between the lines of the hatching. */
const HATCH = 7;

/** What is absent: not sent yet, or a time in which nothing happened. */
export function drawHatch(pen: Pen, { colours }: Scene, left: number, right: number, { top, height }: Box): void {
  pen.save();
  pen.beginPath();
  pen.rect(left, top, right - left, height);
  pen.clip();
  pen.strokeStyle = colours.lineStrong;
  pen.globalAlpha = 0.5;
  pen.lineWidth = 1;
  pen.beginPath();
  for (let x = left; x < right + height; x += HATCH) {
    pen.moveTo(x, top);
    pen.lineTo(x - height, top + height);
  }
  pen.stroke();
  pen.restore();
  pen.globalAlpha = 1;
}
