/**
 * Chromium draws no box taller than 33,554,428 px. A longer list is laid into `PHYSICAL` pixels, and where its scroll bar
 * stands is scaled to where the list is; a shorter one scrolls as it is.
 */
export const PHYSICAL = 16_000_000;

export interface Lengths {
  /** Height of all rows in pixels. */
  readonly total: number;
  /** Height of what is seen of them. */
  readonly view: number;
}

export function isScaled({ total }: Lengths): boolean {
  return total > PHYSICAL;
}

/** Height of the box that scrolls. */
export function physicalHeight({ total }: Lengths): number {
  return Math.min(total, PHYSICAL);
}

/** The furthest that the list scrolls. */
export function lastOffset({ total, view }: Lengths): number {
  return Math.max(0, total - view);
}

const lastTop = (lengths: Lengths): number => Math.max(0, physicalHeight(lengths) - lengths.view);

export function clampOffset(lengths: Lengths, offset: number): number {
  return Math.max(0, Math.min(lastOffset(lengths), offset));
}

/** Where the list is, in its own pixels, for a scroll bar at `top`. */
export function offsetAt(lengths: Lengths, top: number): number {
  if (!isScaled(lengths)) return clampOffset(lengths, top);
  return clampOffset(lengths, (top / lastTop(lengths)) * lastOffset(lengths));
}

/** Where the scroll bar stands for a list at `offset`. */
export function topAt(lengths: Lengths, offset: number): number {
  if (!isScaled(lengths)) return clampOffset(lengths, offset);
  return (clampOffset(lengths, offset) / lastOffset(lengths)) * lastTop(lengths);
}

/** The offset moved as little as needed to show start … end, with a margin. */
export function offsetToShow(lengths: Lengths, offset: number, start: number, end: number, margin: number): number {
  if (start - margin < offset) return clampOffset(lengths, start - margin);
  if (end + margin > offset + lengths.view) return clampOffset(lengths, end + margin - lengths.view);
  return offset;
}

/** The offset at which what is at start … end is in the middle of the view, or as near as the ends of the list allow. */
export function offsetToCentre(lengths: Lengths, start: number, end: number): number {
  return clampOffset(lengths, (start + end - lengths.view) / 2);
}
