import type { BranchClass, GraphNodeType } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { type Forest, isBroken, tapeAt } from './forest.ts';
import { isSidechain, partingAt, type Shape, treeEntries } from './shape.ts';
import type { Family } from './types.ts';

/** How much is drawn. */
export interface Depth {
  show: ReadonlySet<BranchClass>;
  nested: boolean;
  /** Anchors and compactions as nodes. */
  anchors: boolean;
  /** Calls that started a sub-agent end their segment. */
  callers: boolean;
  /** Turns of a logged loop as nodes, and the requests of a turn. */
  turns: boolean;
  requests: boolean;
  /** Most forks that are drawn: those with the largest sides. */
  forks: number;
}

export interface Group {
  type: GraphNodeType;
  /** First entry. */
  root: number;
  /** Group that it follows; −1 for none. */
  parent: number;
  fork: BranchClass | 'copy' | null;
}

export interface Groups {
  /** Group by entry; those of bookkeeping and of shared entries are the groups of what they follow or stand for. */
  of: Int32Array;
  list: Group[];
}

type Special = Exclude<GraphNodeType, 'segment' | 'tape'>;

/** What has to stand as a node of its own, and where a run has to end. */
export interface Marks {
  special: Map<number, Special>;
  /** Entries after which the line begins a new node. */
  closed: Set<number>;
  forks: Map<number, BranchClass | 'copy'>;
  /** Entries below which nothing is cut. */
  frozen: Set<number>;
}

/** Cuts a forest into groups, each a run (with the dead ends that hang next to it) that is drawn as one node. Pure. */
export function foldInto(shape: Shape, marks: Marks): Groups {
  const { forest } = shape;
  const of = new Int32Array(forest.count).fill(-1);
  const list: Group[] = [];
  const frozen = marks.frozen.size === 0 ? null : new Uint8Array(forest.count);
  for (const entry of treeEntries(forest)) {
    const above = forest.up[entry] ?? -1;
    const group = above < 0 ? -1 : (of[above] ?? -1);
    const inside = frozen !== null && above >= 0 && frozen[above] === 1;
    if (frozen && (inside || marks.frozen.has(entry))) frozen[entry] = 1;
    const cut = group < 0 || (!inside && isCut(shape, marks, entry, above));
    of[entry] = cut ? list.push({ type: marks.special.get(entry) ?? 'segment', root: entry, parent: group, fork: null }) - 1 : group;
    const own = marks.forks.size === 0 ? undefined : marks.forks.get(entry);
    const into = list[of[entry] ?? 0];
    if (own !== undefined && into) into.fork = own;
  }
  splitLeaves(shape, of, list);
  for (let entry = 0; entry < forest.count; entry++) if (of[entry] === -1) of[entry] = of[standIn(shape, entry)] ?? -1;
  return { of, list };
}

/** The entry whose node holds one that is none itself. */
const standIn = ({ forest: { same, up, aside } }: Shape, entry: number): number => {
  const own = same[entry] ?? entry;
  return aside[own] === 1 ? (up[own] ?? own) : own;
};

const isCut = (shape: Shape, { special, closed, forks }: Marks, entry: number, above: number): boolean => {
  if (special.has(entry)) return true;
  const parting = forks.get(above);
  if (parting !== undefined && parting !== 'rewind' && parting !== 'copy') return true;
  return (closed.has(above) || parting !== undefined) && shape.carries[entry] === 1;
};

/** The last words of a branch become a node of their own where nothing parts from the run that they end. */
const splitLeaves = (shape: Shape, of: Int32Array, list: Group[]): void => {
  const followed = new Uint8Array(list.length);
  for (const { parent } of list) if (parent >= 0) followed[parent] = 1;
  const tips = new Map<number, number>();
  list.slice().forEach((group, at) => {
    if (followed[at] === 1 || group.type !== 'segment') return;
    const tip = tipOf(shape, group.root, of, at);
    if (tip === group.root) group.type = 'leaf';
    else tips.set(tip, list.push({ type: 'leaf', root: tip, parent: at, fork: null }) - 1);
  });
  if (tips.size === 0) return;
  const first = list.length - tips.size;
  for (const entry of treeEntries(shape.forest)) {
    const own = tips.get(entry);
    const above = shape.forest.up[entry] ?? -1;
    if (own !== undefined) of[entry] = own;
    else if (above >= 0 && (of[above] ?? -1) >= first && of[entry] === list[of[above] ?? 0]?.parent) of[entry] = of[above] ?? -1;
  }
};

/** The last entry of the main line of a group in which somebody speaks; where nobody does, the last one. */
const tipOf = ({ main, forest, carries }: Shape, root: number, of: Int32Array, group: number): number => {
  let tip = root;
  for (let at = root; at >= 0 && of[at] === group && forest.same[at] === at; at = main[at] ?? -1)
    if (carries[at] === 1 || carries[root] === 0) tip = at;
  return tip;
};

