import { cutTo } from '../labels.ts';
import { ceilingOf } from '../layout.ts';
import { peakOf } from '../peaks.ts';
import { drawHatch } from './hatch.ts';
import { bottomOf, FLAG_HEIGHT, type Pen, type Scene, setFont, verticalLine } from './pen.ts';

const PADDING = 6;

/** The zone after the last step: hatched and dashed, since nothing in it was sent. */
export function drawZone(pen: Pen, scene: Scene): void {
  const { zone, area, bands } = scene.layout;
  if (zone === null) return;
  const bottom = scene.layout.lanesEnd;
  drawHatch(pen, scene, zone.left, zone.right, { top: area.top, height: bottom - area.top });
  const phase = scene.held.bands.at(-1);
  if (phase === undefined) return;
  const { colours } = scene;
  pen.strokeStyle = colours.anchor;
  pen.lineWidth = 1;
  pen.setLineDash([3, 2]);
  pen.strokeRect(zone.left + 0.5, bands.top + 0.5, zone.right - zone.left - 1, bands.height - 1);
  pen.setLineDash([]);
  setFont(pen, scene.family, 500);
  pen.fillStyle = colours.anchor;
  const room = zone.right - zone.left - 2 * PADDING;
  const name = cutTo(phase.name, room, (text) => pen.measureText(text).width);
  if (name !== '') pen.fillText(name, zone.left + PADDING, bands.top + bands.height / 2 + 0.5);
}

/** What the zone is, while the playhead with its flag is elsewhere. */
export function drawZoneWords(pen: Pen, { layout: { zone, names }, colours, family }: Scene): void {
  if (zone === null) return;
  setFont(pen, family, 500);
  const words = 'next, not sent yet';
  const width = pen.measureText(words).width;
  if (width > zone.right - zone.left - PADDING) return;
  pen.fillStyle = colours.faint;
  pen.fillText(words, zone.left + PADDING, names.top + names.height / 2);
}

/** The playhead at the next request: outlined, over a dashed column as tall as the request weighs. */
export function drawNext(pen: Pen, scene: Scene, { tokens }: { tokens: number | null }, flag: string): void {
  const { layout, colours, held, family } = scene;
  const { zone, area } = layout;
  if (zone === null) return;
  const middle = (zone.left + zone.right) / 2;
  // Below the name of its phase, which is all that is known of it besides.
  const top = layout.names.top - 1;
  pen.strokeStyle = colours.head;
  pen.lineWidth = 1.5;
  pen.setLineDash([4, 3]);
  verticalLine(pen, middle, top + FLAG_HEIGHT, layout.lanesEnd + 3);
  if (tokens !== null) {
    const highest = Math.max(peakOf(held.main, 0, held.steps) || 0, peakOf(held.side, 0, held.steps) || 0, tokens);
    const tall = Math.min(area.height, Math.max(3, (area.height * tokens) / ceilingOf(highest, held.limit).tokens));
    pen.strokeRect(middle - 14.5, Math.round(bottomOf(area) - tall) + 0.5, 29, Math.round(tall) - 1);
  }
  pen.setLineDash([]);
  setFont(pen, family, 600);
  const width = Math.min(pen.measureText(flag).width + 20, layout.width - 8);
  const left = Math.min(middle - width / 2, layout.width - 4 - width);
  pen.beginPath();
  pen.roundRect(left, top, width, FLAG_HEIGHT, 5);
  pen.fillStyle = colours.panel;
  pen.fill();
  pen.stroke();
  pen.fillStyle = colours.head;
  pen.fillText(flag, left + 10, top + FLAG_HEIGHT / 2 + 0.5);
}
