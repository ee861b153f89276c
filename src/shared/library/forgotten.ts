import type { TapeRow } from '../model/index.ts';

/** Tapes without those that a reader forgot, and what was made from or for them. The same array where nothing is forgotten. */
export function withoutForgotten(tapes: readonly TapeRow[]): readonly TapeRow[] {
  if (!tapes.some(({ own }) => own?.forgotten)) return tapes;
  const byId = new Map(tapes.map((tape) => [tape.id, tape]));
  const isForgotten = (tape: TapeRow): boolean => {
    // Hostile logs can name each other as what they came from.
    const seen = new Set<TapeRow>();
    for (let at: TapeRow | undefined = tape; at !== undefined && !seen.has(at); at = at.parent === null ? undefined : byId.get(at.parent)) {
      if (at.own?.forgotten) return true;
      seen.add(at);
    }
    return false;
  };
  return tapes.filter((tape) => !isForgotten(tape));
}
