import type { Database as Db } from 'better-sqlite3';
import type { FloatDependency, FloatLogEntry, FloatReference, TextBy } from '../../../shared/model/float.ts';
import { hashOf } from './hashes.ts';
import { decisionsOf, isMarked } from './log.ts';
import { FORMAT } from './meta.ts';
import { parentOf, ROOT } from './paths.ts';
import { prepared } from './prepared.ts';

/** Texts of a folder, as contexts of others show them. */
export interface Place {
  path: string;
  description: string | null;
  content: string | null;
  isScope: boolean;
  boot: string | null;
}

export interface Current extends Place {
  descriptionBy: TextBy | null;
  contentBy: TextBy | null;
  sourceHash: string;
  /** Its description was written before its files were what they are. */
  older: boolean;
}

export interface Related extends FloatReference {
  /** null where the folder is gone. */
  target: Pick<Place, 'description' | 'content'> | null;
}

/** All that a context file may hold, whatever its tier. Plain data: equal inputs give equal files. */
export interface Inputs {
  folder: Current;
  /** The project and the nearest scopes above, the project first. */
  chain: Omit<Place, 'content'>[];
  /** Scopes between the project and the nearest ones, of which this many are kept: what is kept of a thousand in each other would grow with their square. */
  moreScopes: number;
  parent: Pick<Place, 'path' | 'description'> | null;
  files: { name: string; description: string | null }[];
  children: Pick<Place, 'path' | 'description' | 'isScope'>[];
  siblings: string[];
  /** Siblings beyond the first, of which this many are listed: a folder of 10,000 would be listed 10,000 times. */
  moreSiblings: number;
  /** Decisions of this folder and those above, newest first; a folder above that is not on the chain gives only marked ones. */
  decisions: FloatLogEntry[];
  related: Related[];
}

const MOST_SIBLINGS = 200;
const MOST_SCOPES = 32;

const PLACE = `SELECT path, description, content_md AS content, is_scope AS isScope, scope_boot AS boot, description_by AS descriptionBy,
  content_by AS contentBy, source_hash AS sourceHash,
  description_by IN ('person', 'model') AND text_hash <> own_hash AS older FROM folders WHERE gone_at IS NULL AND`;

const CHILDREN = `SELECT path, description, is_scope AS isScope FROM folders WHERE parent_path = ? AND gone_at IS NULL ORDER BY path`;
const NAMES = `SELECT path FROM folders WHERE parent_path = ? AND gone_at IS NULL ORDER BY path LIMIT ${MOST_SIBLINGS + 1}`;

/** Reads folders of one state of the database, each once. Not to be kept beyond a transaction. */
export interface Reader {
  folder: (path: string) => Current | null;
  /** The folders above, the project first. */
  above: (path: string) => readonly Current[];
  children: (path: string) => Inputs['children'];
  /** The first children of a folder, in order, without one of them: as many as a context names, and perhaps one more. */
  names: (parent: string, without: string) => string[];
  /** How many children it has. */
  width: (path: string) => number;
  decisions: (path: string) => FloatLogEntry[];
  db: Db;
}

const remember = <T>(read: (path: string) => T): ((path: string) => T) => {
  const known = new Map<string, T>();
  return (path) => {
    const found = known.get(path) ?? read(path);
    known.set(path, found);
    return found;
  };
};

type Row = Omit<Current, 'isScope' | 'older'> & { isScope: number; older: number | null };

type Child = Omit<Inputs['children'][number], 'isScope'> & { isScope: number };

export function createReader(db: Db): Reader {
  const names = remember((path) => prepared(db, NAMES).pluck().all(path) as string[]);
  const placeOf = (row: Row): Current => ({ ...row, isScope: row.isScope === 1, older: row.older === 1 });
  const folder = remember((path): Current | null => {
    const row = prepared(db, `${PLACE} path = ?`).get(path) as Row | undefined;
    return row === undefined ? null : placeOf(row);
  });
  const above = remember((path): readonly Current[] => {
    const parent = parentOf(path);
    return parent === null ? [] : [...above(parent), folder(parent)].filter((place) => place !== null);
  });
  return {
    db,
    folder,
    above,
    children: (path) => (prepared(db, CHILDREN).all(path) as Child[]).map((row) => ({ ...row, isScope: row.isScope === 1 })),
    names: (parent, without) => names(parent).filter((path) => path !== without),
    width: remember(
      (path) => prepared(db, 'SELECT count(*) FROM folders WHERE parent_path = ? AND gone_at IS NULL').pluck().get(path) as number,
    ),
    decisions: remember((path) => decisionsOf(db, path)),
  };
}

