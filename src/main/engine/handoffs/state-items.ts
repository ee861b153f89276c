import type { StateNode, StatePath } from '../../../shared/model/handoff.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { Json } from '../formats/format.ts';
import { childOf } from '../states/walk.ts';
import type { Comparison } from './compare-states.ts';
import { sizeOf, typeOf } from './json-text.ts';

/** A value of a state with what was in its place in another one. */
export interface Item {
  path: StatePath;
  now: Json | undefined;
  was: Json | undefined;
  /** Above it everything is the same, new or gone, so that it need not be compared; null where it has to be. */
  change: StateNode['change'];
}

/** Where states are compared with each other; null where there is one only. */
type Both = Comparison | null;

export function changeOf({ now, was, change }: Item, both: Both): StateNode['change'] {
  if (both === null || change !== null) return change;
  if (now === undefined) return 'removed';
  if (was === undefined) return 'added';
  return both.numberOf(now) === both.numberOf(was) ? 'same' : 'changed';
}

/** The value itself: where it is gone, the one that was there. */
export function ownValue({ now, was }: Item): Json {
  return now === undefined ? (was ?? null) : now;
}

/** Both are objects or both are arrays: what changed is told inside. */
export function bothHold(now: Json | undefined, was: Json | undefined): boolean {
  return now !== undefined && was !== undefined && typeOf(now) === typeOf(was) && (typeOf(was) === 'object' || typeOf(was) === 'array');
}

/** What is inside of a value, one level deep; made only as far as somebody asks. */
export interface Inside {
  count: number;
  items(from: number, to: number): Item[];
}

export function insideOf(item: Item, both: Both): Inside {
  const { path, now, was } = item;
  const change = changeOf(item, both);
  if (both !== null && change === 'changed' && now !== undefined && was !== undefined && bothHold(now, was)) {
    const pairs = both.pairs(now, was);
    const items = (from: number, to: number): Item[] =>
      pairs.slice(from, to).map(({ key, ...pair }) => ({ ...pair, path: [...path, key], change: null }));
    return { count: pairs.length, items };
  }
  const value = ownValue(item);
  const below = change === 'changed' ? 'added' : change;
  const side = (each: Json): Pick<Item, 'now' | 'was'> =>
    change === 'removed' ? { now: undefined, was: each } : { now: each, was: change === 'same' ? each : undefined };
  const items = (from: number, to: number): Item[] =>
    (Array.isArray(value) ? [...value.keys()] : Object.keys(value as object)).slice(from, to).map((key) => ({
      ...side(childOf(value, key) ?? null),
      path: [...path, change === 'removed' && Array.isArray(value) ? String(key) : key],
      change: below,
    }));
  return { count: sizeOf(value), items };
}

/**
 * The value at a path that the tree of two states told: below elements that have moved, and in what was removed. Throws
 * TapeError('not-found').
 */
export function itemAt(root: Item, path: StatePath, both: Both): Item {
  let item = root;
  for (const key of path) {
    const inside = insideOf(item, both);
    const found = inside.items(0, inside.count).find((each) => each.path.at(-1) === key);
    if (found === undefined) throw new TapeError('not-found', 'There is no such value in this state.');
    item = found;
  }
  return item;
}
