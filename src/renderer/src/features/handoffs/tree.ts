import type { StateNode, StatePath } from '../../../../shared/model/index.ts';

/** A name for a path that no other path has. */
export function pathKey(path: StatePath): string {
  return JSON.stringify(path);
}

/** `summary`, `next_steps[0]`, `["odd key"].x`: as one would write it in code. */
export function pathText(path: StatePath): string {
  return path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    if (!/^[A-Za-z_$][\w$]*$/.test(part)) return `${text}[${JSON.stringify(part)}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');
}

/** No path is longer: what is deeper is read as the text of the value there. */
const DEEPEST = 200;

const holds = ({ type }: StateNode): boolean => type === 'object' || type === 'array';

export function isContainer(node: StateNode): boolean {
  return holds(node) && node.path.length < DEEPEST;
}

/** Longer texts show their beginning until they are unfolded; so does what was there before. */
const LONG = 360;
const LONG_BEFORE = 160;

export function isLong(node: StateNode): boolean {
  return (
    (node.type === 'string' && node.chars > LONG) ||
    (node.before !== null && node.before.length > LONG_BEFORE && !holds(node)) ||
    (holds(node) && node.count > 0 && !isContainer(node))
  );
}

/** Where a value leads: itself, or what its text cites, in order. */
export function placesOf({ ref, cites = [] }: StateNode): { tape: string; seq: number }[] {
  return [...(ref === null ? [] : [ref]), ...cites].flatMap(({ tape, seq }) => (tape === null || seq === null ? [] : [{ tape, seq }]));
}

/** Some of the values in a container, which is first, and what is in them; `from` counts those before. */
export interface Page {
  readonly from: number;
  readonly nodes: readonly StateNode[];
}

/** What was fetched for containers, by their path, the whole state's among it, and what the reader folded. */
export interface Unfolded {
  readonly inside: ReadonlyMap<string, readonly Page[]>;
  readonly folded: ReadonlySet<string>;
}

/** Values of the container at `path` that were not fetched yet. */
export interface Gap {
  readonly path: StatePath;
  readonly from: number;
  readonly count: number;
}

export type Row = StateNode & { readonly gap?: Gap };

const starts = (path: StatePath, with_: StatePath): boolean => path.length > with_.length && with_.every((part, at) => part === path[at]);

const gapRow = (container: StateNode, from: number, count: number): Row => ({
  ...container,
  ...{ path: [...container.path, `…${from}`], type: 'null', text: '', count: 0, open: false, ref: null, change: null, before: null },
  gap: { path: container.path, from, count },
});

/** A name for a row that no other has: a gap may be called like a key. */
export function rowKey({ path, gap, change }: Row): string {
  return `${pathKey(path)}${gap ? '…' : change === 'removed' ? '-' : ''}`;
}

/**
 * The rows to draw: nodes in reading order, those behind folded ones left out, fetched pages put in where they belong, and a row for each
 * run of values that was not fetched. Costs one pass over what is known.
 */
export function rowsOf(unfolded: Unfolded): Row[] {
  const rows: Row[] = [];
  walkPages(unfolded.inside.get(pathKey([])) ?? [], unfolded, rows);
  return rows;
}

const walkPages = (pages: readonly Page[], unfolded: Unfolded, rows: Row[]): void => {
  let next = 0;
  const [first] = pages;
  const whole = first?.nodes[0];
  // Below the deepest level that is told, a value has insides of which there are no pages.
  if (whole === undefined || first?.nodes.length === 1) return;
  for (const { from, nodes } of pages) {
    if (from > next) rows.push(gapRow(whole, next, from - next));
    walkNodes(nodes, unfolded, rows);
    next = from + nodes.filter(({ path }) => path.length === whole.path.length + 1).length;
  }
  if (next < whole.count) rows.push(gapRow(whole, next, whole.count - next));
};

const walkNodes = (nodes: readonly StateNode[], unfolded: Unfolded, rows: Row[]): void => {
  let hidden: StatePath | null = null;
  for (const node of nodes.slice(1)) {
    if (hidden !== null && starts(node.path, hidden)) continue;
    hidden = null;
    const key = pathKey(node.path);
    const fetched = unfolded.inside.get(key);
    const open = isContainer(node) && node.count > 0 && (node.open || fetched !== undefined) && !unfolded.folded.has(key);
    rows.push({ ...node, open });
    if (!open) hidden = node.path;
    else if (!node.open && fetched) walkPages(fetched, unfolded, rows);
  }
};

/** What is known with one more page of a container, in order. */
export function withPage({ inside, folded }: Unfolded, path: StatePath, page: Page): Unfolded {
  const key = pathKey(path);
  const others = (inside.get(key) ?? []).filter(({ from }) => from !== page.from);
  const pages = [...others, page].sort((a, b) => a.from - b.from);
  return { inside: new Map([...inside, [key, pages]]), folded: new Set([...folded].filter((other) => other !== key)) };
}

/** Where a value that is in no row must be looked for: in the nearest container above it, at or after its place; null where nothing is left to fetch. */
export function gapBefore(rows: readonly Row[], path: StatePath): Gap | null {
  const known = new Set(rows.map(rowKey));
  for (let depth = path.length - 1; depth >= 0; depth -= 1) {
    const above = path.slice(0, depth);
    if (depth > 0 && !known.has(pathKey(above))) continue;
    const place = path[depth];
    const gaps = rows.flatMap(({ gap }) => (gap && pathKey(gap.path) === pathKey(above) ? [gap] : []));
    const index = typeof place === 'number' ? place : 0;
    const gap = gaps.find(({ from, count }) => from + count > index);
    if (gap === undefined) return null;
    const from = Math.max(gap.from, index);
    return { ...gap, from, count: gap.from + gap.count - from };
  }
  return null;
}

/** The row that contains a row; −1 for the outermost ones. */
export function rowAbove(rows: readonly Row[], index: number): number {
  const depth = rows[index]?.path.length ?? 0;
  return rows.findLastIndex((row, at) => at < index && row.path.length < depth);
}

/** The nearest row above a path that has to be unfolded for it to be seen; null where it is in sight. */
export function foldedAbove(rows: readonly StateNode[], path: StatePath): StateNode | null {
  const known = new Map(rows.map((row) => [pathKey(row.path), row]));
  for (let depth = 0; depth < path.length; depth += 1) {
    const row = known.get(pathKey(path.slice(0, depth)));
    if (row && isContainer(row) && !row.open && row.count > 0) return row;
  }
  return null;
}
