import { toPixel } from '../scale.ts';
import type { Pen, Scene } from './pen.ts';

const DOT = 3;

/** Below the entries, where readers wrote about them: a dot each, and a dotted line along a span. One dot for each pixel, however many. */
export function drawNotes(pen: Pen, { axis, scale, layout, colours, noted = [] }: Scene): void {
  if (noted.length === 0) return;
  const top = layout.lanesEnd + 2;
  const drawn = new Set<number>();
  pen.fillStyle = colours.text;
  for (const [first, last] of noted) {
    const from = toPixel(scale, axis.ofEntry(first));
    const to = toPixel(scale, axis.ofEntry(last));
    if (to < layout.left || from > layout.right) continue;
    const end = Math.min(to, layout.right);
    for (let x = Math.round(Math.max(from, layout.left)); x <= end || x === Math.round(from); x += 2 * DOT) {
      if (!drawn.has(x)) pen.fillRect(x, top, DOT, DOT);
      drawn.add(x);
    }
  }
}
