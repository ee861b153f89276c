import type { BranchClass } from '../../../shared/model/index.ts';
import { BRANCH_CLASSES, Flag, has } from '../../../shared/model/vocabulary.ts';
import { classify } from '../linking/branches.ts';
import { type Forest, speaks, tapeAt } from './forest.ts';

/** What is below each entry of a forest. */
export interface Shape {
  forest: Forest;
  /** Entries in it and below it. */
  size: Uint32Array;
  /** 1 where a person or the model speaks in it or below it: a continuation, and no dead end. */
  carries: Uint8Array;
  /** The child that the line continues with; −1 for none. */
  main: Int32Array;
  /** Children in the order of their numbers. */
  children(entry: number): number[];
  /** Number of children, and of those that carry on. */
  many: Uint32Array;
  carried: Uint32Array;
}

/** Entries of the tree that stand for themselves, parents first; backwards with `back`. */
export function* treeEntries({ count, order, same, aside }: Forest, back = false): Generator<number> {
  for (let at = 0; at < count; at++) {
    const place = back ? count - 1 - at : at;
    const entry = order === null ? place : (order[place] ?? 0);
    if (same[entry] === entry && aside[entry] === 0) yield entry;
  }
}

/** Counts what is below each entry, in one pass from the leaves up. Arrays have a place for every entry of the forest. */
export function shapeOf(forest: Forest): Shape {
  settleRoots(forest);
  const { count, up, tapes, base } = forest;
  const size = new Uint32Array(count);
  const carries = new Uint8Array(count);
  const many = new Uint32Array(count);
  const carried = new Uint32Array(count);
  const main = new Int32Array(count).fill(-1);
  const first = new Int32Array(count).fill(-1);
  const next = new Int32Array(count).fill(-1);
  tapes.forEach(({ columns: { flags, answer } }, at) => {
    const offset = base[at] ?? 0;
    for (let row = 0; row < flags.length; row++) if (speaks(flags[row] ?? 0, answer[row] === 1)) carries[offset + row] = 1;
  });
  const better = (child: number, rival: number): boolean =>
    rival < 0 || ((carries[child] ?? 0) - (carries[rival] ?? 0) || (size[child] ?? 0) - (size[rival] ?? 0)) > 0;
  for (const entry of treeEntries(forest, true)) {
    size[entry] = (size[entry] ?? 0) + 1;
    const above = up[entry] ?? -1;
    if (above < 0) continue;
    size[above] = (size[above] ?? 0) + (size[entry] ?? 0);
    many[above] = (many[above] ?? 0) + 1;
    if (carries[entry] === 1) {
      carries[above] = 1;
      carried[above] = (carried[above] ?? 0) + 1;
    }
    next[entry] = first[above] ?? -1;
    first[above] = entry;
    if (better(entry, main[above] ?? -1)) main[above] = entry;
  }
  const children = (entry: number): number[] => {
    const found: number[] = [];
    for (let child = first[entry] ?? -1; child >= 0; child = next[child] ?? -1) found.push(child);
    return found.sort((a, b) => a - b);
  };
  return { forest, size, carries, main, many, carried, children };
}

/**
 * Roots below which nobody speaks are fragments that a program wrote (a hook, a stray system record): they follow the entry
 * before them and are no beginning of a conversation.
 */
const settleRoots = (forest: Forest): void => {
  const { count, up, same, aside, order, tapes, base } = forest;
  if (order !== null) return;
  const spoken = new Uint8Array(count);
  for (let entry = count - 1; entry >= 0; entry--) {
    if (same[entry] !== entry || aside[entry] === 1) continue;
    const tape = tapes.length === 1 ? 0 : tapeAt(forest, entry);
    const columns = tapes[tape]?.columns;
    const row = entry - (base[tape] ?? 0);
    if (columns && speaks(columns.flags[row] ?? 0, columns.answer[row] === 1)) spoken[entry] = 1;
    const above = up[entry] ?? -1;
    if (above >= 0) spoken[above] = (spoken[above] ?? 0) | (spoken[entry] ?? 0);
    else if (spoken[entry] === 0) up[entry] = before(forest, entry, base[tape] ?? 0);
  }
};

const before = ({ same, aside }: Forest, entry: number, floor: number): number => {
  for (let at = entry - 1; at >= floor; at--) if (aside[at] === 0) return same[at] ?? -1;
  return -1;
};

/** Why the continuations of an entry part; `copy` where they are in different tapes, null where there are none or one. */
export function partingAt(shape: Shape, entry: number): BranchClass | 'copy' | null {
  const { forest, many } = shape;
  if ((many[entry] ?? 0) < 2) return null;
  const tape = tapeAt(forest, entry);
  if (forest.tapes.length > 1) {
    const carrying = shape.children(entry).filter((child) => shape.carries[child] === 1);
    if (new Set(carrying.map((child) => tapeAt(forest, child))).size > 1) return 'copy';
  }
  const known = forest.tapes[tape]?.columns.branch[entry - (forest.base[tape] ?? 0)] ?? 0;
  if (known > 0 && !forest.moved.has(entry)) return BRANCH_CLASSES[known - 1] ?? null;
  return forest.moved.has(entry) ? classifyHere(shape, entry) : 'copiedPrefix';
}

/** The children are others than the log says, so the same question is asked of these. */
const classifyHere = (shape: Shape, entry: number): BranchClass => {
  const { forest } = shape;
  const look = (at: number) => {
    const tape = tapeAt(forest, at);
    const { columns, kinds } = forest.tapes[tape] ?? {};
    const row = at - (forest.base[tape] ?? 0);
    return {
      seq: row + 1,
      kind: kinds?.[columns?.kind[row] ?? 0] ?? '',
      assistant: columns?.answer[row] === 1,
      flags: columns?.flags[row] ?? 0,
      step: columns?.step[row] ?? 0,
      origin: 0,
      copy: false,
    };
  };
  return classify(look(entry), shape.children(entry).map(look), () => false);
};

/** True where an entry of a sub-agent is at the root of its own tree inside the file of its caller. */
export function isSidechain({ tapes, base }: Forest, tape: number, entry: number): boolean {
  return has(tapes[tape]?.columns.flags[entry - (base[tape] ?? 0)] ?? 0, Flag.Sidechain);
}
