import { DANGLING, Flag, has } from '../../../shared/model/vocabulary.ts';
import { addId, createIdIndex, hashId, type IdIndex } from '../pages/id-index.ts';
import { edgesOf } from './edges.ts';
import type { OpenTape } from './types.ts';

/** All entries of the open tapes, numbered through; each fact that several tapes hold is one entry, that of the first of them. */
export interface Forest {
  tapes: readonly OpenTape[];
  /** Number of the first entry of each tape, and after the last one how many there are. */
  base: readonly number[];
  count: number;
  /** What an entry follows; −1 for roots. Meaningful for entries that stand for themselves. */
  up: Int32Array;
  /** The entry that stands for this one: itself, or where an earlier tape has the same. */
  same: Int32Array;
  aside: Uint8Array;
  /** Entries of the tree in an order in which what is followed comes first; null where that is the order of the numbers. */
  order: Uint32Array | null;
  /** Entries whose children here are not those that the catalog classified. */
  moved: ReadonlySet<number>;
  /** How many entries of each tape an earlier one has. */
  shared: readonly number[];
}

/** Place in `tapes` of the tape that an entry of the forest belongs to. */
export function tapeAt({ base }: Pick<Forest, 'base'>, entry: number): number {
  let tape = base.length - 2;
  while (tape > 0 && (base[tape] ?? 0) > entry) tape -= 1;
  return tape;
}

/** The entry names a parent that was never written, and answers no call that would tell what came before. */
export function isBroken({ base, tapes }: Pick<Forest, 'base' | 'tapes'>, entry: number): boolean {
  const tape = tapeAt({ base }, entry);
  const at = entry - (base[tape] ?? 0);
  return tapes[tape]?.columns.parent[at] === DANGLING && !tapes[tape].mended.has(at + 1);
}

/** Joins the trees of some tapes into one. Pure. */
export function growForest(tapes: readonly OpenTape[]): Forest {
  const base = [0];
  for (const { columns } of tapes) base.push((base.at(-1) ?? 0) + columns.parent.length);
  const count = base.at(-1) ?? 0;
  const up = new Int32Array(count).fill(-1);
  const aside = new Uint8Array(count);
  const same = new Int32Array(count);
  for (let entry = 0; entry < count; entry++) same[entry] = entry;
  const moved = new Set<number>();
  unite(tapes, base, same);
  tapes.forEach((tape, at) => {
    const offset = base[at] ?? 0;
    const edges = edgesOf(tape);
    aside.set(edges.aside, offset);
    for (const entry of edges.moved) moved.add(same[offset + entry] ?? 0);
    for (let entry = 0; entry < edges.up.length; entry++) {
      const above = edges.up[entry] ?? -1;
      if (above >= 0) up[offset + entry] = same[offset + above] ?? -1;
    }
  });
  shareAsides(aside, up, same, base);
  const shared = tapes.map((_, tape) => countShared(same, base[tape] ?? 0, base[tape + 1] ?? 0));
  const order = orderOf(up, same, aside);
  return { tapes, base, count, up, same, aside, order, moved, shared };
}

/** Bookkeeping after an entry of another tape belongs to the copy and not to what was copied: it goes where that entry went. */
const shareAsides = (aside: Uint8Array, up: Int32Array, same: Int32Array, base: readonly number[]): void => {
  for (let tape = 1; tape + 1 < base.length; tape++)
    for (let entry = base[tape] ?? 0; entry < (base[tape + 1] ?? 0); entry++) {
      const above = up[entry] ?? -1;
      if (aside[entry] === 1 && above >= 0 && above < (base[tape] ?? 0)) same[entry] = above;
    }
};

const countShared = (same: Int32Array, from: number, to: number): number => {
  let shared = 0;
  for (let entry = from; entry < to; entry++) if (same[entry] !== entry) shared += 1;
  return shared;
};

/** Finds entries that an earlier tape has: by id, or in forks by what their heads share. */
const unite = (tapes: readonly OpenTape[], base: readonly number[], same: Int32Array): void => {
  if (tapes.length === 1) return;
  const index = createIdIndex((number) => {
    const tape = tapeAt({ base }, number - 1);
    return tapes[tape]?.idOf?.(number - (base[tape] ?? 0)) ?? null;
  }, same.length);
  tapes.forEach((tape, at) => {
    const offset = base[at] ?? 0;
    const { as = [], tape: other = 0 } = tape.shares ?? {};
    for (let seq = 1; seq <= tape.columns.parent.length; seq++) {
      const there = as[seq - 1] ?? 0;
      const known = there > 0 ? (base[other] ?? 0) + there - 1 : numberOf(tape, offset, seq, index);
      if (known >= 0 && known < offset) same[offset + seq - 1] = same[known] ?? known;
    }
  });
};

const numberOf = (tape: OpenTape, offset: number, seq: number, index: IdIndex): number => {
  const id = tape.columns.node[seq - 1] === 1 ? (tape.idOf?.(seq) ?? null) : null;
  return id === null ? -1 : addId(index, id, hashId(id), offset + seq) - 1;
};

/** Null where every entry follows an earlier one. A circle of parents is opened at its first entry. */
const orderOf = (up: Int32Array, same: Int32Array, aside: Uint8Array): Uint32Array | null => {
  let forward = false;
  for (let entry = 0; entry < up.length && !forward; entry++)
    forward = aside[entry] === 0 && same[entry] === entry && (up[entry] ?? -1) >= entry;
  if (!forward) return null;
  const order = new Uint32Array(up.length);
  const state = new Uint8Array(up.length);
  let filled = 0;
  const path: number[] = [];
  for (let entry = 0; entry < up.length; entry++) {
    let at = entry;
    while (state[at] === 0) {
      state[at] = 1;
      path.push(at);
      const above = same[at] === at ? (up[at] ?? -1) : (same[at] ?? -1);
      if (above < 0) break;
      if (state[above] === 1) {
        up[at] = -1;
        break;
      }
      at = above;
    }
    for (let done = path.pop(); done !== undefined; done = path.pop()) {
      state[done] = 2;
      order[filled] = done;
      filled += 1;
    }
  }
  return order;
};

/** What a program wrote, or a person while the agent worked. */
const NOT_TYPED = Flag.Queued | Flag.Notification | Flag.Meta | Flag.Sidecar | Flag.Synthetic;
/** A person's own words, not typed while the agent worked. */
export function isPrompt(flags: number): boolean {
  return has(flags, Flag.Prompt) && (flags & (NOT_TYPED | Flag.Summary)) === 0;
}
/** Words of a person, or of the model (`answer`): what makes a side of a branch point a continuation and no dead end. */
export function speaks(flags: number, answer: boolean): boolean {
  return has(flags, Flag.Summary) || (answer ? !has(flags, Flag.Synthetic) : isPrompt(flags));
}
