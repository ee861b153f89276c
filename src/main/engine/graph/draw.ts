import type { Graph, GraphEdge, GraphEdgeType, GraphNode, Ref } from '../../../shared/model/index.ts';
import type { Active } from './active.ts';
import type { Group, Groups } from './fold.ts';
import { type Forest, isBroken, tapeAt } from './forest.ts';
import { layLanes } from './lanes.ts';
import { rowsOf } from './rows.ts';
import { type Tally, tallyGroups, titleOf } from './tally.ts';
import type { Family, FoldedTape } from './types.ts';

export interface Drawing {
  family: Family;
  forest: Forest;
  active: Active;
  groups: Groups;
  /** Groups that are drawn. */
  keep: (group: number) => boolean;
  refs: readonly Ref[];
}

type Placed = Pick<GraphNode, 'row' | 'lane' | 'colour'>;
type Plain = Omit<GraphNode, keyof Placed>;

/** An edge between nodes by their number. The first one into a node places it; `aside` ones never share a lane. */
interface Line {
  from: number;
  to: number;
  type: GraphEdgeType;
  joins: boolean;
}

/** Groups and folded tapes as nodes in rows and lanes, with their edges. */
export function drawGraph(drawing: Drawing): Pick<Graph, 'nodes' | 'edges' | 'lanes' | 'owners'> {
  const { family, forest, groups } = drawing;
  const tallies = tallyGroups(forest, drawing.active, groups);
  const kept = groups.list.map((_, group) => group).filter(drawing.keep);
  const numberOf = new Int32Array(groups.list.length).fill(-1);
  kept.forEach((group, number) => {
    numberOf[group] = number;
  });
  const plain = kept.map((group) => nodeOf(drawing, groups.list[group], tallies[group]));
  family.folded.forEach((tape) => {
    plain.push(foldedNode(tape));
  });
  const lines = linesOf(drawing, numberOf, kept.length);
  const keys = keysOf(drawing, kept, tallies, plain.length);
  const { order, row } = rowsOf({ count: plain.length, edges: lines, key: keys });
  const drawn = lines.filter(({ from, to }) => (row[from] ?? 0) < (row[to] ?? 0));
  return { ...place(plain, drawn, order, row), owners: ownersOf(forest, groups, numberOf, row) };
}

const nodeOf = ({ forest, refs }: Drawing, group: Group | undefined, tally: Tally | undefined): Plain => {
  if (!group || !tally) throw new Error('A group without a tally.');
  const { tape, call, failed, toolFailed, ...counts } = tally;
  const { row } = forest.tapes[tape] ?? {};
  if (!row) throw new Error(`There is no tape ${tape} in the forest.`);
  const enters = tape > 0 && (group.parent < 0 || tapeAt(forest, forest.up[group.root] ?? 0) !== tape);
  return {
    id: `${row.id}:${tally.first}`,
    type: group.type,
    ...counts,
    ...(LOOP.has(group.type) && { call: call ?? null, failed: failed === true, toolFailed: toolFailed === true }),
    tape: row.id,
    label: labelOf(forest, group, tape),
    fork: group.fork === 'copy' ? 'copiedPrefix' : group.fork,
    leaf: false,
    relation: enters || group.type === 'agent' ? (row.relation ?? (group.type === 'agent' ? 'sub-agent' : null)) : null,
    refs: refs.filter((ref) => ref.tape === row.id && ref.seq >= tally.first && ref.seq <= tally.last).map(({ name }) => name),
  };
};

/** Nodes that show what an agent's loop did. */
const LOOP: ReadonlySet<Group['type']> = new Set(['turn', 'request']);

const labelOf = (forest: Forest, { type, root, parent }: Group, tape: number): string => {
  const { anchors = [], row } = forest.tapes[tape] ?? {};
  const at = root - (forest.base[tape] ?? 0);
  const anchor =
    type === 'segment' || type === 'leaf' || type === 'agent' || LOOP.has(type) ? undefined : anchors.find(({ seq }) => seq === at + 1);
  if (anchor) return anchor.name;
  if (type === 'agent') return row?.relation === 'sub-agent' ? titleOf(row) : 'sub-agent in this file';
  if (type === 'merge') return 'merge';
  if (isBroken(forest, root)) return 'its parent is not in the file';
  return parent < 0 && row && tape > 0 ? titleOf(row) : '';
};

