import type { Graph, GraphEdge, GraphNode } from '../../../shared/model/index.ts';

/** One line of the picture: the row of a node, or what leads from one row to the next. */
export interface LaneLine {
  lanes: string;
  node: GraphNode | null;
}

/** A way from one lane to another in the gap below a row. */
interface Bend {
  from: number;
  to: number;
  /** Leaves a lane that continues; else it ends in one. */
  opens: boolean;
}

interface Gap {
  bends: Bend[];
}

const GLYPHS: Record<GraphNode['type'], readonly [active: string, other: string]> = {
  start: ['●', '○'],
  segment: ['●', '○'],
  leaf: ['●', '○'],
  fork: ['◉', '◎'],
  anchor: ['■', '□'],
  compaction: ['■', '□'],
  merge: ['◆', '◇'],
  agent: ['▲', '△'],
  tape: ['▲', '△'],
  turn: ['●', '○'],
  request: ['·', '·'],
};

/** Lines of a graph whose nodes are in rows and lanes. Lanes from `most` on are left out. */
export function drawLanes(graph: Graph, most: number): LaneLine[] {
  const rows = new Map(graph.nodes.map((node) => [node.id, node]));
  const gaps = graph.nodes.map((): Gap => ({ bends: [] }));
  /** By lane, the last row (exclusive) to which it is drawn below the row at hand. */
  const starts = graph.nodes.map((): { lane: number; to: number }[] => []);
  for (const edge of graph.edges) enter(edge, rows, gaps, starts);
  const live = new Map<number, number>();
  const shown = Math.min(graph.lanes, most);
  const lines: LaneLine[] = [];
  for (const node of graph.nodes) {
    lines.push({ lanes: nodeLine(node, live, shown), node });
    for (const { lane, to } of starts[node.row] ?? []) live.set(lane, Math.max(live.get(lane) ?? 0, to));
    const { bends } = gaps[node.row] ?? { bends: [] };
    for (const bend of together(bends)) lines.push({ lanes: bendLine(bend, live, node.row, shown), node: null });
    for (const [lane, to] of live) if (to <= node.row + 1) live.delete(lane);
  }
  return lines;
}

const enter = (
  { from, to, lane }: GraphEdge,
  rows: ReadonlyMap<string, GraphNode>,
  gaps: readonly Gap[],
  starts: readonly { lane: number; to: number }[][],
): void => {
  const [above, below] = [rows.get(from), rows.get(to)];
  if (!above || !below) return;
  starts[above.row]?.push({ lane, to: below.row });
  if (above.lane !== lane) gaps[above.row]?.bends.push({ from: above.lane, to: lane, opens: true });
  if (below.lane !== lane) gaps[below.row - 1]?.bends.push({ from: lane, to: below.lane, opens: false });
};

/** Bends that leave one lane are one line. */
const together = (bends: readonly Bend[]): { from: number; to: number[]; opens: boolean }[] => {
  const lines: { from: number; to: number[]; opens: boolean }[] = [];
  for (const { from, to, opens } of bends) {
    const same = opens ? lines.find((line) => line.opens && line.from === from) : undefined;
    if (same) same.to.push(to);
    else lines.push({ from, to: [to], opens });
  }
  return lines;
};

const nodeLine = ({ lane, type, active }: GraphNode, live: ReadonlyMap<number, number>, shown: number): string => {
  let line = '';
  for (let at = 0; at < shown; at++) {
    if (at === lane) line += GLYPHS[type][active ? 0 : 1];
    else line += live.has(at) ? '│' : ' ';
    line += ' ';
  }
  return lane < shown ? line.trimEnd().padEnd(1) : `${line.trimEnd()} …`;
};

const bendLine = (
  { from, to, opens }: { from: number; to: readonly number[]; opens: boolean },
  live: ReadonlyMap<number, number>,
  row: number,
  shown: number,
): string => {
  const left = Math.min(from, ...to);
  const right = Math.max(from, ...to);
  const goesOn = (lane: number): boolean => (live.get(lane) ?? 0) > row;
  let line = '';
  for (let at = 0; at < shown; at++) {
    line += cell(at, { from, to, opens, left, right, live: goesOn(at) });
    line += at >= left && at < right ? '─' : ' ';
  }
  return line.trimEnd();
};

interface Cell {
  from: number;
  to: readonly number[];
  opens: boolean;
  left: number;
  right: number;
  live: boolean;
}

const cell = (at: number, { from, to, opens, left, right, live }: Cell): string => {
  if (at === from) return fromCell(at, opens, left, right, live);
  if (to.includes(at)) return toCell(at, opens, left, right);
  if (at > left && at < right) return live ? '┼' : '─';
  return live ? '│' : ' ';
};

const fromCell = (at: number, opens: boolean, left: number, right: number, live: boolean): string => {
  if (!opens || !live) return at === left ? '╰' : '╯';
  if (at === left) return '├';
  return at === right ? '┤' : '┼';
};

const toCell = (at: number, opens: boolean, left: number, right: number): string => {
  if (!opens) return at === left ? '├' : '┤';
  if (at === left) return '╭';
  return at === right ? '╮' : '┬';
};
