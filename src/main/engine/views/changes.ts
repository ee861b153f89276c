import type { Pick } from '../formats/context/selection.ts';
import { correctedBy } from '../formats/native/context.ts';
import { align } from '../text/align.ts';
import { entriesOf } from './entries-of.ts';
import type { Chosen } from './material.ts';

/** One context as another is compared with it. Plain data. */
export interface Seen {
  /** Infinite for the next request, which comes after all steps. */
  step: number;
  /** By their entries, in the order in which the model reads them. */
  picks: ReadonlyMap<number, Pick>;
  /** The compaction that the context begins at, and so what carried over the entries before it; null for none. */
  carriedBy: number | null;
  /** Newest correction of an entry, by the entry that it corrects. */
  corrected: ReadonlyMap<number, number>;
}

/** A decided context as one to be compared with others. */
export function seenOf({ material, selection: { picks, floor } }: Chosen): Seen {
  return {
    step: material.step.step ?? Number.POSITIVE_INFINITY,
    picks: entriesOf(picks),
    carriedBy: floor?.reason === 'compacted' ? floor.anchor.seq : null,
    corrected: correctedBy(material),
  };
}

/** What became of an entry that is in both contexts. The numbers are of the compaction, the correction and the entry that was sent in its place. */
export type Change =
  | { type: 'cleared'; now: boolean }
  | { type: 'carried'; by: number | null }
  | { type: 'corrected'; by: number | null }
  | { type: 'edited'; by: number | null }
  | { type: 'moved' };

export interface Difference {
  added: Pick[];
  gone: Pick[];
  changed: { pick: Pick; changes: readonly Change[] }[];
  same: Pick[];
}

/**
 * Compares the context `now` with `then`. Every entry of either is in exactly one of the four lists; the other way round, added
 * and gone change places and the same entries are changed. Pure; costs what the two contexts hold.
 */
export function differenceOf(now: Seen, then: Seen): Difference {
  const moved = movedOf(now, then);
  const found: Difference = { added: [], gone: [], changed: [], same: [] };
  for (const pick of then.picks.values()) if (!now.picks.has(pick.seq)) found.gone.push(pick);
  for (const pick of now.picks.values()) {
    const before = then.picks.get(pick.seq);
    const changes = before === undefined ? NONE : changesOf(pick, before, now, then, moved.has(pick.seq));
    if (before === undefined) found.added.push(pick);
    else if (changes.length > 0) found.changed.push({ pick, changes });
    else found.same.push(pick);
  }
  return found;
}

const NONE: readonly Change[] = [];

const changesOf = (pick: Pick, before: Pick, now: Seen, then: Seen, moved: boolean): readonly Change[] => {
  const changes: Change[] = [];
  const carrier = carrierOf(pick, now);
  const correction = now.corrected.get(pick.seq) ?? null;
  if ((pick.cleared ?? false) !== (before.cleared ?? false)) changes.push({ type: 'cleared', now: pick.cleared === true });
  if (carrier !== carrierOf(before, then)) changes.push({ type: 'carried', by: carrier });
  if (correction !== (then.corrected.get(pick.seq) ?? null)) changes.push({ type: 'corrected', by: correction });
  if (pick.instead !== before.instead) changes.push({ type: 'edited', by: pick.instead ?? null });
  return changes.length === 0 && moved ? MOVED : changes;
};

const MOVED: readonly Change[] = [{ type: 'moved' }];

/** The compaction that carried an entry over itself; null for what follows it. */
export function carrierOf({ seq }: Pick, { carriedBy }: { carriedBy: number | null }): number | null {
  return carriedBy !== null && seq < carriedBy ? carriedBy : null;
}

/**
 * Entries of both contexts that are not in one order: the fewest whose leaving would put the rest in order. Looked for from
 * the earlier step to the later, whichever is asked about, so that both ways answer the same.
 */
const movedOf = (now: Seen, then: Seen): Set<number> => {
  const [a, b] = [inBoth(then, now), inBoth(now, then)];
  if (a.every((seq, at) => seq === b[at])) return new Set();
  const [earlier, later] = then.step <= now.step ? [a, b] : [b, a];
  const steady = new Set(align(earlier.map(String), later.map(String)).map(([at]) => earlier[at]));
  return new Set(a.filter((seq) => !steady.has(seq)));
};

const inBoth = ({ picks }: Seen, other: Seen): number[] => {
  const found: number[] = [];
  for (const seq of picks.keys()) if (other.picks.has(seq)) found.push(seq);
  return found;
};
