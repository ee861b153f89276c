import { bisect } from '../../../shared/model/bisect.ts';
import type { AnchorRow, EntryRow } from '../../../shared/model/index.ts';
import { opensTurn } from '../formats/context/rows.ts';
import type { Pick } from '../formats/context/selection.ts';
import { isExtra } from '../views/compact.ts';
import { anchorOf, groupsOf, partsOf } from '../views/kept.ts';
import type { Chosen } from '../views/material.ts';
import { createPile, type Pile } from './pile.ts';
import { holds, joined, type Range } from './ranges.ts';

/** What is kept, as places in the two piles; ranges in ascending order. */
export interface Kept {
  said: Range[];
  extra: Range[];
}

interface Rim {
  rowOf: (seq: number) => EntryRow | undefined;
  /** Tokens of a pick as a block. */
  weigh: (pick: Pick) => number;
}

/**
 * What `last-anchor` shows at a step, in bundles by turn: what was said in one pile, calls and the like in the other. It grows with the
 * context, and answers what a strategy keeps of it (views/compact.ts, views/strategies.ts) by sums and halving instead of looking at all.
 * What belongs to the step itself is not in it.
 */
export function createTurns({ material, selection }: Chosen, { rowOf, weigh }: Rim) {
  const said = createPile();
  const extra = createPile();
  /** Where each turn begins in the piles. */
  const starts = [{ said: 0, extra: 0 }];
  const spots = new Map<number, { pile: Pile; index: number }>();
  const known = new Map<number, Pick>();
  const calls = new Set<string>();
  const state = { seqs: new Set<number>(), tokens: 0, last: -1 };
  const anchor: AnchorRow | null = anchorOf(material, selection);
  let places = 0;
  let newest: { place: number; seq: number } | null = null;
  let freed: { pile: Pile; index: number } | null = null;

  const weighAll = (seqs: Iterable<number>): number => {
    let tokens = 0;
    for (const seq of seqs) tokens += weigh(known.get(seq) ?? { seq });
    return tokens;
  };

  const bundle = (group: readonly Pick[], at: number, isState: boolean): void => {
    const seqs = group.map(({ seq }) => seq);
    for (const pick of group) known.set(pick.seq, pick);
    const tokens = weighAll(seqs);
    if (isState) {
      for (const seq of seqs) state.seqs.add(seq);
      state.tokens += tokens;
      return;
    }
    const pile = seqs.some((seq) => isExtra(rowOf(seq))) ? extra : said;
    const index = pile.add({ seqs, at, tokens });
    for (const seq of seqs) spots.set(seq, { pile, index });
  };

  const add = (picks: readonly Pick[], isState: (seq: number) => boolean): void => {
    const ending = new Map(groupsOf(rowOf, picks).map((group) => [group.at(-1) ?? 0, group.flatMap((at) => picks[at] ?? [])]));
    for (const [at, { seq }] of picks.entries()) {
      const row = rowOf(seq);
      if (opensTurn(row)) starts.push({ said: said.length, extra: extra.length });
      if (opensTurn(row) && !isState(seq)) newest = { place: places, seq };
      if (isState(seq)) state.last = places;
      for (const call of row?.calls ?? []) calls.add(call);
      const group = ending.get(at);
      if (group)
        bundle(
          group,
          places,
          group.some((pick) => isState(pick.seq)),
        );
      places += 1;
    }
  };

  /** The newest prompt is kept whatever the budget, so that it takes none of the room that the rest is chosen by. */
  const free = (spot: typeof freed): void => {
    if (spot?.pile === freed?.pile && spot?.index === freed?.index) return;
    freed?.pile.free(freed.index, false);
    spot?.pile.free(spot.index, true);
    freed = spot;
  };

  const turnRanges = (first: number): Kept => ({
    said: [[starts[first]?.said ?? said.length, said.length]],
    extra: [[starts[first]?.extra ?? extra.length, extra.length]],
  });

  const { state: stateAt } = partsOf(material, selection);
  const stateSeqs = new Set([...stateAt].map((at) => selection.picks[at]?.seq ?? 0));
  add(
    selection.picks.filter(({ seq }) => seq < material.step.first),
    (seq) => stateSeqs.has(seq),
  );

  return {
    /** Entries that are always there. */
    state: state.seqs as ReadonlySet<number>,
    /** The entry is among them, kept or not. */
    knows: (seq: number): boolean => state.seqs.has(seq) || spots.has(seq),
    has(kept: Kept, seq: number): boolean {
      const spot = spots.get(seq);
      return spot === undefined ? state.seqs.has(seq) : holds(spot.pile === said ? kept.said : kept.extra, spot.index);
    },
    /** Some entries weigh otherwise by now. */
    reweigh(seqs: readonly number[]): void {
      const places = new Map([said, extra].map((pile) => [pile, new Set<number>()]));
      for (const seq of seqs) {
        const spot = spots.get(seq);
        if (spot) places.get(spot.pile)?.add(spot.index);
      }
      for (const [pile, indexes] of places) pile.reweigh(indexes, weighAll);
      if (seqs.some((seq) => state.seqs.has(seq))) state.tokens = weighAll(state.seqs);
    },
    seqsOf: (kept: Kept): number[] => [...said.seqs(kept.said), ...extra.seqs(kept.extra)],
    /** Takes picks in that came after all others; false, with nothing taken, where they change what is known of others. */
    append(picks: readonly Pick[]): boolean {
      const own = new Set<string>();
      for (const { seq, anchor: begins } of picks) {
        const row = rowOf(seq);
        const isState = begins === true ? anchor === null : seq === anchor?.compaction?.summary;
        if (isState || seq < (selection.floor?.below ?? 1)) return false;
        if (row?.results.some((call) => !own.has(call) && calls.has(call))) return false;
        for (const call of row?.calls ?? []) own.add(call);
      }
      add(picks, () => false);
      return true;
    },
    /** What a budget holds besides `fixed` tokens. `prompted`: the step brings a prompt of its own, so that the newest here is one among others. */
    within(budget: number, fixed: number, prompted: boolean): Kept {
      free(prompted || newest === null ? null : (spots.get(newest.seq) ?? null));
      let left = budget - fixed - state.tokens - (freed === null ? 0 : freed.pile.tokens(freed.index));
      const weighFrom = (turn: number): number =>
        said.weigh(starts[turn]?.said ?? 0, said.length) + extra.weigh(starts[turn]?.extra ?? 0, extra.length);
      const whole = bisect(0, starts.length, (turn) => weighFrom(turn) <= left);
      const kept = turnRanges(whole);
      left -= whole < starts.length ? weighFrom(whole) : 0;
      // The turn that is too large, then all older ones as if they were one.
      for (const [first, end] of [
        [whole - 1, whole],
        [0, whole - 1],
      ] as const) {
        if (end <= 0) break;
        const [from, to] = [starts[first] ?? { said: 0, extra: 0 }, starts[end] ?? { said: said.length, extra: extra.length }];
        const cut = said.run(from.said, to.said, left);
        kept.said.push([cut, to.said]);
        left -= said.weigh(cut, to.said);
        const behind = cut > from.said ? extra.from(said.at(cut - 1) + 1) : from.extra;
        for (const range of extra.fitting(Math.min(Math.max(from.extra, behind), to.extra), to.extra, left)) {
          kept.extra.push(range);
          left -= extra.weigh(...range);
        }
        if (cut > from.said) break;
      }
      if (freed !== null) kept[freed.pile === said ? 'said' : 'extra'].push([freed.index, freed.index + 1]);
      return { said: joined(kept.said), extra: joined(kept.extra) };
    },
    /** The newest turn, which is that of the step alone where it is `prompted`. */
    newestTurn(prompted: boolean): Kept {
      const place = prompted ? Number.POSITIVE_INFINITY : (newest?.place ?? state.last + 1);
      return { said: joined([[said.from(place), said.length]]), extra: joined([[extra.from(place), extra.length]]) };
    },
  };
}

export type Turns = ReturnType<typeof createTurns>;
