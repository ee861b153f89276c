import type { Stretch } from '../../ui/highlight.ts';

export interface Piece extends Stretch {
  /** Whether it is among what differs from the other line. */
  marked: boolean;
}

/** Stretches of a line cut where what differs begins and ends, so that each piece has one tone and is marked or not. Pure; the pieces joined are the line. */
export function piecesOf(stretches: readonly Stretch[], changed: readonly (readonly [number, number])[]): Piece[] {
  const pieces: Piece[] = [];
  let start = 0;
  for (const { tone, text } of stretches) {
    const end = start + text.length;
    const edges = changed.flat().filter((edge) => edge > start && edge < end);
    const cuts = [start, ...edges, end];
    for (const [at, from] of cuts.slice(0, -1).entries()) {
      const to = cuts[at + 1] ?? end;
      const marked = changed.some(([a, b]) => from >= a && to <= b);
      if (to > from) pieces.push({ tone, text: text.slice(from - start, to - start), marked });
    }
    start = end;
  }
  return pieces;
}
