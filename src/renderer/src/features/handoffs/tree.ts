import type { StateNode, StatePath } from '../../../../shared/model/index.ts';

/** A name for a path that no other path has. */
export const pathKey = (path: StatePath): string => JSON.stringify(path);

/** `summary`, `next_steps[0]`, `["odd key"].x`: as one would write it in code. */
export const pathText = (path: StatePath): string =>
  path.reduce<string>((text, part) => {
    if (typeof part === 'number') return `${text}[${part}]`;
    if (!/^[A-Za-z_$][\w$]*$/.test(part)) return `${text}[${JSON.stringify(part)}]`;
    return text === '' ? part : `${text}.${part}`;
  }, '');

export const isContainer = ({ type }: StateNode): boolean => type === 'object' || type === 'array';

/** Where a value leads: itself, or what its text cites, in order. */
export const placesOf = ({ ref, cites = [] }: StateNode): { tape: string; seq: number }[] =>
  [...(ref === null ? [] : [ref]), ...cites].flatMap(({ tape, seq }) => (tape === null || seq === null ? [] : [{ tape, seq }]));

/** What was fetched for values that came folded, by their path, and what the reader folded. */
export interface Unfolded {
  readonly inside: ReadonlyMap<string, readonly StateNode[]>;
  readonly folded: ReadonlySet<string>;
}

const starts = (path: StatePath, with_: StatePath): boolean => path.length > with_.length && with_.every((part, at) => part === path[at]);

/**
 * The rows to draw: nodes in reading order, those behind folded ones left out, fetched ones put in where they belong. Costs one
 * pass over what is known.
 */
export const rowsOf = (nodes: readonly StateNode[], { inside, folded }: Unfolded): StateNode[] => {
  const rows: StateNode[] = [];
  let hidden: StatePath | null = null;
  const walk = (list: readonly StateNode[]): void => {
    for (const node of list) {
      if (hidden !== null && starts(node.path, hidden)) continue;
      hidden = null;
      const key = pathKey(node.path);
      const fetched = inside.get(key);
      const open = isContainer(node) && node.count > 0 && (node.open || fetched !== undefined) && !folded.has(key);
      rows.push({ ...node, open });
      if (!open) hidden = node.path;
      else if (!node.open && fetched) {
        walk(fetched.slice(1));
        hidden = null;
      }
    }
  };
  walk(nodes);
  return rows;
};

/** The nearest row above a path that has to be unfolded for it to be seen; null where it is in sight. */
export const foldedAbove = (rows: readonly StateNode[], path: StatePath): StateNode | null => {
  const known = new Map(rows.map((row) => [pathKey(row.path), row]));
  for (let depth = 0; depth < path.length; depth += 1) {
    const row = known.get(pathKey(path.slice(0, depth)));
    if (row && isContainer(row) && !row.open) return row;
  }
  return null;
};
