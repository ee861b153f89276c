import type { GraphDrawing } from './document.ts';

export const CARD = { width: 216, height: 136 } as const;
const GAP = { across: 184, down: 64 } as const;
const MARGIN = 32;
const LANE_TITLE = 30;
/** Cards side by side before a lane goes on below. */
const ACROSS = 4;

export interface Place {
  x: number;
  y: number;
  lane: number;
  row: number;
  column: number;
}

export interface Layout {
  width: number;
  height: number;
  /** By the card's number. */
  places: ReadonlyMap<number, Place>;
  /** Where the title of a lane stands; empty where there is one lane only. */
  titles: readonly { text: string; y: number }[];
}

/** Lanes below each other, the cards of each in rows from left to right. Pure. */
export const layoutOf = ({ lanes }: GraphDrawing): Layout => {
  const places = new Map<number, Place>();
  const titles: { text: string; y: number }[] = [];
  let y = MARGIN;
  let across = 1;
  for (const [lane, { title, cards }] of lanes.entries()) {
    if (cards.length === 0) continue;
    if (lanes.length > 1) {
      titles.push({ text: title, y: y + 14 });
      y += LANE_TITLE;
    }
    for (const [at, card] of cards.entries()) {
      const row = Math.floor(at / ACROSS);
      const column = at % ACROSS;
      places.set(card, {
        x: MARGIN + column * (CARD.width + GAP.across),
        y: y + row * (CARD.height + GAP.down),
        lane,
        row,
        column,
      });
    }
    across = Math.max(across, Math.min(ACROSS, cards.length));
    y += Math.ceil(cards.length / ACROSS) * (CARD.height + GAP.down);
  }
  return {
    width: 2 * MARGIN + across * CARD.width + (across - 1) * GAP.across,
    height: Math.max(2 * MARGIN, y - GAP.down + MARGIN),
    places,
    titles,
  };
};

/** How an arrow goes: straight to the neighbour, around to the row below, or freely. */
export interface Route {
  path: string;
  /** The tip, and where it points. */
  tip: readonly [x: number, y: number];
  points: 'right' | 'down';
  /** Where its words stand: the middle of a line, and how wide they may be. */
  words: { x: number; y: number; width: number; anchor: 'middle' | 'start' };
}

export const routeOf = (from: Place, to: Place): Route => {
  const middle = from.y + CARD.height / 2;
  if (from.lane === to.lane && from.row === to.row && to.column === from.column + 1) {
    const [start, end] = [from.x + CARD.width + 4, to.x - 5];
    const words = { x: (start + end) / 2, y: middle, width: GAP.across - 24, anchor: 'middle' as const };
    return { path: `M${start} ${middle}H${end - 5}`, tip: [end, middle], points: 'right', words };
  }
  if (from.lane === to.lane && to.row === from.row + 1 && to.column === 0) {
    const between = from.y + CARD.height + GAP.down / 2;
    const target = to.y + CARD.height / 2;
    const [start, end] = [from.x + CARD.width / 2, to.x - 5];
    const path = `M${start} ${from.y + CARD.height + 4}V${between}H${to.x - 18}V${target}H${end - 5}`;
    const words = { x: (start + to.x) / 2, y: between, width: Math.max(GAP.across, start - to.x - 24), anchor: 'middle' as const };
    return { path, tip: [end, target], points: 'right', words };
  }
  const [fromX, toX] = [from.x + CARD.width / 2, to.x + CARD.width / 2];
  const [fromY, toY] = [from.y + CARD.height + 4, to.y - 5];
  const bend = Math.max(24, Math.abs(toY - fromY) / 3);
  return {
    path: `M${fromX} ${fromY}C${fromX} ${fromY + bend} ${toX} ${toY - bend} ${toX} ${toY - 5}`,
    tip: [toX, toY],
    points: 'down',
    words: { x: toX + 10, y: toY - 14, width: GAP.across, anchor: 'start' },
  };
};
