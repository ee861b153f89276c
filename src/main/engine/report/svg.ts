import type { Card, GraphDrawing } from './document.ts';
import { escaped } from './escape.ts';
import { type Colour, colourOf, PALETTE } from './palette.ts';
import { layoutOf, type Point, type Route } from './svg-layout.ts';
import { CARD, SMALL } from './svg-ports.ts';
import { MARGIN, type Place } from './svg-rows.ts';
import { fitted } from './svg-text.ts';

const FONT = "Inter, 'Inter Variable', system-ui, -apple-system, 'Segoe UI', Roboto, 'Helvetica Neue', Arial, sans-serif";
const PAD = 12;
/** How much wider a bold text is. */
const BOLD = 1.14;

type Paint = (colour: Colour) => string;

/** A file of its own has the light colours; inside a page they follow the page's. */
const light: Paint = (colour) => PALETTE[colour][0];
export const byPage: Paint = (colour) => `var(--${colour})`;

interface TextStyle {
  size?: number;
  weight?: number;
  anchor?: 'middle' | 'start' | 'end';
}

const text = (x: number, y: number, words: string, fill: string, { size = 12, weight = 400, anchor = 'start' }: TextStyle = {}): string =>
  words === ''
    ? ''
    : `<text x="${round(x)}" y="${round(y)}" font-size="${size}" font-weight="${weight}" text-anchor="${anchor}" fill="${fill}">${escaped(words)}</text>`;

const round = (value: number): number => Math.round(value * 10) / 10;

const barOf = ({ bar }: Card, { x, y }: Place, paint: Paint): string => {
  const whole = bar.reduce((sum, { value }) => sum + value, 0);
  const width = CARD.width - 2 * PAD;
  let at = x + PAD;
  if (whole === 0) return `<rect x="${at}" y="${y + 52}" width="${width}" height="5" fill="${paint('line')}"/>`;
  return bar
    .map(({ tone, value }) => {
      const share = (value / whole) * width;
      const rect = `<rect x="${round(at)}" y="${y + 52}" width="${round(share)}" height="5" fill="${paint(colourOf(tone))}"/>`;
      at += share;
      return rect;
    })
    .join('');
};

const cardOf = (card: Card, place: Place, paint: Paint): string => {
  const { x, y } = place;
  const inside = CARD.width - 2 * PAD;
  const dash = card.derived ? ' stroke-dasharray="4 3"' : '';
  const figures = card.figures.slice(0, 3).map(({ words, value }, at) => {
    const line = y + 78 + at * 20;
    return `${text(x + PAD, line, words, paint('dim'))}${text(x + CARD.width - PAD, line, fitted(value, 100, 12), paint('text'), { anchor: 'end' })}`;
  });
  return [
    `<g><title>${escaped(card.name)}</title>`,
    `<rect x="${x}" y="${y}" width="${CARD.width}" height="${CARD.height}" rx="6" fill="${paint('panel')}" stroke="${paint('line-strong')}"${dash}/>`,
    text(x + PAD, y + 24, fitted(card.name, inside, 13 * BOLD), paint('k-anchor'), { size: 13, weight: 600 }),
    text(x + PAD, y + 41, fitted(card.line, inside, 11), paint('dim'), { size: 11 }),
    barOf(card, place, paint),
    ...figures,
    '</g>',
  ].join('');
};

/** Pixels that a corner takes of each of its lines: where lines cross, they go straight on. */
const CORNER = 5;

/** A point this many pixels from one on the way to another, in the middle between them at most. */
const towards = ([x, y]: Point, [a, b]: Point, pixels: number): Point => {
  const way = Math.hypot(a - x, b - y);
  const share = way === 0 ? 0 : Math.min(0.5, pixels / way);
  return [x + (a - x) * share, y + (b - y) * share];
};

/** Whole lines of pixels, so that a line that several edges share looks like one. */
const at = ([x, y]: Point): string => `${Math.floor(x) + 0.5} ${Math.floor(y) + 0.5}`;

const pathOf = (points: readonly Point[]): string =>
  points
    .map((point, index) => {
      const [before, behind] = [points[index - 1], points[index + 1]];
      if (before === undefined) return `M${at(point)}`;
      if (behind === undefined) return `L${at(point)}`;
      return `L${at(towards(point, before, CORNER))}Q${at(point)} ${at(towards(point, behind, CORNER))}`;
    })
    .join('');

const tipOf = (points: readonly Point[]): string => {
  const [before, tip] = points.slice(-2);
  return before && tip ? `M${at(tip)}${before[0] === tip[0] ? 'l-3.5 -7h7z' : 'l-7 -3.5v7z'}` : '';
};

const arrowOf = ({ edge: { warn }, points, words }: Route, paint: Paint): string => {
  const line = paint(warn ? 'warn' : 'faint');
  return [
    `<path d="${pathOf(points)}" fill="none" stroke="${line}"${warn ? ' stroke-dasharray="4 3"' : ''}/><path d="${tipOf(points)}" fill="${line}"/>`,
    ...words.map(({ text: said, role, x, y, anchor }) => {
      const above = role === 'above';
      return text(x, y, said, paint(!above ? 'dim' : warn ? 'warn' : 'text'), { size: SMALL, anchor, weight: above ? 500 : 400 });
    }),
  ].join('');
};

/** Phases as cards and what went between them, as one SVG without script, style sheet or font of its own. `paint` defaults to light colours. */
export function svgOf(graph: GraphDrawing, title: string, paint: Paint = light): string {
  const { left, width, height, places, titles, routes } = layoutOf(graph);
  const whole = left + width + MARGIN;
  const cards = graph.cards.flatMap((card, index) => {
    const place = places.get(index);
    return place ? [cardOf(card, place, paint)] : [];
  });
  const lanes = titles.map(({ text: words, y }) => text(0, y, fitted(words, width, 12 * BOLD), paint('dim'), { weight: 600 }));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${whole}" height="${height}" viewBox="${-left} 0 ${whole} ${height}" role="img" font-family="${escaped(FONT)}">`,
    `<title>${escaped(title)}</title>`,
    `<rect x="${-left}" width="${whole}" height="${height}" fill="${paint('sunk')}"/>`,
    ...lanes,
    ...routes.map((route) => arrowOf(route, paint)),
    ...cards,
    '</svg>\n',
  ].join('\n');
}