/** null for a folder that the last scan did not see. */
export function gather(reader: Reader, path: string): Inputs | null {
  const folder = reader.folder(path);
  if (folder === null) return null;
  const above = reader.above(path);
  const parent = above.at(-1) ?? null;
  const siblings = parent === null ? [] : reader.names(parent.path, path);
  const chain = above.filter(isOnChain);
  const shown = [...chain.slice(0, 1), ...chain.slice(1).slice(-MOST_SCOPES)];
  return {
    folder,
    chain: shown.map(({ path, description, isScope, boot }) => ({ path, description, isScope, boot })),
    moreScopes: chain.length - shown.length,
    parent: parent && { path: parent.path, description: parent.description },
    files: prepared(reader.db, 'SELECT name, description FROM files WHERE folder_path = ? ORDER BY name').all(path) as Inputs['files'],
    children: reader.children(path),
    siblings: siblings.slice(0, MOST_SIBLINGS),
    moreSiblings: parent === null ? 0 : Math.max(0, reader.width(parent.path) - 1 - MOST_SIBLINGS),
    decisions: decisionsAbove(reader, above, new Set(shown), path),
    related: related(reader, path),
  };
}

const isOnChain = (place: Place): boolean => place.path === ROOT || place.isScope;

const decisionsAbove = (reader: Reader, above: readonly Current[], shown: ReadonlySet<Current>, path: string): FloatLogEntry[] =>
  [
    ...above.flatMap((place) => reader.decisions(place.path).filter((entry) => shown.has(place) || isMarked(entry))),
    ...reader.decisions(path),
  ].sort((a, b) => (a.date === b.date ? b.id - a.id : a.date < b.date ? 1 : -1));

const REFERENCES = `SELECT source_path AS "from", target_path AS "to", why, origin FROM "references" WHERE source_path = ? ORDER BY origin, target_path`;

/** Given ones first, and a folder that is given is not inferred as well. */
const related = (reader: Reader, path: string): Related[] => {
  const references = prepared(reader.db, REFERENCES).all(path) as FloatReference[];
  const first = new Map(references.toReversed().map((reference) => [reference.to, reference]));
  return references
    .filter((reference) => first.get(reference.to) === reference)
    .map((reference) => {
      const target = reader.folder(reference.to);
      return { ...reference, target: target && { description: target.description, content: target.content } };
    });
};

/** The seed's source hash: over all inputs and the format, the same for all tiers. */
export function contextHash(inputs: Inputs): string {
  return hashOf([FORMAT, JSON.stringify(inputs)]);
}

/**
 * What the context was made of, by the names of `context_dependencies`: of the folders above those that it shows. What becomes of the others,
 * as a scope or by a marked decision, changes.ts finds by their paths; a row for each would be a thousand rows for each of a thousand levels.
 */
export function dependenciesOf({ folder, chain, parent, decisions, related }: Inputs): FloatDependency[] {
  const context = folder.path;
  const shown = new Set(chain.map(({ path }) => path));
  const marked = new Set(decisions.map((entry) => entry.folder).filter((path) => path !== context && !shown.has(path)));
  const depends = (on: string, type: FloatDependency['type'], id = ''): FloatDependency => ({ context, on, type, id });
  return [
    depends(context, 'subtree'),
    ...[...shown].flatMap((path) => [
      depends(path, 'scope'),
      depends(path, 'scope_boot'),
      depends(path, 'description'),
      depends(path, 'log', 'all'),
    ]),
    ...[...marked].map((path) => depends(path, 'log', 'marked')),
    ...(parent === null || shown.has(parent.path) ? [] : [depends(parent.path, 'description')]),
    ...(parent === null ? [] : [depends(parent.path, 'children')]),
    ...related.map(({ to }) => depends(to, 'reference')),
  ];
}
