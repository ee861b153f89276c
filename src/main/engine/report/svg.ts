import type { Arrow, Card, GraphDrawing } from './document.ts';
import { escaped } from './escape.ts';
import { type Colour, colourOf, PALETTE } from './palette.ts';
import { CARD, layoutOf, MARGIN, type Place, routeOf } from './svg-layout.ts';
import { fitted, wrap } from './svg-text.ts';

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

const arrowOf = (arrow: Arrow, from: Place, to: Place, paint: Paint): string => {
  const { path, tip, words } = routeOf(from, to);
  const line = paint(arrow.warn ? 'warn' : 'faint');
  const style = { size: 11, anchor: words.anchor };
  const above = wrap(arrow.above, words.width, 11, words.anchor === 'middle' ? 2 : 1);
  return [
    `<path d="${path}" fill="none" stroke="${line}"${arrow.warn ? ' stroke-dasharray="4 3"' : ''}/><path d="M${tip[0]} ${tip[1]}l-7 -3.5v7z" fill="${line}"/>`,
    ...above.map((one, at) =>
      text(words.x, words.y - 9 - (above.length - 1 - at) * 14, one, paint(arrow.warn ? 'warn' : 'text'), { ...style, weight: 500 }),
    ),
    text(words.x, words.y + 18, fitted(arrow.below, words.width, 11), paint('dim'), style),
  ].join('');
};

/** Phases as cards and what went between them, as one SVG without script, style sheet or font of its own. `paint` defaults to light colours. */
export const svgOf = (graph: GraphDrawing, title: string, paint: Paint = light): string => {
  const { width, height, places, titles } = layoutOf(graph);
  const arrows = graph.edges.flatMap((arrow) => {
    const [from, to] = [places.get(arrow.from), places.get(arrow.to)];
    return from && to ? [arrowOf(arrow, from, to, paint)] : [];
  });
  const cards = graph.cards.flatMap((card, at) => {
    const place = places.get(at);
    return place ? [cardOf(card, place, paint)] : [];
  });
  const lanes = titles.map(({ text: words, y }) => text(MARGIN, y, fitted(words, width - 2 * MARGIN, 12), paint('dim'), { weight: 600 }));
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}" role="img" font-family="${escaped(FONT)}">`,
    `<title>${escaped(title)}</title>`,
    `<rect width="${width}" height="${height}" fill="${paint('sunk')}"/>`,
    ...lanes,
    ...arrows,
    ...cards,
    '</svg>\n',
  ].join('\n');
};
