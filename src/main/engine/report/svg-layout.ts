import type { GraphDrawing } from './document.ts';

export const CARD = { width: 216, height: 136 } as const;
const GAP = { across: 184, down: 64 } as const;
export const MARGIN = 32;
const LANE_TITLE = 30;
/** Cards side by side before a lane goes on below. */
const ACROSS = 3;

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
    // A fork in the last lane that was merged back has words below its card.
    height: Math.max(2 * MARGIN, y - GAP.down + (titles.length > 1 ? 2 : 1) * MARGIN),
    places,
    titles,
  };
};

/** How an arrow goes: straight to the neighbour, around to the row below, or through the gaps to anywhere. It points to the right. */
export interface Route {
  path: string;
  tip: readonly [x: number, y: number];
  /** Where its words stand, above and below `y`, and how wide they may be. */
  words: { x: number; y: number; width: number; anchor: 'middle' | 'start' | 'end' };
}

export const routeOf = (from: Place, to: Place): Route => {
  const tip = to.x - 5;
  const middle = to.y + CARD.height / 2;
  const center = from.x + CARD.width / 2;
  const below = from.y + CARD.height + 4;
  if (from.lane === to.lane && from.row === to.row && to.column === from.column + 1) {
    const start = from.x + CARD.width + 4;
    const words = { x: (start + tip) / 2, y: middle, width: GAP.across - 24, anchor: 'middle' as const };
    return { path: `M${start} ${middle}H${tip - 5}`, tip: [tip, middle], words };
  }
  if (from.lane === to.lane && to.row === from.row + 1 && to.column === 0) {
    const between = from.y + CARD.height + GAP.down / 2;
    const path = `M${center} ${below}V${between}H${to.x - 18}V${middle}H${tip - 5}`;
    return { path, tip: [tip, middle], words: { x: center - 10, y: between, width: GAP.across, anchor: 'end' } };
  }
  const gutter = to.column === 0 ? to.x - 24 : to.x - GAP.across / 2;
  const path = `M${center} ${below}v8H${gutter}V${to.y + 20}H${tip - 5}`;
  return { path, tip: [tip, to.y + 20], words: { x: center + 10, y: below + 26, width: GAP.across, anchor: 'start' } };
};
