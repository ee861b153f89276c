import type { Pick } from '../formats/context/selection.ts';

const known = new WeakMap<readonly Pick[], ReadonlyMap<number, Pick>>();

/**
 * The entries of this tape among some picks, in their order, each once. Kept as long as the picks are: a decision that is kept is compared with
 * those before and after it. Entries of other tapes have numbers for one context only, and are not among them.
 */
export function entriesOf(picks: readonly Pick[]): ReadonlyMap<number, Pick> {
  const found = known.get(picks);
  if (found !== undefined) return found;
  const entries = new Map<number, Pick>();
  for (const pick of picks) if (pick.seq >= 1 && !entries.has(pick.seq)) entries.set(pick.seq, pick);
  known.set(picks, entries);
  return entries;
}
