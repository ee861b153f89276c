/** Pixels of a card, of a card with the arrow that leads to it, and before the first and after the last. */
const CARD = 208;
const PITCH = 372;
const MARGIN = 24;
/** Cards that are drawn on either side of those in sight. */
const MORE = 3;

/** What is in sight of the strip, in pixels. */
export interface Sight {
  left: number;
  width: number;
}

/** Cards by index, `to` after the last. */
export interface Cards {
  from: number;
  to: number;
}

/** Where a card begins, with the arrow that leads to it. */
export function startOf(card: number): number {
  return card === 0 ? MARGIN : MARGIN + CARD + (card - 1) * PITCH;
}

const endOf = (card: number): number => MARGIN + CARD + card * PITCH;

/** Width of the strip with all of so many cards. */
export function widthOf(cards: number): number {
  return endOf(Math.max(0, cards - 1)) + MARGIN;
}

/** The cards that are drawn: those in sight, and some more. There may be fewer. */
export function cardsIn({ left, width }: Sight): Cards {
  const at = (pixels: number): number => (pixels - MARGIN - CARD) / PITCH;
  return { from: Math.max(0, Math.floor(at(left)) - MORE), to: Math.max(0, Math.ceil(at(left + width)) + 1 + MORE) };
}

/** From where on the strip is in sight with all of a card in it, moved no further than needed. */
export function leftFor(card: number, { left, width }: Sight, cards: number): number {
  const [start, end] = [startOf(card) - MARGIN, endOf(card) + MARGIN];
  const wanted = end >= left + width ? end - width : start <= left ? start : left;
  return Math.max(0, Math.min(wanted, widthOf(cards) - width));
}
