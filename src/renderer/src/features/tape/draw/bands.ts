import type { Band } from '../../../../../shared/model/index.ts';
import { cutTo } from '../labels.ts';
import { toPixel, toPlace } from '../scale.ts';
import { moreThan } from '../search.ts';
import { type Pen, type Scene, setFont } from './pen.ts';

interface Span {
  readonly band: Band;
  readonly index: number;
  readonly left: number;
  readonly right: number;
}

const GAP = 2;
const PADDING = 6;

/** Named bands in view with their pixels; of those that begin within one pixel only the first and the last are given. */
export function bandSpans({ held, axis, scale }: Scene): Span[] {
  const starts = held.bandStarts;
  const spans: Span[] = [];
  const right = scale.left + scale.width;
  let index = Math.max(0, moreThan(starts, starts.length, axis.entryFrom(scale.from)) - 1);
  while (index < held.bands.length) {
    const band = held.bands[index];
    if (band === undefined) break;
    const left = toPixel(scale, axis.ofEntry(band.from));
    if (left >= right) break;
    const next = held.bands[index + 1];
    const end = toPixel(scale, next === undefined ? axis.to : axis.ofEntry(next.from));
    if (band.name !== '') spans.push({ band, index, left: Math.max(scale.left, left), right: Math.min(right, end) });
    const nextPixel = axis.entryFrom(toPlace(scale, Math.max(left, scale.left) + 1));
    index = Math.max(index + 1, moreThan(starts, starts.length, nextPixel - 1) - 1);
  }
  return spans;
}

/** Phases and compactions as named bands; a name that does not fit is cut, one without room is left to the pointer. */
export function drawBands(pen: Pen, scene: Scene): void {
  const { bands } = scene.layout;
  setFont(pen, scene.family, 500);
  pen.fillStyle = scene.colours.anchor;
  for (const span of bandSpans(scene)) {
    const width = Math.max(1, span.right - span.left - GAP);
    pen.globalAlpha = span.index % 2 === 0 ? 0.1 : 0.15;
    pen.fillRect(span.left, bands.top, width, bands.height);
    pen.globalAlpha = 1;
    const room = width - 2 * PADDING;
    const name = room < 12 ? '' : cutTo(span.band.name, room, (text) => pen.measureText(text).width);
    if (name !== '') pen.fillText(name, span.left + PADDING, bands.top + bands.height / 2 + 0.5);
  }
}

/** The band under the pointer, with its whole name over its neighbours. */
export function drawBandName(pen: Pen, scene: Scene, x: number): void {
  const span = bandSpans(scene).findLast((candidate) => candidate.left <= x && x < candidate.right);
  if (span === undefined) return;
  const { bands, left, right } = scene.layout;
  setFont(pen, scene.family, 500);
  const text = cutTo(span.band.name, right - left - 2 * PADDING, (part) => pen.measureText(part).width);
  const width = Math.max(span.right - span.left - GAP, pen.measureText(text).width + 2 * PADDING);
  const start = Math.max(left, Math.min(span.left, right - width));
  pen.fillStyle = scene.colours.panel;
  pen.fillRect(start, bands.top, width, bands.height);
  pen.fillStyle = scene.colours.anchor;
  pen.globalAlpha = 0.24;
  pen.fillRect(start, bands.top, width, bands.height);
  pen.globalAlpha = 1;
  pen.fillText(text, start + PADDING, bands.top + bands.height / 2 + 0.5);
}
