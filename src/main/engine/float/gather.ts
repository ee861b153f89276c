import type { Database as Db } from 'better-sqlite3';
import type { FloatDependency, FloatLogEntry, FloatReference, TextBy } from '../../../shared/model/float.ts';
import { hashOf } from './hashes.ts';
import { decisionsOf, isMarked } from './log.ts';
import { FORMAT } from './meta.ts';
import { ancestorsOf, parentOf, ROOT } from './paths.ts';
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
}

export interface Related extends FloatReference {
  /** null where the folder is gone. */
  target: Pick<Place, 'description' | 'content' | 'isScope'> | null;
}

/** All that a context file may hold, whatever its tier. Plain data: equal inputs give equal files. */
export interface Inputs {
  folder: Current;
  /** The project and the scopes above, the project first. */
  chain: Omit<Place, 'content'>[];
  parent: Pick<Place, 'path' | 'description'> | null;
  files: { name: string; description: string | null }[];
  children: Pick<Place, 'path' | 'description' | 'isScope'>[];
  siblings: string[];
  /** Siblings beyond the first so many: a folder of 10,000 would be listed 10,000 times. */
  moreSiblings: number;
  /** Of this folder and those above, the newest first; of a folder above that is no scope, only those marked. */
  decisions: FloatLogEntry[];
  related: Related[];
}

const MOST_SIBLINGS = 200;

const PLACE = `SELECT path, description, content_md AS content, is_scope AS isScope, scope_boot AS boot, description_by AS descriptionBy,
  content_by AS contentBy, source_hash AS sourceHash FROM folders WHERE gone_at IS NULL AND`;

/** Reads folders of one state of the database, each once. Not to be kept beyond a transaction. */
export interface Reader {
  folder: (path: string) => Current | null;
  children: (path: string) => Current[];
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

type Row = Omit<Current, 'isScope'> & { isScope: number };

export const createReader = (db: Db): Reader => {
  const placeOf = (row: Row): Current => ({ ...row, isScope: row.isScope === 1 });
  return {
    db,
    folder: remember((path) => {
      const row = prepared(db, `${PLACE} path = ?`).get(path) as Row | undefined;
      return row === undefined ? null : placeOf(row);
    }),
    children: remember((path) => (prepared(db, `${PLACE} parent_path = ? ORDER BY path`).all(path) as Row[]).map(placeOf)),
    decisions: remember((path) => decisionsOf(db, path)),
  };
};

/** null for a folder that the last scan did not see. */
export const gather = (reader: Reader, path: string): Inputs | null => {
  const folder = reader.folder(path);
  if (folder === null) return null;
  const above = ancestorsOf(path).flatMap((ancestor) => reader.folder(ancestor) ?? []);
  const parent = above.at(-1) ?? null;
  const siblings = parent === null ? [] : reader.children(parent.path).filter((child) => child.path !== path);
  return {
    folder,
    chain: above.filter(isOnChain).map(({ path, description, isScope, boot }) => ({ path, description, isScope, boot })),
    parent: parent && { path: parent.path, description: parent.description },
    files: prepared(reader.db, 'SELECT name, description FROM files WHERE folder_path = ? ORDER BY name').all(path) as Inputs['files'],
    children: reader.children(path).map(({ path, description, isScope }) => ({ path, description, isScope })),
    siblings: siblings.slice(0, MOST_SIBLINGS).map((sibling) => sibling.path),
    moreSiblings: Math.max(0, siblings.length - MOST_SIBLINGS),
    decisions: decisionsAbove(reader, above, path),
    related: related(reader, path),
  };
};

const isOnChain = (place: Place): boolean => place.path === ROOT || place.isScope;

const decisionsAbove = (reader: Reader, above: readonly Current[], path: string): FloatLogEntry[] =>
  [
    ...above.flatMap((place) => reader.decisions(place.path).filter((entry) => isOnChain(place) || isMarked(entry))),
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
      return { ...reference, target: target && { description: target.description, content: target.content, isScope: target.isScope } };
    });
};

/** The seed's source hash: over all inputs and the format, the same for all tiers. */
export const contextHash = (inputs: Inputs): string => hashOf([FORMAT, JSON.stringify(inputs)]);

/** What the context was made of, by the names of `context_dependencies`. changes.ts has the other half. */
export const dependenciesOf = (inputs: Inputs): FloatDependency[] => {
  const context = inputs.folder.path;
  const parent = parentOf(context);
  const shown = new Set(inputs.chain.map(({ path }) => path));
  const depends = (on: string, type: FloatDependency['type'], id = ''): FloatDependency => ({ context, on, type, id });
  return [
    depends(context, 'subtree'),
    ...ancestorsOf(context).flatMap((path) => [
      depends(path, 'scope'),
      depends(path, 'log', shown.has(path) ? 'all' : 'marked'),
      ...(shown.has(path) ? [depends(path, 'scope_boot')] : []),
      ...(shown.has(path) || path === parent ? [depends(path, 'description')] : []),
    ]),
    ...(parent === null ? [] : [depends(parent, 'children')]),
    ...inputs.related.map(({ to }) => depends(to, 'reference')),
  ];
};
