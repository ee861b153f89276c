import type { Span } from '../../../state/span.ts';
import { isWhole, toPixel } from '../scale.ts';
import { ceilingName } from './area.ts';
import { drawBandName } from './bands.ts';
import { drawNext, drawZoneWords } from './next.ts';
import { bottomOf, FLAG_HEIGHT, FLAG_TOP, type Pen, type Scene, setFont, verticalLine } from './pen.ts';

/** What is drawn over the tape and moves without it: playhead, selection, crosshair and brush. */
export interface Overlay {
  readonly step: number | null;
  /** The playhead is at the next request, of this many tokens as far as they are known; null where it is at a step. */
  readonly next?: { readonly tokens: number | null } | null;
  /** Selected steps; null where all are shown. */
  readonly span?: Span | null;
  /** Words in the flag. */
  readonly flag: string;
  /** The entry that the inspector shows. */
  readonly entry: number | null;
  readonly pointer: { readonly x: number; readonly y: number } | null;
}

export function drawOverlay(pen: Pen, scene: Scene, overlay: Overlay): void {
  pen.clearRect(0, 0, scene.layout.width, scene.layout.height);
  drawBrush(pen, scene);
  if (overlay.span) drawSpan(pen, scene, overlay.span);
  drawPointer(pen, scene, overlay.pointer);
  drawSelection(pen, scene, overlay.entry);
  if (overlay.next) drawNext(pen, scene, overlay.next, overlay.flag);
  else drawZoneWords(pen, scene);
  if (!overlay.next && overlay.step !== null) drawHead(pen, scene, overlay.step, overlay.flag);
}

/** What the view shows of the whole, in the minimap; nothing where it shows all. */
const drawBrush = (pen: Pen, { axis, scale, whole, layout, colours }: Scene): void => {
  if (isWhole(scale, axis)) return;
  const { top, height } = layout.minimap;
  const from = toPixel(whole, scale.from);
  const to = Math.max(from + 2, toPixel(whole, scale.to));
  pen.fillStyle = colours.panel;
  pen.globalAlpha = 0.6;
  pen.fillRect(layout.left, top, from - layout.left, height);
  pen.fillRect(to, top, layout.right - to, height);
  pen.globalAlpha = 1;
  pen.strokeStyle = colours.dim;
  pen.lineWidth = 1;
  pen.strokeRect(Math.round(from) + 0.5, top - 0.5, Math.round(to - from) - 1, height + 1);
};

/** What is not selected is dimmed; the selected steps have a line with two ends on the axis. */
const drawSpan = (pen: Pen, { axis, scale, layout, colours }: Scene, span: Span): void => {
  const within = (x: number): number => Math.max(layout.left, Math.min(layout.right, x));
  const [from, to] = [within(toPixel(scale, axis.ofStep(span.from))), within(toPixel(scale, axis.ofStep(span.to + 1)))];
  const top = layout.area.top;
  pen.fillStyle = colours.panel;
  pen.globalAlpha = 0.65;
  pen.fillRect(layout.left, top, from - layout.left, layout.lanesEnd - top);
  pen.fillRect(to, top, layout.right - to, layout.lanesEnd - top);
  pen.globalAlpha = 1;
  pen.strokeStyle = colours.head;
  pen.lineWidth = 1.5;
  const y = layout.lanesEnd + 4;
  pen.beginPath();
  pen.moveTo(from, y);
  pen.lineTo(to, y);
  for (const x of [from, to]) {
    pen.moveTo(x, y - 4);
    pen.lineTo(x, y + 4);
  }
  pen.stroke();
};

const drawPointer = (pen: Pen, scene: Scene, pointer: Overlay['pointer']): void => {
  const { layout, colours } = scene;
  if (pointer === null || pointer.y >= layout.minimap.top - 4) return;
  if (pointer.y < bottomOf(layout.bands)) drawBandName(pen, scene, pointer.x);
  if (pointer.x < layout.left || pointer.x > layout.right) return;
  pen.strokeStyle = colours.faint;
  pen.globalAlpha = 0.7;
  pen.lineWidth = 1;
  verticalLine(pen, pointer.x, bottomOf(layout.bands) + 1, layout.lanesEnd);
  pen.globalAlpha = 1;
};

const drawSelection = (pen: Pen, { axis, scale, layout, colours }: Scene, entry: number | null): void => {
  if (entry === null) return;
  const x = toPixel(scale, axis.ofEntry(entry)) + 1;
  if (x < layout.left || x > layout.right) return;
  const top = layout.lanesEnd + 1;
  pen.fillStyle = colours.head;
  pen.beginPath();
  pen.moveTo(x, top);
  pen.lineTo(x + 4, top + 5);
  pen.lineTo(x - 4, top + 5);
  pen.closePath();
  pen.fill();
};

/** Left edge of a flag of `width` over `x`, kept over the tape: it ends where all else in the window ends. */
export function flagLeft(x: number, width: number, { layout }: Pick<Scene, 'layout'>): number {
  return Math.max(layout.left, Math.min(x - width / 2, layout.right - width));
}

/** Where the name of the limit is, the line of the playhead steps aside. */
const isUnderCeiling = (pen: Pen, scene: Scene, x: number): boolean => {
  setFont(pen, scene.family, 500);
  return x > scene.layout.right - pen.measureText(ceilingName(scene)).width - 4;
};

const drawHead = (pen: Pen, scene: Scene, step: number, flag: string): void => {
  const { axis, scale, whole, layout, colours } = scene;
  pen.strokeStyle = colours.head;
  pen.fillStyle = colours.head;
  pen.lineWidth = 1.5;
  const x = toPixel(scale, axis.ofStep(step));
  const onMap = toPixel(whole, axis.ofStep(step));
  const lanesEnd = layout.lanesEnd + 3;
  verticalLine(pen, onMap, Math.abs(x - onMap) < 1 ? lanesEnd : layout.minimap.top - 2, bottomOf(layout.minimap) + 2);
  if (x < layout.left - 1 || x > layout.right + 1) return;
  verticalLine(pen, x, isUnderCeiling(pen, scene, x) ? layout.area.top : FLAG_TOP + FLAG_HEIGHT, lanesEnd);
  setFont(pen, scene.family, 600);
  const width = pen.measureText(flag).width + 20;
  const left = flagLeft(x, width, scene);
  pen.beginPath();
  pen.roundRect(left, FLAG_TOP, width, FLAG_HEIGHT, 5);
  pen.fill();
  pen.fillStyle = colours.onHead;
  pen.fillText(flag, left + 10, FLAG_TOP + FLAG_HEIGHT / 2 + 0.5);
};
