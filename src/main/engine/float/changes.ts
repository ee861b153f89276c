import type { Database as Db } from 'better-sqlite3';
import type { FloatChange } from '../../../shared/model/float.ts';
import { rehash } from './hashes.ts';
import { countChange, countLack } from './meta.ts';
import { ancestorsOf, byText, parentOf } from './paths.ts';
import { prepared } from './prepared.ts';

/** What can happen to a folder, as far as contexts are concerned. `marked-decision` is one tagged architectural or breaking. */
export type ChangeKind = 'file' | 'description' | 'content' | 'boot' | 'scope' | 'decision' | 'marked-decision' | 'reference' | 'folder';

const on = (path: string, type: FloatChange['type'], id = ''): FloatChange => ({ on: path, type, id });

/** What each kind of change reaches besides the folder and its ancestors, which every change reaches. */
const REACH: Record<ChangeKind, (path: string) => FloatChange[]> = {
  file: () => [],
  description: (path) => [on(path, 'description'), on(path, 'reference')],
  content: (path) => [on(path, 'reference')],
  boot: (path) => [on(path, 'scope_boot')],
  scope: (path) => [on(path, 'scope')],
  decision: (path) => [on(path, 'log', 'all')],
  'marked-decision': (path) => [on(path, 'log', 'all'), on(path, 'log', 'marked')],
  reference: () => [],
  folder: (path) => [on(path, 'reference'), ...[parentOf(path)].flatMap((parent) => (parent === null ? [] : [on(parent, 'children')]))],
};

export interface Touched {
  path: string;
  kind: ChangeKind;
}

const DEPENDENTS = 'SELECT context_path FROM context_dependencies WHERE depends_on_path = ? AND depends_on_type = ? AND depends_on_id = ?';

const dependents = (db: Db, changes: readonly FloatChange[]): string[] => {
  const find = prepared(db, DEPENDENTS).pluck();
  return [...new Set(changes.flatMap((change) => find.all(change.on, change.type, change.id) as string[]))].sort(byText);
};

/**
 * To be called in the transaction that changed something: hashes the folders anew and marks the contexts that depend on what
 * changed as stale since `at`. Answers those contexts' folders, in order. A folder without a context has nothing to mark.
 */
export const touch = (db: Db, touched: readonly Touched[], at: number): string[] => {
  if (touched.length > 0) countChange(db);
  const subtrees = rehash(db, new Set(touched.map(({ path }) => path))).map((path) => on(path, 'subtree'));
  const stale = dependents(db, [...subtrees, ...touched.flatMap(({ path, kind }) => REACH[kind](path))]);
  const mark = prepared(db, 'UPDATE contexts SET stale_at = ? WHERE path = ? AND stale_at IS NULL');
  for (const path of stale) mark.run(at, path);
  return stale;
};

/** The folders whose contexts would be rebuilt if this happened. */
export const wouldRebuild = (db: Db, { path, kind }: Touched): string[] =>
  dependents(db, [...[path, ...ancestorsOf(path)].map((folder) => on(folder, 'subtree')), ...REACH[kind](path)]);

export const markAll = (db: Db, at: number): void => {
  countChange(db);
  countLack(db);
  prepared(db, 'UPDATE contexts SET stale_at = ? WHERE stale_at IS NULL').run(at);
};
