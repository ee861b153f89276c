import { formatDuration } from '../../../ui/format.ts';
import { toPixel } from '../scale.ts';
import { drawHatch } from './hatch.ts';
import { bottomOf, type Pen, type Scene, setFont } from './pen.ts';

/** Width of a silence that has no place of its own on the axis; more of them than `MANY` are a hairline each. */
const WIDTH = 14;
const MANY = 24;
const PADDING = 3;
/** Nearer than this, two lengths read as one line. */
const APART = 16;

interface Span {
  readonly left: number;
  readonly right: number;
  readonly milliseconds: number;
}

/** Silences in view with their pixels, none over another. */
export function gapSpans({ axis, scale }: Pick<Scene, 'axis' | 'scale'>): Span[] {
  const inView = axis.gaps.filter((gap) => gap.to >= scale.from && gap.from <= scale.to);
  const least = inView.length > MANY ? 1 : WIDTH;
  const spans: Span[] = [];
  for (const { from, to, milliseconds } of inView) {
    const [start, end] = [toPixel(scale, from), toPixel(scale, to)];
    const grow = axis.kind === 'time' ? 0 : Math.max(0, least - (end - start)) / 2;
    const left = Math.max(spans.at(-1)?.right ?? scale.left, start - grow);
    const right = Math.min(scale.left + scale.width, end + grow);
    if (right - left >= 1) spans.push({ left, right, milliseconds });
  }
  return spans;
}

/** Over the context: idle times are hatched and say how long they were, where there is room to say so. */
export function drawGaps(pen: Pen, scene: Scene): void {
  const { layout, colours } = scene;
  const { area } = layout;
  const height = (layout.latency === null ? bottomOf(area) : bottomOf(layout.latency)) - area.top;
  const spans = gapSpans(scene);
  for (const { left, right } of spans) {
    pen.fillStyle = colours.panel;
    pen.fillRect(left, area.top, right - left, height);
    drawHatch(pen, scene, left, right, { top: area.top, height });
  }
  drawLengths(pen, scene, spans);
}

/** Each in the middle of its gap, the longest first, and none near another. */
function drawLengths(pen: Pen, { layout, colours, family }: Scene, spans: readonly Span[]): void {
  setFont(pen, family, 400);
  const y = bottomOf(layout.area) - 9;
  const drawn: { start: number; end: number }[] = [];
  for (const { left, right, milliseconds } of spans.toSorted((a, b) => b.milliseconds - a.milliseconds)) {
    const name = `idle ${formatDuration(milliseconds)}`;
    const width = pen.measureText(name).width + 2 * PADDING;
    const start = Math.min(layout.right - width, (left + right - width) / 2);
    const end = start + width;
    if (start < layout.left || drawn.some((other) => start < other.end + APART && other.start < end + APART)) continue;
    pen.fillStyle = colours.panel;
    pen.fillRect(start, y - 7, width, 14);
    pen.fillStyle = colours.dim;
    pen.fillText(name, start + PADDING, y + 0.5);
    drawn.push({ start, end });
  }
}
