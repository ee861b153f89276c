import type { Json } from '../formats/format.ts';
import { isObject } from '../formats/json.ts';
import { childOf } from '../states/walk.ts';

/** What is at one place in two states: in the new one, in the old one, or in both. */
export interface Pair {
  /** A number in an array of the new state; a removed element of an array has its old number as text, so that no two have the same. */
  key: string | number;
  now: Json | undefined;
  was: Json | undefined;
}

/** A number for every value: equal values have equal ones, and no others. */
type NumberOf = (value: Json) => number;

/** Numbers bottom up, so that a state nested 10,000 deep costs one pass and no stack. */
const createNumbers = (): NumberOf => {
  const numbers = new Map<string | number | boolean | null, number>();
  const known = new Map<object, number>();
  const numbered = (key: string | number | boolean | null): number => {
    const found = numbers.get(key) ?? numbers.size;
    numbers.set(key, found);
    return found;
  };
  // A text is marked, since what objects and arrays are made of is told by texts too.
  const of = (value: Json): number =>
    typeof value === 'object' && value !== null ? (known.get(value) ?? -1) : numbered(typeof value === 'string' ? `"${value}` : value);
  return (root) => {
    if (typeof root !== 'object' || root === null || known.has(root)) return of(root);
    const order: object[] = [];
    const open: object[] = [root];
    for (let next = open.pop(); next !== undefined; next = open.pop()) {
      if (known.has(next)) continue;
      order.push(next);
      for (const inside of Object.values(next)) if (typeof inside === 'object' && inside !== null) open.push(inside);
    }
    for (const value of order.toReversed()) known.set(value, numbered(keyOf(value as Json[] | { [key: string]: Json }, of)));
    return of(root);
  };
};

const keyOf = (value: Json[] | { [key: string]: Json }, of: NumberOf): string => {
  if (Array.isArray(value)) return `[${value.map(of).join()}`;
  return `{${Object.keys(value)
    .sort()
    .map((key) => `${JSON.stringify(key)}:${of(childOf(value, key) ?? null)}`)
    .join()}`;
};

/** The values in two objects or arrays next to each other, in the order of the new one; what was removed stays where it was. */
const pairsOf = (now: Json, was: Json, numberOf: NumberOf): Pair[] => {
  if (Array.isArray(now) && Array.isArray(was)) return aligned(now, was, numberOf);
  if (isObject(now) && isObject(was)) return byKey(now, was);
  return [];
};

/** Pairs of two states, worked out once for each value. */
export interface Comparison {
  numberOf: NumberOf;
  pairs(now: Json, was: Json): Pair[];
}

export function createComparison(): Comparison {
  const numberOf = createNumbers();
  const known = new Map<Json, Pair[]>();
  return {
    numberOf,
    pairs(now, was) {
      const found = known.get(now) ?? pairsOf(now, was, numberOf);
      if (typeof now === 'object') known.set(now, found);
      return found;
    },
  };
}

const byKey = (now: { [key: string]: Json }, was: { [key: string]: Json }): Pair[] => {
  const pairs: Pair[] = [];
  const keys = Object.keys(now);
  const before = Object.keys(was);
  const gone = before.filter((key) => !Object.hasOwn(now, key));
  const behind = followers(before, new Set(gone));
  const put = (after: string | null): void => {
    for (const key of behind.get(after) ?? []) pairs.push({ key, now: undefined, was: childOf(was, key) });
  };
  put(null);
  for (const key of keys) {
    pairs.push({ key, now: childOf(now, key), was: childOf(was, key) });
    if (Object.hasOwn(was, key)) put(key);
  }
  return pairs;
};

/** Removed keys by the kept key that they came after; null for the head. */
const followers = (keys: readonly string[], gone: ReadonlySet<string>): Map<string | null, string[]> => {
  const behind = new Map<string | null, string[]>();
  let after: string | null = null;
  for (const key of keys) {
    if (!gone.has(key)) after = key;
    else {
      const list = behind.get(after);
      if (list) list.push(key);
      else behind.set(after, [key]);
    }
  }
  return behind;
};

/**
 * Equal elements find each other in order: from both ends, then the rest by a longest run of ascending places. What is left between two
 * of these pairs is one of one for as far as both sides reach (changed), then added or removed.
 */
const aligned = (now: readonly Json[], was: readonly Json[], numberOf: NumberOf): Pair[] => {
  const matches = matchesOf(now.map(numberOf), was.map(numberOf));
  const pairs: Pair[] = [];
  let [here, there] = [0, 0];
  for (const [a, b] of [...matches, [now.length, was.length] as const]) {
    const both = Math.min(a - here, b - there);
    for (let at = 0; at < both; at++) pairs.push({ key: here + at, now: now[here + at], was: was[there + at] });
    for (let at = there + both; at < b; at++) pairs.push({ key: String(at), now: undefined, was: was[at] });
    for (let at = here + both; at < a; at++) pairs.push({ key: at, now: now[at], was: undefined });
    if (a < now.length) pairs.push({ key: a, now: now[a], was: was[b] });
    [here, there] = [a + 1, b + 1];
  }
  return pairs;
};

/** Places of equal elements, ascending in both lists. `n log n` at worst. */
const matchesOf = (now: readonly number[], was: readonly number[]): [number, number][] => {
  let head = 0;
  while (head < now.length && head < was.length && now[head] === was[head]) head += 1;
  let tail = 0;
  while (tail < now.length - head && tail < was.length - head && now[now.length - 1 - tail] === was[was.length - 1 - tail]) tail += 1;
  // The first place of each number, and for each place the next one of its number.
  const first = new Map<number, number>();
  const next = new Int32Array(was.length);
  for (let at = was.length - tail - 1; at >= head; at--) {
    const number = was[at] ?? -1;
    next[at] = first.get(number) ?? -1;
    first.set(number, at);
  }
  const candidates: [number, number][] = [];
  // The nth of several equal elements belongs to the nth.
  for (let at = head; at < now.length - tail; at++) {
    const place = first.get(now[at] ?? -1) ?? -1;
    if (place < 0) continue;
    candidates.push([at, place]);
    first.set(now[at] ?? -1, next[place] ?? -1);
  }
  return [
    ...Array.from({ length: head }, (_, at): [number, number] => [at, at]),
    ...ascending(candidates),
    ...Array.from({ length: tail }, (_, at): [number, number] => [now.length - tail + at, was.length - tail + at]),
  ];
};

/** The longest choice of pairs whose second places ascend (patience). */
const ascending = (pairs: readonly [number, number][]): [number, number][] => {
  const tops: number[] = [];
  const before: number[] = [];
  for (const [at, [, place]] of pairs.entries()) {
    let [low, high] = [0, tops.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[tops[middle] ?? 0]?.[1] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    before[at] = low === 0 ? -1 : (tops[low - 1] ?? -1);
    tops[low] = at;
  }
  const chosen: [number, number][] = [];
  for (let at = tops.at(-1) ?? -1; at >= 0; at = before[at] ?? -1) {
    const pair = pairs[at];
    if (pair) chosen.push(pair);
  }
  return chosen.reverse();
};
