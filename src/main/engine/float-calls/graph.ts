import type { ContextState, DependencyType, FloatChange, FloatGraph, Tier } from '../../../shared/model/float.ts';
import { type Touched, wouldRebuild } from '../float/changes.ts';
import type { Float } from '../float/float.ts';
import { createReader, dependenciesOf, gather, type Reader } from '../float/gather.ts';
import { unknownFolder } from '../float/known.ts';
import { ancestorsOf, byText, childOf, folderPath, rangeBelow } from '../float/paths.ts';
import { prepared } from '../float/prepared.ts';
import { builtOf } from '../float/record.ts';

/** Contexts that are drawn as made of a folder, and folders that are listed in one: a root has all of them. */
const MOST = 200;

type Edge = FloatGraph['edges'][number];

/** Contexts that name the folder among what they are made of, and all below: a scope or a marked decision would reach them. */
const SHOWN = `FROM (SELECT context_path AS context, depends_on_type AS type FROM context_dependencies
    WHERE depends_on_path = @path AND context_path <> @path
  UNION SELECT path, 'scope' FROM contexts WHERE path > @from AND path < @to
  UNION SELECT path, 'log' FROM contexts WHERE path > @from AND path < @to)`;
const DEPENDENTS = `SELECT context, group_concat(DISTINCT type) AS types ${SHOWN} GROUP BY context ORDER BY context LIMIT ${MOST}`;

/** Pairs of the same ends become one edge with all its types. */
const edgesOf = (pairs: readonly { from: string; to: string; type: DependencyType }[]): Edge[] =>
  [...Map.groupBy(pairs, ({ from, to }) => JSON.stringify([from, to])).values()].flatMap((same) => {
    const [first] = same;
    return first ? [{ from: first.from, to: first.to, types: [...new Set(same.map(({ type }) => type))] }] : [];
  });

/** What goes into this context: what is above it and what it refers to, and the folders in it. */
const into = (reader: Reader, path: string): Edge[] => {
  const inputs = gather(reader, path);
  if (inputs === null) throw unknownFolder(reader.db, path);
  const named = dependenciesOf(inputs).flatMap(({ on, type }) => (on === path ? [] : [{ from: on, to: path, type }]));
  const above = ancestorsOf(path).flatMap((from) => (['scope', 'log'] as const).map((type) => ({ from, to: path, type })));
  const below = inputs.children.slice(0, MOST).map((child) => ({ from: child.path, to: path, type: 'subtree' as const }));
  return edgesOf([...above, ...named, ...below]);
};

/** The contexts that this folder goes into: all above by its files, and the first of those that show something of it. */
const outOf = ({ db }: Float, path: string, rebuilt: readonly string[]): { edges: Edge[]; omitted: number } => {
  const given = { path, ...rangeBelow(path) };
  const shown = prepared(db, DEPENDENTS).all(given) as { context: string; types: string }[];
  const all = prepared(db, `SELECT count(DISTINCT context) ${SHOWN}`).pluck().get(given) as number;
  const above = rebuilt.filter((one) => one !== path).map((to) => ({ from: path, to, type: 'subtree' as const }));
  const named = shown.flatMap(({ context, types }) =>
    types.split(',').map((type) => ({ from: path, to: context, type: type as DependencyType })),
  );
  return { edges: edgesOf([...above, ...named]), omitted: all - shown.length };
};

const stateOf = ({ db }: Float, path: string, tier: Tier): ContextState => {
  const built = builtOf(db, path).find((one) => one.tier === tier);
  return built === undefined ? 'pending' : built.staleAt === null ? 'current' : 'stale';
};

/** One context with what it is made of and what is made of its folder. States are those of the database. Throws 'not-found'. */
export function graphOf(float: Float, folder: string, tier: Tier): FloatGraph {
  const path = folderPath(folder);
  return float.db.transaction((): FloatGraph => {
    const reader = createReader(float.db);
    const rebuilt = wouldRebuild(float.db, { path, kind: 'file' });
    const made = outOf(float, path, rebuilt);
    const edges = [...into(reader, path), ...made.edges];
    const paths = [...new Set([path, ...edges.flatMap(({ from, to }) => [from, to])])].sort(byText);
    const nodes = paths.map((one) => {
      const place = reader.folder(one);
      return { path: one, description: place?.description ?? null, isScope: place?.isScope === true, state: stateOf(float, one, tier) };
    });
    return { path, tier, nodes, edges, rebuilt, omitted: made.omitted };
  })();
}

/** A change by the name of the dependency that it reaches, as one that happens to a folder. */
const touchedBy = ({ on, type, id }: FloatChange): Touched => {
  const path = folderPath(on);
  switch (type) {
    case 'subtree':
      return { path, kind: 'file' };
    case 'description':
      return { path, kind: 'description' };
    case 'scope':
      return { path, kind: 'scope' };
    case 'scope_boot':
      return { path, kind: 'boot' };
    case 'log':
      return { path, kind: id === 'marked' ? 'marked-decision' : 'decision' };
    case 'children':
      return { path: childOf(path, '*'), kind: 'folder' };
    case 'reference':
      return { path, kind: 'content' };
  }
};

export function wouldRebuildOf(float: Float, change: FloatChange): string[] {
  return wouldRebuild(float.db, touchedBy(change));
}
