import { bisect } from '../../../shared/model/bisect.ts';
import type { Range } from './ranges.ts';

/** Picks that are kept or dropped together. */
export interface Bundle {
  seqs: readonly number[];
  /** Place of its last pick: where it is in time. */
  at: number;
  tokens: number;
}

/** Bundles of which the lightest is known. */
const BLOCK = 64;

/** Bundles in the order of their last picks, which only ever grows, with the sums that a choice from the newest backwards needs. */
export function createPile() {
  const bundles: Bundle[] = [];
  /** The one that counts as nothing. */
  let freed = -1;
  /** Tokens of all before each, and of all at the end. */
  const sums = [0];
  /** At most the tokens of the lightest of each block. */
  const least: number[] = [];
  const weigh = (from: number, to: number): number => (sums[to] ?? 0) - (sums[from] ?? 0);
  const lighten = (index: number, tokens: number): void => {
    const block = Math.floor(index / BLOCK);
    least[block] = Math.min(least[block] ?? Number.POSITIVE_INFINITY, tokens);
  };

  /** Adds up again from one bundle on. */
  const sum = (from: number): void => {
    for (let at = from; at < bundles.length; at += 1) sums[at + 1] = (sums[at] ?? 0) + (at === freed ? 0 : (bundles[at]?.tokens ?? 0));
  };

  /** The newest below `end` that fits, −1 for none; blocks without one are skipped. */
  const newestFitting = (from: number, end: number, room: number): number => {
    let at = end - 1;
    while (at >= from) {
      if ((least[Math.floor(at / BLOCK)] ?? 0) > room) at = at - (at % BLOCK) - 1;
      else if (weigh(at, at + 1) <= room) return at;
      else at -= 1;
    }
    return -1;
  };

  return {
    get length() {
      return bundles.length;
    },
    add(bundle: Bundle): number {
      lighten(bundles.length, bundle.tokens);
      sums.push((sums.at(-1) ?? 0) + bundle.tokens);
      return bundles.push(bundle) - 1;
    },
    at: (index: number): number => bundles[index]?.at ?? -1,
    tokens: (index: number): number => bundles[index]?.tokens ?? 0,
    seqs: (ranges: readonly Range[]): number[] => ranges.flatMap(([from, to]) => bundles.slice(from, to).flatMap(({ seqs }) => seqs)),
    weigh,
    /** Counts a bundle as nothing, or as what it weighs again; one at a time. Costs what follows it. */
    free(index: number, free: boolean): void {
      freed = free ? index : -1;
      if (free) lighten(index, 0);
      sum(index);
    },
    /** Weighs some bundles again. Costs what follows the first of them that changed. */
    reweigh(indexes: Iterable<number>, weighed: (seqs: readonly number[]) => number): void {
      let first = bundles.length;
      for (const index of indexes) {
        const bundle = bundles[index];
        const tokens = bundle === undefined ? 0 : weighed(bundle.seqs);
        if (bundle === undefined || tokens === bundle.tokens) continue;
        bundles[index] = { ...bundle, tokens };
        lighten(index, tokens);
        first = Math.min(first, index);
      }
      sum(first);
    },
    /** The first whose last pick is at a place or after it. */
    from: (place: number): number => bisect(0, bundles.length, (index) => (bundles[index]?.at ?? 0) >= place),
    /** From where on, of from ≤ n < to, all together fit. */
    run: (from: number, to: number, room: number): number => bisect(from, to, (index) => weigh(index, to) <= room),
    /** Of from ≤ n < to those that still fit, the newest first; newest ranges first. */
    fitting(from: number, to: number, room: number): Range[] {
      const taken: Range[] = [];
      let left = room;
      for (let end = to; end > from; ) {
        const start = bisect(from, end, (index) => weigh(index, end) <= left);
        if (start < end) taken.push([start, end]);
        left -= weigh(start, end);
        end = newestFitting(from, start, left) + 1;
      }
      return taken;
    },
  };
}

export type Pile = ReturnType<typeof createPile>;