/** Anchors, forks, sub-agents and merges of a family, as far as `depth` shows them. */
export function markOf(family: Family, shape: Shape, depth: Depth): Marks {
  const { forest } = shape;
  const marks: Marks = { special: new Map(), closed: new Set(), forks: new Map(), frozen: new Set() };
  const set = (entry: number, type: Special): void => {
    marks.special.set(entry, type);
    marks.closed.add(entry);
  };
  for (const entry of treeEntries(forest)) {
    const above = forest.up[entry] ?? -1;
    if (above < 0) markRoot(shape, marks, entry, depth);
    else if (isBroken(forest, entry)) marks.closed.add(above);
    if ((shape.many[entry] ?? 0) >= 2) markFork(shape, marks, entry, depth);
    const part = depth.turns ? loopPart(forest, entry, depth.requests) : null;
    if (part !== null && above >= 0) marks.special.set(entry, part);
  }
  keepLargest(shape, marks, depth.forks);
  const place = (tape: number, seq: number): number => forest.same[(forest.base[tape] ?? 0) + seq - 1] ?? -1;
  family.open.forEach((tape, at) => {
    if (depth.anchors) markAnchors(tape, (seq) => place(at, seq), set, marks);
    if (depth.callers) for (const call of tape.sidechains.values()) if (call !== null) closeBehind(shape, marks, place(at, call));
  });
  for (const { tie, row } of [...family.open, ...family.folded]) {
    if (tie === null || tie.parent >= family.open.length) continue;
    if (tie.merged !== null) set(place(tie.parent, tie.merged), 'merge');
    if (tie.at === null) continue;
    const entry = place(tie.parent, tie.at);
    if (row.relation === 'fork') {
      marks.forks.set(entry, 'copy');
      if (!marks.special.has(entry)) set(entry, 'fork');
    } else if (depth.callers) closeBehind(shape, marks, entry);
  }
  return marks;
}

/** What an entry begins of a loop that its agent logs. */
const loopPart = (forest: Forest, entry: number, requests: boolean): 'turn' | 'request' | null => {
  const tape = tapeAt(forest, entry);
  const flags = forest.tapes[tape]?.columns.flags[entry - (forest.base[tape] ?? 0)] ?? 0;
  if (has(flags, Flag.Turn)) return 'turn';
  return requests && has(flags, Flag.Request) ? 'request' : null;
};

const markRoot = ({ forest }: Shape, marks: Marks, entry: number, { nested }: Depth): void => {
  const tape = tapeAt(forest, entry);
  const relation = forest.tapes[tape]?.row.relation ?? null;
  const side = relation === null && isSidechain(forest, tape, entry);
  marks.special.set(entry, side || (relation === 'sub-agent' && tape > 0) ? 'agent' : 'start');
  if (side && nested) marks.frozen.add(entry);
  else marks.closed.add(entry);
};

const markFork = (shape: Shape, marks: Marks, entry: number, depth: Depth): void => {
  const parting = partingAt(shape, entry);
  if (parting === null || (parting !== 'copy' && !depth.show.has(parting))) return;
  const sides = shape.children(entry).filter((child) => shape.carries[child] === 1 || isDrawnWhole(parting));
  if (sides.length < 2) return;
  marks.forks.set(entry, parting);
  if (!marks.special.has(entry)) marks.special.set(entry, 'fork');
};

/** What a person did comes before what a program did, whatever hangs on it. */
const RANK: Partial<Record<BranchClass | 'copy', number>> = { copy: 2 ** 41, rewind: 2 ** 40 };

/** Where there are too many forks, those whose sides are small are not drawn; rewinds and where tapes part go last. */
const keepLargest = ({ size, main }: Shape, { forks, special }: Marks, most: number): void => {
  if (forks.size <= most) return;
  const weight = (entry: number, parting: BranchClass | 'copy'): number =>
    (RANK[parting] ?? 0) + (size[entry] ?? 0) - (size[main[entry] ?? -1] ?? 0);
  const ranked = [...forks].map(([entry, parting]) => ({ entry, weight: weight(entry, parting) }));
  ranked.sort((a, b) => (a.weight === b.weight ? b.entry - a.entry : b.weight - a.weight));
  for (const { entry } of ranked.slice(most)) {
    forks.delete(entry);
    if (special.get(entry) === 'fork') special.delete(entry);
  }
};

/** Branch points that nobody meant have dead ends for sides: whoever asks for them wants to see those. */
const isDrawnWhole = (parting: BranchClass | 'copy'): boolean => parting !== 'rewind' && parting !== 'copy';

const markAnchors = (
  { anchors, linear, kinds, columns }: Family['open'][number],
  place: (seq: number) => number,
  set: (entry: number, type: Special) => void,
  { closed, special }: Marks,
): void => {
  const event = kinds.indexOf('event');
  const lastEventBehind = (seq: number): number => {
    let last = seq;
    while (columns.kind[last] === event && event >= 0 && !special.has(place(last + 1))) last += 1;
    return last;
  };
  for (const { seq, type, compaction } of anchors) {
    const entry = place(seq);
    if (type === 'start' || (type === 'anchor' && special.get(entry) === 'start')) continue;
    set(entry, type === 'anchor' ? 'anchor' : 'compaction');
    if (linear) {
      // The event that says of a handoff what its anchor says is not a node of its own.
      closed.delete(entry);
      closed.add(place(lastEventBehind(seq)));
    }
    const summary = compaction?.summary ?? null;
    if (type !== 'compaction' || summary === null || !closed.has(entry)) continue;
    // The boundary and what it put in place are one event.
    closed.delete(entry);
    closed.add(place(summary));
    if (special.get(place(summary)) === 'fork') special.delete(place(summary));
  }
};

/** Ends the run after a call, and after the rest of its message. */
const closeBehind = ({ main, forest }: Shape, { closed, frozen }: Marks, call: number): void => {
  if (call < 0 || frozen.has(call)) return;
  const tape = tapeAt(forest, call);
  const step = forest.tapes[tape]?.columns.step ?? new Uint32Array();
  const base = forest.base[tape] ?? 0;
  let at = call;
  for (let next = main[at] ?? -1; next >= 0 && (step[next - base] ?? 0) === (step[call - base] ?? 0) && step[call - base] !== 0; ) {
    at = next;
    next = main[at] ?? -1;
  }
  closed.add(at);
};
