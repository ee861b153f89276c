import { diffMain } from 'diff-match-patch-es';

/** Places `a` and `b` of two lists that hold the same thing. Ascending in both. */
export type Match = [a: number, b: number];

/**
 * Pairs equal keys of two lists, in order on both sides. Patience first: keys that each side holds once are sure anchors, so an
 * insertion at the front moves nothing. What repeats is decided between the anchors. Pure; the same lists give the same pairs.
 */
export function align(a: readonly string[], b: readonly string[]): Match[] {
  const numbers = new Map<string, number>();
  const number = (key: string): number => {
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, numbers.size);
    return numbers.size - 1;
  };
  const lists = [a.map(number), b.map(number)] as const;
  const found: Match[] = [];
  // Stretches that are still to be aligned, the first on top.
  const open: Stretch[] = [[0, a.length, 0, b.length]];
  for (let next = open.pop(); next; next = open.pop()) {
    const stretch = trim(lists, next, found);
    const anchors = uniqueInBoth(lists, stretch);
    if (anchors.length === 0) found.push(...repeated(lists, stretch));
    else open.push(...between(stretch, longestRising(anchors)).toReversed());
  }
  return found.sort(([left], [right]) => left - right);
}

type Lists = readonly [readonly number[], readonly number[]];
/** Half-open ranges in both lists. */
type Stretch = [fromA: number, toA: number, fromB: number, toB: number];

/** Takes off what is alike at both ends. */
const trim = ([a, b]: Lists, [fromA, toA, fromB, toB]: Stretch, found: Match[]): Stretch => {
  let [headA, tailA, headB, tailB] = [fromA, toA, fromB, toB];
  while (headA < tailA && headB < tailB && a[headA] === b[headB]) found.push([headA++, headB++]);
  while (headA < tailA && headB < tailB && a[tailA - 1] === b[tailB - 1]) found.push([--tailA, --tailB]);
  return [headA, tailA, headB, tailB];
};

/** Where keys are that are in the range once; −1 for those that are in it more often. */
const once = (list: readonly number[], from: number, to: number): Map<number, number> => {
  const places = new Map<number, number>();
  for (let at = from; at < to; at += 1) {
    const key = list[at] ?? -1;
    places.set(key, places.has(key) ? -1 : at);
  }
  return places;
};

const uniqueInBoth = ([a, b]: Lists, [fromA, toA, fromB, toB]: Stretch): Match[] => {
  if (fromA === toA || fromB === toB) return [];
  const inB = once(b, fromB, toB);
  const found: Match[] = [];
  for (const [key, at] of once(a, fromA, toA)) {
    const other = inB.get(key);
    if (at >= 0 && other !== undefined && other >= 0) found.push([at, other]);
  }
  return found.sort(([left], [right]) => left - right);
};

/** The longest choice of pairs that rises in `b` too (they rise in `a` already), by piles as in the game of patience. */
const longestRising = (pairs: readonly Match[]): Match[] => {
  const tops: number[] = [];
  const below = new Int32Array(pairs.length).fill(-1);
  pairs.forEach(([, b], at) => {
    let low = 0;
    let high = tops.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tops[middle] ?? 0]?.[1] ?? 0) < b) low = middle + 1;
      else high = middle;
    }
    below[at] = low > 0 ? (tops[low - 1] ?? -1) : -1;
    tops[low] = at;
  });
  const chosen: Match[] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = below[at] ?? -1) {
    const pair = pairs[at];
    if (pair) chosen.unshift(pair);
  }
  return chosen;
};

/** The stretches around anchors; each anchor is the first of its own, where trimming takes it. */
const between = ([fromA, toA, fromB, toB]: Stretch, anchors: readonly Match[]): Stretch[] => {
  const cuts: Match[] = [[fromA, fromB], ...anchors, [toA, toB]];
  return cuts.slice(1).map(([a, b], at): Stretch => {
    const [startA, startB] = cuts[at] ?? [fromA, fromB];
    return [startA, a, startB, b];
  });
};

/** More places than this without one sure anchor are not worth a search: they are told as they are. */
const MOST_REPEATED = 3000;

/** Where everything that both sides hold repeats itself: the fewest edits (Myers), on what is in both sides alone. */
const repeated = ([a, b]: Lists, [fromA, toA, fromB, toB]: Stretch): Match[] => {
  const inA = new Set(a.slice(fromA, toA));
  const inB = new Set(b.slice(fromB, toB));
  const placesA = range(fromA, toA).filter((at) => inB.has(a[at] ?? -1));
  const placesB = range(fromB, toB).filter((at) => inA.has(b[at] ?? -1));
  if (placesA.length === 0 || placesA.length + placesB.length > MOST_REPEATED) return [];
  const letters = new Map<number, string>();
  const spell = (keys: readonly number[]): string =>
    keys
      .map((key) => {
        const letter = letters.get(key) ?? String.fromCharCode(FIRST_LETTER + letters.size);
        letters.set(key, letter);
        return letter;
      })
      .join('');
  const [textA, textB] = [spell(placesA.map((at) => a[at] ?? -1)), spell(placesB.map((at) => b[at] ?? -1))];
  const found: Match[] = [];
  let [atA, atB] = [0, 0];
  for (const [op, text] of diffMain(textA, textB, { diffTimeout: 0 }, false)) {
    if (op === 0) for (let at = 0; at < text.length; at += 1) found.push([placesA[atA + at] ?? 0, placesB[atB + at] ?? 0]);
    if (op <= 0) atA += text.length;
    if (op >= 0) atB += text.length;
  }
  return found;
};

/** Private use: no surrogate, and 6,400 of them are more than there can be keys. */
const FIRST_LETTER = 0xe000;

const range = (from: number, to: number): number[] => Array.from({ length: to - from }, (_, at) => from + at);