const foldedNode = ({ row, context }: FoldedTape): Plain => ({
  id: `${row.id}:0`,
  type: row.relation === 'sub-agent' ? 'agent' : 'tape',
  tape: row.id,
  first: 0,
  last: 0,
  entries: row.entries,
  steps: row.steps,
  step: row.steps > 0 ? row.steps : null,
  label: titleOf(row),
  prompt: null,
  tokens: context === null ? { value: 0, basis: 'estimated' } : { value: context, basis: 'recorded' },
  time: row.started,
  fork: null,
  leaf: false,
  active: false,
  inContext: false,
  relation: row.relation,
  refs: [],
});

const linesOf = (drawing: Drawing, numberOf: Int32Array, kept: number): Line[] => {
  const { family, forest, groups } = drawing;
  const lines: Line[] = [];
  const entered = new Set<number>();
  const add = (from: number, to: number, type: GraphEdgeType, joins = false): void => {
    if (from < 0 || to < 0 || from === to) return;
    lines.push({ from, to, type, joins });
    entered.add(to);
  };
  const nodeAt = (tape: number, seq: number): number =>
    numberOf[groups.of[forest.same[(forest.base[tape] ?? 0) + seq - 1] ?? 0] ?? -1] ?? -1;
  const firstOf = (tape: number): number => nodeAt(tape, firstSeq(forest, tape));
  groups.list.forEach((group, at) => {
    const above = drawnAbove(groups, numberOf, group.parent);
    if (above >= 0) add(numberOf[above] ?? -1, numberOf[at] ?? -1, typeOf(forest, groups.list[above], group));
  });
  family.open.forEach(({ sidechains, tie, row }, tape) => {
    for (const [root, call] of sidechains) if (call !== null) add(nodeAt(tape, call), nodeAt(tape, root), 'agent');
    if (tie) tieLines({ tie, row }, firstOf(tape), nodeAt(tape, row.entries));
  });
  family.folded.forEach(({ tie, row }, at) => {
    if (tie) tieLines({ tie, row }, kept + at, kept + at);
  });
  return lines;

  function tieLines({ tie, row }: { tie: NonNullable<FoldedTape['tie']>; row: FoldedTape['row'] }, first: number, last: number): void {
    const open = tie.parent < family.open.length;
    const above = !open ? kept + tie.parent - family.open.length : tie.at === null ? firstOf(tie.parent) : nodeAt(tie.parent, tie.at);
    if (row.relation === 'archive') add(last, firstOf(tie.parent), 'archive', true);
    else if (row.relation === 'fork') {
      if (!entered.has(first)) add(above, first, 'fork');
    } else if (!entered.has(first)) add(above, first, row.relation === 'sub-agent' ? 'agent' : 'side');
    if (tie.merged !== null && open) add(last, nodeAt(tie.parent, tie.merged), 'merge', true);
  }
};

/** First entry of a tape that is its own. */
const firstSeq = ({ base, same, aside }: Forest, tape: number): number => {
  const from = base[tape] ?? 0;
  for (let entry = from; entry < (base[tape + 1] ?? 0); entry++) if (same[entry] === entry && aside[entry] === 0) return entry - from + 1;
  return 1;
};

/** The next drawn group above, so that what was left out between two nodes does not part them. */
const drawnAbove = ({ list }: Groups, numberOf: Int32Array, parent: number): number => {
  let at = parent;
  while (at >= 0 && numberOf[at] === -1) at = list[at]?.parent ?? -1;
  return at;
};

