import type { StateNode, StatePath, StateTree } from '../../../shared/model/handoff.ts';
import type { Json } from '../formats/format.ts';
import { type Comparison, createComparison } from './compare-states.ts';
import { lengthsOf, shown, sizeOf, typeOf } from './json-text.ts';
import { childOf, DEEPEST } from './walk.ts';

export interface TreeOptions {
  path: StatePath;
  limit: number;
  /** Of the values inside, the first that is told. */
  from?: number;
  /** The same value in the state that this one is held against; undefined where there is none. */
  against?: { value: Json | undefined };
}

export type Tree = Pick<StateTree, 'nodes' | 'more' | 'changes'>;

/** A value that is still to be told, with what stood in its place. */
interface Item {
  path: StatePath;
  now: Json | undefined;
  was: Json | undefined;
  /** Above it everything is new or gone, so that it need not be compared. */
  change: StateNode['change'];
}

/**
 * The values below `root` in reading order, depth first, until `limit` nodes. A value whose insides do not all fit stays closed and can be
 * asked for by itself; of the one that is asked for the first ones from `from` on are told.
 */
export const treeOf = (root: Json | undefined, options: TreeOptions): Tree => {
  const compared = options.against !== undefined;
  const comparison = createComparison();
  const lengths = [lengthsOf(root ?? null), lengthsOf(options.against?.value ?? null)] as const;
  const nodes: StateNode[] = [];
  const open: Item[] = [{ path: options.path, now: root, was: options.against?.value, change: null }];
  let told = 1;
  let more = 0;
  for (let item = open.pop(); item; item = open.pop()) {
    const { node, inside } = nodeOf(item, compared, comparison, lengths);
    const room = nodes.length === 0 || told + inside.count <= options.limit ? options.limit - told : 0;
    const from = nodes.length === 0 ? Math.min(options.from ?? 0, inside.count) : 0;
    const shows = item.path.length < DEEPEST ? Math.min(inside.count - from, room) : 0;
    nodes.push({ ...node, open: shows > 0 });
    more += inside.count - from - shows;
    told += shows;
    if (shows > 0) for (const each of inside.items(from, from + shows).reverse()) open.push(each);
  }
  return { nodes, more, changes: compared ? changesOf(root, options.against?.value, comparison) : null };
};

const nodeOf = (
  item: Item,
  compared: boolean,
  comparison: Comparison,
  lengths: readonly [(value: Json) => number, (value: Json) => number],
) => {
  const { path, now, was } = item;
  const value = now === undefined ? (was ?? null) : now;
  const change = compared ? changeOf(item, comparison) : null;
  const inside = insideOf(item, value, change, comparison);
  const node: Omit<StateNode, 'open'> = {
    path,
    type: typeOf(value),
    text: shown(value),
    chars: lengths[now === undefined ? 1 : 0](value),
    count: inside.count,
    ref: null,
    change,
    before: change === 'changed' && was !== undefined && !bothHold(now, was) ? briefly(was) : null,
  };
  return { node, inside };
};

const changeOf = ({ now, was, change }: Item, comparison: Comparison): StateNode['change'] => {
  if (change !== null) return change;
  if (now === undefined) return 'removed';
  if (was === undefined) return 'added';
  return comparison.numberOf(now) === comparison.numberOf(was) ? 'same' : 'changed';
};

/** Both are objects or both are arrays: what changed is told inside. */
const bothHold = (now: Json | undefined, was: Json): boolean =>
  now !== undefined && typeOf(now) === typeOf(was) && (typeOf(was) === 'object' || typeOf(was) === 'array');

const BRIEF = 2000;

/** What stood there: a plain value as JSON, of one that holds others how many. */
const briefly = (was: Json): string => {
  const type = typeOf(was);
  if (type === 'object') return `{ ${sizeOf(was)} }`;
  return type === 'array' ? `[ ${sizeOf(was)} ]` : shown(was).slice(0, BRIEF);
};

const insideOf = ({ path, now, was }: Item, value: Json, change: StateNode['change'], comparison: Comparison) => {
  if (change === 'changed' && was !== undefined && bothHold(now, was)) {
    const pairs = comparison.pairs(now ?? null, was);
    const told = (from: number, to: number): Item[] =>
      pairs.slice(from, to).map(({ key, ...pair }) => ({ ...pair, path: [...path, key], change: null }));
    return { count: pairs.length, items: told };
  }
  const below = change === 'added' || change === 'changed' ? 'added' : change;
  const side = (each: Json): Pick<Item, 'now' | 'was'> =>
    change === 'removed' ? { now: undefined, was: each } : { now: each, was: change === 'same' ? each : undefined };
  const items = (from: number, to: number): Item[] =>
    (Array.isArray(value) ? [...value.keys()] : Object.keys(value as object)).slice(from, to).map((key) => ({
      ...side(childOf(value, key) ?? null),
      path: [...path, change === 'removed' && Array.isArray(value) ? String(key) : key],
      change: below,
    }));
  return { count: sizeOf(value), items };
};

/** Changes of the whole state, told by its outermost values: an object that is new counts once. */
const changesOf = (root: Json | undefined, against: Json | undefined, comparison: Comparison): StateTree['changes'] => {
  const changes = { added: 0, removed: 0, changed: 0 };
  const open: { now: Json | undefined; was: Json | undefined }[] = [{ now: root, was: against }];
  for (let pair = open.pop(); pair; pair = open.pop()) {
    const { now, was } = pair;
    if (now === undefined && was === undefined) continue;
    if (now === undefined) changes.removed += 1;
    else if (was === undefined) changes.added += 1;
    else if (comparison.numberOf(now) !== comparison.numberOf(was)) {
      if (bothHold(now, was)) for (const each of comparison.pairs(now, was)) open.push(each);
      else changes.changed += 1;
    }
  }
  return changes;
};
