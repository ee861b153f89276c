import type { Pick } from '../formats/context/selection.ts';
import { correctedBy } from '../formats/native/context.ts';
import { align } from '../text/align.ts';
import { unique } from './conserve.ts';
import type { Chosen } from './material.ts';

/** One context as another is held against it. Plain data. */
export interface Seen {
  /** Infinite for the next request, which comes after all steps. */
  step: number;
  /** In the order in which the model reads them; each entry once. */
  picks: readonly Pick[];
  /** The compaction that the context begins at, and so what carried over the entries before it; null for none. */
  carriedBy: number | null;
  /** Newest correction of an entry, by the entry that it corrects. */
  corrected: ReadonlyMap<number, number>;
}

/** A decided context as one to be held against others. */
export const seenOf = ({ material, selection: { picks, floor } }: Chosen): Seen => ({
  step: material.step.step ?? Number.POSITIVE_INFINITY,
  // Those of other tapes have numbers for one context only.
  picks: unique(picks).filter(({ seq }) => seq >= 1),
  carriedBy: floor?.reason === 'compacted' ? floor.anchor.seq : null,
  corrected: correctedBy(material),
});

/** What became of an entry that is in both contexts. The numbers are of the compaction and the correction. */
export type Change =
  | { type: 'cleared'; now: boolean }
  | { type: 'carried'; by: number | null }
  | { type: 'corrected'; by: number | null }
  | { type: 'moved' };

export interface Difference {
  added: Pick[];
  gone: Pick[];
  changed: { pick: Pick; changes: Change[] }[];
  same: Pick[];
}

/**
 * Holds the context `now` against `then`. Every entry of either is in exactly one of the four lists; the other way round, added
 * and gone change places and the same entries are changed. Pure; costs what the two contexts hold.
 */
export const differenceOf = (now: Seen, then: Seen): Difference => {
  const had = new Map(then.picks.map((pick) => [pick.seq, pick]));
  const has = new Set(now.picks.map(({ seq }) => seq));
  const moved = movedOf(now, then, had, has);
  const found: Difference = { added: [], gone: then.picks.filter(({ seq }) => !has.has(seq)), changed: [], same: [] };
  for (const pick of now.picks) {
    const before = had.get(pick.seq);
    const changes = before === undefined ? [] : changesOf(pick, before, now, then, moved.has(pick.seq));
    if (before === undefined) found.added.push(pick);
    else if (changes.length > 0) found.changed.push({ pick, changes });
    else found.same.push(pick);
  }
  return found;
};

const changesOf = (pick: Pick, before: Pick, now: Seen, then: Seen, moved: boolean): Change[] => {
  const changes: Change[] = [];
  const carrier = carrierOf(pick, now);
  const correction = now.corrected.get(pick.seq) ?? null;
  if ((pick.cleared ?? false) !== (before.cleared ?? false)) changes.push({ type: 'cleared', now: pick.cleared === true });
  if (carrier !== carrierOf(before, then)) changes.push({ type: 'carried', by: carrier });
  if (correction !== (then.corrected.get(pick.seq) ?? null)) changes.push({ type: 'corrected', by: correction });
  if (moved && changes.length === 0) changes.push({ type: 'moved' });
  return changes;
};

/** The compaction that carried an entry over itself; null for what stands behind it. */
export const carrierOf = ({ seq }: Pick, { carriedBy }: { carriedBy: number | null }): number | null =>
  carriedBy !== null && seq < carriedBy ? carriedBy : null;

/**
 * Entries of both contexts that do not stand in one order: the fewest whose leaving would put the rest in order. Looked for from
 * the earlier step to the later, whichever is asked about, so that both ways answer the same.
 */
const movedOf = (now: Seen, then: Seen, had: ReadonlyMap<number, Pick>, has: ReadonlySet<number>): Set<number> => {
  const [a, b] = [then.picks.filter(({ seq }) => has.has(seq)), now.picks.filter(({ seq }) => had.has(seq))];
  if (a.every(({ seq }, at) => seq === b[at]?.seq)) return new Set();
  const [earlier, later] = then.step <= now.step ? [a, b] : [b, a];
  const keys = ({ seq }: Pick): string => String(seq);
  const steady = align(earlier.map(keys), later.map(keys));
  const standing = new Set(steady.map(([at]) => earlier[at]?.seq));
  return new Set(a.map(({ seq }) => seq).filter((seq) => !standing.has(seq)));
};
