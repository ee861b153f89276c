import type { StateNode, StatePath, StateTree } from '../../../shared/model/handoff.ts';
import type { Json } from '../formats/format.ts';
import { DEEPEST, walk } from '../states/walk.ts';
import { type Comparison, createComparison } from './compare-states.ts';
import { lengthsOf, shown, sizeOf, typeOf } from './json-text.ts';
import { bothHold, changeOf, type Item, insideOf, itemAt, ownValue } from './state-items.ts';

export interface TreeOptions {
  path: StatePath;
  limit: number;
  /** The first value inside that is shown. */
  from?: number;
  /** The whole state that this one is compared with, and how the two compare where that is known already. */
  against?: { value: Json; comparison?: Comparison };
}

/** The value at a path of that tree; what was removed is the one that was there. Throws TapeError('not-found'). */
export function valueAt(state: Json, path: StatePath, against: TreeOptions['against']): Json {
  return ownValue(placeOf(state, path, against).item);
}

export type Tree = Pick<StateTree, 'nodes' | 'more' | 'changes'>;

/**
 * The values at and below `path` in a state in reading order, depth first, until `limit` nodes. A value whose insides do not all fit stays
 * closed and can be asked for by itself; of the one that is asked for the first ones from `from` on are told. Throws TapeError('not-found').
 */
export function treeOf(state: Json, { path, limit, from: first = 0, against }: TreeOptions): Tree {
  const { item: root, both } = placeOf(state, path, against);
  const lengths = [lengthsOf(root.now ?? null), lengthsOf(root.was ?? null)] as const;
  const nodes: StateNode[] = [];
  const open: Item[] = [root];
  let told = 1;
  let more = 0;
  for (let item = open.pop(); item; item = open.pop()) {
    const inside = insideOf(item, both);
    const room = nodes.length === 0 || told + inside.count <= limit ? limit - told : 0;
    const from = nodes.length === 0 ? Math.min(first, inside.count) : 0;
    const shows = item.path.length < DEEPEST ? Math.min(inside.count - from, room) : 0;
    const chars = lengths[item.now === undefined ? 1 : 0](ownValue(item));
    nodes.push({ ...nodeOf(item, both), chars, count: inside.count, open: shows > 0 });
    more += inside.count - from - shows;
    told += shows;
    if (shows > 0) for (const each of inside.items(from, from + shows).reverse()) open.push(each);
  }
  return { nodes, more, changes: both === null ? null : changesOf(root, both) };
}

const placeOf = (state: Json, path: StatePath, against: TreeOptions['against']) => {
  const both = against === undefined ? null : (against.comparison ?? createComparison());
  return { item: itemAt({ path: [], now: state, was: against?.value, change: null }, path, both), both };
};

const nodeOf = (item: Item, both: Comparison | null): Omit<StateNode, 'chars' | 'count' | 'open'> => {
  const { path, now, was } = item;
  const value = ownValue(item);
  const change = changeOf(item, both);
  const before = change === 'changed' && was !== undefined && !bothHold(now, was) ? briefly(was) : null;
  return { path, type: typeOf(value), text: shown(value), ref: null, change, before };
};

const BRIEF = 2000;

/** What was there: a plain value as JSON, of one that holds others how many. */
const briefly = (was: Json): string => {
  const type = typeOf(was);
  if (type === 'object') return `{ ${sizeOf(was)} }`;
  return type === 'array' ? `[ ${sizeOf(was)} ]` : shown(was).slice(0, BRIEF);
};

/** Changes in a value, told by its outermost ones: an object that is new counts once. */
const changesOf = (root: Item, both: Comparison): StateTree['changes'] => {
  const changes = { added: 0, removed: 0, changed: 0 };
  const open: Item[] = [root];
  for (let item = open.pop(); item; item = open.pop()) {
    const change = changeOf(item, both);
    if (change === 'changed' && bothHold(item.now, item.was)) {
      const inside = insideOf(item, both);
      for (const each of inside.items(0, inside.count)) open.push(each);
    } else if (change !== 'same' && change !== null) changes[change] += 1;
  }
  return changes;
};

/** Paths of the values that hold a text as key or value, whatever its case, in reading order; `total` counts beyond `limit`. */
export function findInState(state: Json, query: string, limit: number): { paths: StatePath[]; total: number } {
  const wanted = query.toLowerCase();
  const paths: StatePath[] = [];
  let total = 0;
  let cut = '';
  for (const place of walk(state)) {
    const { key, value } = place;
    const inKey = typeof key === 'string' && place.depth > 0 && key.toLowerCase().includes(wanted);
    const plain = typeof value !== 'object' || value === null;
    if (!inKey && !(plain && String(value).toLowerCase().includes(wanted))) continue;
    total += 1;
    if (paths.length >= limit) continue;
    const path = place.path();
    // What is deeper than paths go shows in the value at that depth, once.
    const name = path.length < place.depth ? JSON.stringify(path) : '';
    if (name === '' || name !== cut) paths.push(path);
    cut = name;
  }
  return { paths, total };
}
