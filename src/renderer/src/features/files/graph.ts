import type { ContextState, DependencyType, FloatGraph } from '../../../../shared/model/float.ts';
import { TYPE_WORDS } from './labels.ts';

/** Where a node is: what goes in at the left, the context itself, what would be built again at the right. */
export type Column = 'in' | 'self' | 'out';

export interface PlacedNode {
  readonly id: string;
  readonly column: Column;
  readonly path: string;
  /** Below the path: what of it goes in, or why it would be built again. */
  readonly words: string;
  readonly state: ContextState;
  readonly isScope: boolean;
  /** Folders that are together behind this one node; 0 for a folder of its own. */
  readonly more: number;
  readonly x: number;
  readonly y: number;
}

export interface PlacedEdge {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly type: DependencyType;
}

export interface Placed {
  readonly nodes: readonly PlacedNode[];
  readonly edges: readonly PlacedEdge[];
  readonly height: number;
}

export const NODE = { width: 220, height: 42 };
const GAP = 10;
const COLUMN = NODE.width + 76;

/** Nodes of one column at first, and more with each wish; the rest fold into one that says how many. Thousands at once would stop the window. */
export const MOST = 40;
export const STEP = 400;

/** What weighs most is drawn as the kind of an edge. */
const WEIGHT: readonly DependencyType[] = ['scope_boot', 'scope', 'reference', 'log', 'description', 'children', 'subtree'];

const heaviest = (types: readonly DependencyType[]): DependencyType => WEIGHT.find((type) => types.includes(type)) ?? 'subtree';

const wordsOf = (types: readonly DependencyType[]): string =>
  WEIGHT.filter((type) => types.includes(type))
    .map((type) => TYPE_WORDS[type])
    .join(', ');

interface Entry {
  readonly path: string;
  readonly types: readonly DependencyType[];
  readonly words: string;
}

/** Folders that go into the context, the nearest kind first. */
const madeOf = ({ path, edges }: FloatGraph): Entry[] =>
  edges
    .filter(({ from, to }) => to === path && from !== path)
    .map(({ from, types }) => ({ path: from, types, words: wordsOf(types) }))
    .toSorted((a, b) => WEIGHT.indexOf(heaviest(a.types)) - WEIGHT.indexOf(heaviest(b.types)) || (a.path < b.path ? -1 : 1));

/** Contexts that would be built again, but for the folder's own, with what of the folder they show. */
const builtAgain = ({ path, edges }: FloatGraph, rebuilt: readonly string[]): Entry[] => {
  const types = new Map(edges.filter(({ from, to }) => from === path && to !== path).map((edge) => [edge.to, edge.types]));
  return rebuilt
    .filter((one) => one !== path)
    .map((one) => {
      const shown = types.get(one)?.filter((type) => type !== 'subtree') ?? [];
      const isAbove = one === '/' || path.startsWith(`${one}/`);
      // If there are very many, only some come with what they show.
      const words = shown.length > 0 ? `shows its ${wordsOf(shown)}` : isAbove ? 'holds this folder' : 'shows what would change';
      return { path: one, types: types.get(one) ?? (isAbove ? ['subtree' as const] : ['reference' as const]), words };
    });
};

const heightOf = (entries: number): number => entries * (NODE.height + GAP) - GAP;

/**
 * Three columns: what the context is made of, the context, and the contexts that would be built again if `rebuilt` came to pass.
 * Of more than `most` in a column the rest fold into one node.
 */
export function placeGraph(graph: FloatGraph, rebuilt: readonly string[], most = MOST): Placed {
  const states = new Map(graph.nodes.map((node) => [node.path, node]));
  const columns = { in: madeOf(graph), out: builtAgain(graph, rebuilt) };
  const rows = (entries: readonly Entry[]) => Math.min(entries.length, most) + (entries.length > most ? 1 : 0);
  const height = Math.max(heightOf(rows(columns.in)), heightOf(rows(columns.out)), NODE.height);
  const self = states.get(graph.path);
  const nodes: PlacedNode[] = [
    {
      id: 'self',
      column: 'self',
      path: graph.path,
      words: rebuilt.includes(graph.path) ? 'rebuilt itself' : 'stays as it is',
      state: self?.state ?? 'pending',
      isScope: self?.isScope ?? false,
      more: 0,
      x: COLUMN,
      y: (height - NODE.height) / 2,
    },
  ];
  const edges: PlacedEdge[] = [];
  for (const column of ['in', 'out'] as const) {
    const entries = columns[column];
    const top = (height - heightOf(rows(entries))) / 2;
    const x = column === 'in' ? 0 : 2 * COLUMN;
    const at = (index: number) => top + index * (NODE.height + GAP);
    entries.slice(0, most).forEach((entry, index) => {
      const id = `${column} ${entry.path}`;
      const known = states.get(entry.path);
      nodes.push({
        id,
        column,
        path: entry.path,
        words: entry.words,
        state: known?.state ?? 'pending',
        isScope: known?.isScope ?? false,
        more: 0,
        x,
        y: at(index),
      });
      const [from, to] = column === 'in' ? [id, 'self'] : ['self', id];
      edges.push({ id: `${from} ${to}`, from, to, type: heaviest(entry.types) });
    });
    const more = entries.length - most;
    if (more > 0) nodes.push({ id: `${column} more`, column, path: '', words: '', state: 'current', isScope: false, more, x, y: at(most) });
  }
  return { nodes, edges, height };
}
