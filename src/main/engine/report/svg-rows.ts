import type { GraphDrawing } from './document.ts';
import { CARD, GAP, type Port, type Track, tracksOf, type Way } from './svg-ports.ts';

export const MARGIN = 32;
const LANE_TITLE = 30;
/** Cards side by side before a lane continues below. */
const ACROSS = 3;
/** Pixels between a card and the tracks above it, where an arrow ends, and below it. */
const TIP = 12;
const CLEAR = 6;
/** Below all that belongs to a row, and to a lane. */
const BELOW_ROW = 18;
const BELOW_LANE = 36;

export interface Place {
  x: number;
  y: number;
}

interface Row {
  /** Name of the lane that begins here; null within a lane, and if there is only one. */
  title: string | null;
  cards: readonly number[];
  endsLane: boolean;
}

export function rowsOf({ lanes }: GraphDrawing): Row[] {
  return lanes.flatMap(({ title, cards }) =>
    Array.from({ length: Math.ceil(cards.length / ACROSS) }, (_, at) => ({
      title: at === 0 && lanes.length > 1 ? title : null,
      cards: cards.slice(at * ACROSS, (at + 1) * ACROSS),
      endsLane: (at + 1) * ACROSS >= cards.length,
    })),
  );
}

/** Whether a card is right after another one, in the same row. */
export function besideIn(rows: readonly Row[]): (from: number, to: number) => boolean {
  const next = new Map(rows.flatMap(({ cards }) => cards.slice(1).map((card, at) => [card, cards[at]] as const)));
  return (from, to) => next.get(to) === from;
}

/** A track at its place. */
export interface Laid extends Track {
  top: number;
}

/** Rows below each other. Pixels; the cards begin at x = 0. */
export interface Stack {
  /** By the card's number. */
  places: Map<number, Place>;
  titles: { text: string; y: number }[];
  laid: Map<Port, Laid>;
  width: number;
  height: number;
}

/** From top to bottom: the title of a lane, what comes to its cards, the cards, what leaves them. */
export function stackOf(rows: readonly Row[], { edges }: GraphDrawing, ways: readonly Way[]): Stack {
  const ports = [...new Set(ways.flatMap(({ exit, entry }) => [exit, entry]))];
  const byCard = Map.groupBy(ports, ({ card }) => card);
  const stack: Stack = { places: new Map(), titles: [], laid: new Map(), width: 0, height: MARGIN };
  const lay = (tracks: readonly Track[]): boolean => {
    for (const track of tracks) {
      stack.laid.set(track.port, { ...track, top: stack.height });
      stack.height += track.height;
    }
    return tracks.length > 0;
  };
  for (const { title, cards, endsLane } of rows) {
    const own = cards.flatMap((card) => byCard.get(card) ?? []);
    const columnOf = (card: number): number => cards.indexOf(card) * (CARD.width + GAP);
    if (title !== null) {
      stack.titles.push({ text: title, y: stack.height + 14 });
      stack.height += LANE_TITLE;
    }
    if (lay(tracksOf(own, 'entry', columnOf, edges))) stack.height += TIP;
    for (const card of cards) stack.places.set(card, { x: columnOf(card), y: stack.height });
    stack.width = Math.max(stack.width, columnOf(cards.at(-1) ?? 0) + CARD.width);
    stack.height += CARD.height + CLEAR;
    lay(tracksOf(own, 'exit', columnOf, edges));
    stack.height += endsLane ? BELOW_LANE : BELOW_ROW;
  }
  stack.height += MARGIN - BELOW_LANE;
  return stack;
}