const typeOf = (forest: Forest, above: Group | undefined, below: Group): GraphEdgeType => {
  if (!above) return 'chain';
  const tape = tapeAt(forest, below.root);
  if (forest.tapes.length > 1 && tapeAt(forest, above.root) !== tape) return forest.tapes[tape]?.row.relation === 'fork' ? 'fork' : 'copy';
  if (above.fork !== null) return 'fork';
  return below.type === 'compaction' ? 'compaction' : 'chain';
};

/** One tape is drawn in file order. Several are drawn side by side by time, each still in its own file order. */
const keysOf = ({ forest, groups, family }: Drawing, kept: readonly number[], tallies: readonly Tally[], count: number): Float64Array => {
  const keys = new Float64Array(count);
  if (count === kept.length && forest.tapes.length === 1) {
    kept.forEach((group, number) => {
      keys[number] = groups.list[group]?.root ?? 0;
    });
    return keys;
  }
  const newest = new Map<number, number>();
  const numbers = kept
    .map((_, number) => number)
    .sort((a, b) => (groups.list[kept[a] ?? 0]?.root ?? 0) - (groups.list[kept[b] ?? 0]?.root ?? 0));
  for (const number of numbers) {
    const tally = tallies[kept[number] ?? 0];
    const tape = tally?.tape ?? 0;
    const time = Math.max(newest.get(tape) ?? 0, tally?.time ?? 0);
    newest.set(tape, time);
    keys[number] = time;
  }
  family.folded.forEach(({ row }, at) => {
    keys[kept.length + at] = row.started ?? 0;
  });
  return keys;
};

const place = (
  plain: readonly Plain[],
  lines: readonly Line[],
  order: Int32Array,
  row: Int32Array,
): Pick<Graph, 'nodes' | 'edges' | 'lanes'> => {
  const count = plain.length;
  const parent = new Int32Array(count).fill(-1);
  const aside = new Uint8Array(count);
  const followed = new Uint8Array(count);
  const joins: [number, number][] = [];
  for (const { from, to, type, joins: joining } of lines) {
    const [above, below] = [row[from] ?? 0, row[to] ?? 0];
    if (type !== 'agent' && type !== 'side') followed[above] = 1;
    if (joining || parent[below] !== -1) joins.push([above, below]);
    else parent[below] = above;
    if (parent[below] === above && (type === 'agent' || type === 'side')) aside[below] = 1;
  }
  const preferred = Uint8Array.from(order, (node) => (plain[node]?.active ? 1 : 0));
  const { lane, colour, lanes } = layLanes({ count, parent, joins, preferred, aside });
  const nodes = [...order].flatMap((node, at): GraphNode[] => {
    const own = plain[node];
    return own ? [{ ...own, leaf: followed[at] === 0, row: at, lane: lane[at] ?? 0, colour: colour[at] ?? 0 }] : [];
  });
  const edges = lines.map(({ from, to, type }): GraphEdge => {
    const [above, below] = [row[from] ?? 0, row[to] ?? 0];
    const runs = parent[below] === above ? below : above;
    const active = nodes[above]?.active === true && nodes[below]?.active === true && type !== 'merge';
    return { from: nodes[above]?.id ?? '', to: nodes[below]?.id ?? '', type, active, lane: lane[runs] ?? 0, colour: colour[runs] ?? 0 };
  });
  return { nodes, edges, lanes };
};

/** Runs of entries that are in one node, for every open tape. */
const ownersOf = ({ tapes, base }: Forest, { of }: Groups, numberOf: Int32Array, row: Int32Array): Graph['owners'] =>
  tapes.map(({ row: { id } }, tape) => {
    const from: number[] = [];
    const node: number[] = [];
    const offset = base[tape] ?? 0;
    let last = -2;
    for (let entry = offset; entry < (base[tape + 1] ?? 0); entry++) {
      const number = numberOf[of[entry] ?? -1] ?? -1;
      if (number === last) continue;
      last = number;
      from.push(entry - offset + 1);
      node.push(number < 0 ? -1 : (row[number] ?? -1));
    }
    return { tape: id, from: Uint32Array.from(from), node: Int32Array.from(node) };
  });
