import { figure } from '../../../shared/model/figure.ts';
import type { BranchClass, Graph, GraphTape, Ref } from '../../../shared/model/index.ts';
import { BRANCH_CLASSES } from '../../../shared/model/vocabulary.ts';
import { activePath } from './active.ts';
import { drawGraph } from './draw.ts';
import { type Depth, foldInto, type Groups, markOf } from './fold.ts';
import { type Forest, growForest } from './forest.ts';
import { partingAt, type Shape, shapeOf, treeEntries } from './shape.ts';
import type { Family, GraphOptions } from './types.ts';

/**
 * The graph of a tape or of a family: built over all ids, classified, folded, put into rows and lanes. Pure; costs a
 * few looks at each entry. Never answers more than `limit` nodes: beyond that it folds harder and says so in `folded`.
 */
export function buildGraph(family: Family, options: GraphOptions, refs: readonly Ref[] = []): Graph {
  const forest = growForest(family.open);
  const shape = shapeOf(forest);
  const active = activePath(shape, family.context);
  const fitted = fitTo(family, shape, options);
  const drawing = drawGraph({ family: fitted.family, forest, active, groups: fitted.groups, keep: fitted.keep, refs });
  const { classes, copies } = countPartings(shape);
  return {
    tape: family.open[0]?.row.id ?? '',
    ...drawing,
    tapes: tapesOf(family, forest),
    classes,
    copies,
    total: forest.count - forest.shared.reduce((sum, shared) => sum + shared, 0),
    folded: [...family.notes, ...fitted.notes].join(' ') || null,
  };
}

interface Fitted {
  family: Family;
  groups: Groups;
  keep: (group: number) => boolean;
  notes: string[];
}

/** A fork is at most this many nodes: itself, and for each of two sides a run and a leaf. */
const NODES_OF_FORK = 5;

/** Depths from what was asked for to as little as can be. */
function* depths({ show, agents, limit }: GraphOptions): Generator<Depth & { folded: boolean; note: string }> {
  const asked = {
    show,
    nested: agents === 'nested',
    anchors: true,
    callers: true,
    turns: true,
    requests: true,
    forks: Number.POSITIVE_INFINITY,
    folded: true,
  };
  yield { ...asked, note: '' };
  asked.requests = false;
  yield { ...asked, note: 'requests are folded into their turns' };
  asked.turns = false;
  yield { ...asked, note: 'turns and their requests are folded' };
  const most = Math.floor(limit / NODES_OF_FORK);
  const drawn = (forks: number): string => `only the ${figure(forks)} forks with the largest sides are drawn`;
  yield { ...asked, forks: most, note: drawn(most) };
  const bare = { ...asked, nested: true, callers: false, folded: false };
  yield { ...bare, forks: most, note: `sub-agents are folded, and ${drawn(most)}` };
  for (let forks = most; forks > 0; forks = Math.floor(forks / 2))
    yield { ...bare, anchors: false, forks, note: `sub-agents and anchors are folded, and ${drawn(forks)}` };
}

/** The first depth at which the graph has no more nodes than are allowed. */
const fitTo = (family: Family, shape: Shape, options: GraphOptions): Fitted => {
  let wanted = 0;
  let last: Fitted | null = null;
  for (const depth of depths(options)) {
    const drawn: Family = depth.folded ? family : { ...family, folded: [] };
    const groups = foldInto(shape, markOf(drawn, shape, depth));
    const inside = insideOf(shape.forest, groups, options);
    const count = inside.reduce((sum, one) => sum + one, 0) + drawn.folded.length;
    if (wanted === 0) wanted = count;
    const notes = depth.note === '' ? [] : [sentence(wanted, options.limit, depth.note)];
    last = { family: drawn, groups, keep: (group) => inside[group] === 1, notes };
    if (count <= options.limit) return last;
  }
  if (!last) throw new Error('There is no depth to fold at.');
  return largestOf(last, shape, options.limit, wanted);
};

const sentence = (wanted: number, limit: number, what: string): string =>
  `${figure(wanted)} nodes would be more than the ${figure(limit)} that can be drawn: ${what}.`;

/** Even the roots are too many: the largest groups stay. */
const largestOf = (fitted: Fitted, { size }: Shape, limit: number, wanted: number): Fitted => {
  const { list } = fitted.groups;
  const all = list.map((_, group) => group).filter(fitted.keep);
  const kept = new Set(all.sort((a, b) => (size[list[b]?.root ?? 0] ?? 0) - (size[list[a]?.root ?? 0] ?? 0) || a - b).slice(0, limit));
  return { ...fitted, keep: (group) => kept.has(group), notes: [sentence(wanted, limit, 'the smallest ones are left out')] };
};

/** 1 for groups with entries of the first tape in the range, and for what parts from them in other tapes. */
const insideOf = ({ base }: Forest, { of, list }: Groups, { from, to }: GraphOptions): Uint8Array => {
  const inside = new Uint8Array(list.length);
  const end = base[1] ?? 0;
  if (from <= 1 && to >= end) return inside.fill(1);
  for (let entry = Math.max(0, from - 1); entry < Math.min(to, end); entry++) {
    const group = of[entry] ?? -1;
    if (group >= 0) inside[group] = 1;
  }
  list.forEach(({ root, parent }, group) => {
    if (root >= end && parent >= 0 && inside[parent] === 1) inside[group] = 1;
  });
  return inside;
};

const countPartings = (shape: Shape): Pick<Graph, 'classes' | 'copies'> => {
  const { forest, many } = shape;
  const classes = Object.fromEntries(BRANCH_CLASSES.map((name) => [name, 0])) as Record<BranchClass, number>;
  forest.tapes.forEach(({ columns }, tape) => {
    for (let at = 0; at < columns.branch.length; at++) {
      const entry = (forest.base[tape] ?? 0) + at;
      const name = BRANCH_CLASSES[(columns.branch[at] ?? 0) - 1];
      if (name !== undefined && forest.same[entry] === entry) classes[name] += 1;
    }
  });
  let copies = 0;
  if (forest.tapes.length > 1)
    for (const entry of treeEntries(forest)) if ((many[entry] ?? 0) >= 2 && partingAt(shape, entry) === 'copy') copies += 1;
  return { classes, copies };
};

const tapesOf = (family: Family, forest: Forest): GraphTape[] => {
  const row = ({ id, title, relation, entries }: Family['folded'][number]['row']) => ({ id, title, relation, entries });
  return [
    ...family.open.map((tape, at) => ({ ...row(tape.row), shared: forest.shared[at] ?? 0, opened: true })),
    ...family.folded.map((tape) => ({ ...row(tape.row), shared: 0, opened: false })),
  ];
};
