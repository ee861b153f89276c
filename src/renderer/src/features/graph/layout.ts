import { bisect } from '../../../../shared/model/bisect.ts';
import type { Graph, GraphEdge, GraphNode } from '../../../../shared/model/index.ts';

/** Pixels between lanes, between rows, and of a glyph's half. */
const LANE = 26;
export const ROW = 44;
export const GLYPH = 8;
const MARGIN = 24;
/** Lanes that are drawn as far apart as that; what is wider moves closer together. */
const WIDE = 10;

const gap = (lanes: number): number => (lanes <= WIDE ? LANE : Math.max(6, (LANE * WIDE) / lanes));

/** Where the middle of a node is. */
export function centreOf({ row, lane }: Pick<GraphNode, 'row' | 'lane'>, lanes: number): { x: number; y: number } {
  return {
    x: MARGIN + lane * gap(lanes),
    y: ROW / 2 + row * ROW,
  };
}

/** Where the words begin: after all lanes, so that no edge crosses them. */
export function wordsAt(lanes: number): number {
  return MARGIN + Math.max(0, lanes - 1) * gap(lanes) + 22;
}

/** The path of an edge: down its lane, bending in the first row below its parent and the last one above its child. */
export function edgePath(from: GraphNode, to: GraphNode, edge: Pick<GraphEdge, 'lane'>, lanes: number): string {
  const start = centreOf(from, lanes);
  const end = centreOf(to, lanes);
  const x = centreOf({ row: 0, lane: edge.lane }, lanes).x;
  const half = ROW / 2;
  if (start.x === x && end.x === x) return `M${x},${start.y} V${end.y}`;
  if (to.row - from.row === 1) return `M${start.x},${start.y} C${start.x},${start.y + half} ${end.x},${end.y - half} ${end.x},${end.y}`;
  const parts = [`M${start.x},${start.y}`];
  if (start.x === x) parts.push(`V${end.y - ROW}`);
  else parts.push(`C${start.x},${start.y + half} ${x},${start.y + half} ${x},${start.y + ROW}`, `V${Math.max(start.y + ROW, end.y - ROW)}`);
  parts.push(end.x === x ? `V${end.y}` : `C${x},${end.y - half} ${end.x},${end.y - half} ${end.x},${end.y}`);
  return parts.join(' ');
}

type Owner = Graph['owners'][number];

/** The run that an entry is in, by its place among those of its tape; −1 before the first. */
const runAt = ({ from }: Owner, seq: number): number => {
  return bisect(0, from.length, (run) => (from[run] ?? 0) > seq) - 1;
};

/** The node that holds an entry; null where the graph does not draw it. */
export function nodeOf({ owners, nodes }: Pick<Graph, 'owners' | 'nodes'>, tape: string, seq: number): GraphNode | null {
  const owner = owners.find((one) => one.tape === tape);
  return owner ? (nodes[owner.node[runAt(owner, seq)] ?? -1] ?? null) : null;
}

/** The nodes that hold entries of a stretch, each once; without those that the graph does not draw. */
export function nodesOf({ owners, nodes }: Pick<Graph, 'owners' | 'nodes'>, tape: string, from: number, to: number): Set<GraphNode> {
  const held = new Set<GraphNode>();
  const owner = owners.find((one) => one.tape === tape);
  if (!owner) return held;
  const last = runAt(owner, to);
  for (let run = Math.max(0, runAt(owner, from)); run <= last; run++) {
    const node = nodes[owner.node[run] ?? -1];
    if (node) held.add(node);
  }
  return held;
}

/** Ids of the nodes that hold one of the entries, or whose label or names hold the words. */
export function litNodes(graph: Graph, query: string, hits: readonly { tape: string; seq: number }[]): ReadonlySet<string> {
  const lit = new Set<string>();
  const words = query.trim().toLowerCase();
  if (words === '') return lit;
  for (const { tape, seq } of hits) {
    const node = nodeOf(graph, tape, seq);
    if (node) lit.add(node.id);
  }
  for (const node of graph.nodes) if ([node.label, ...node.refs].some((text) => text.toLowerCase().includes(words))) lit.add(node.id);
  return lit;
}
