import type { Database as Db } from 'better-sqlite3';
import type { FloatChange } from '../../../shared/model/float.ts';
import { rehash } from './hashes.ts';
import { countChange, countLack } from './meta.ts';
import { ancestorsOf, byText, parentOf, rangeBelow } from './paths.ts';
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
  scope: () => [],
  decision: (path) => [on(path, 'log', 'all')],
  'marked-decision': () => [],
  reference: () => [],
  folder: (path) => [on(path, 'reference'), ...[parentOf(path)].flatMap((parent) => (parent === null ? [] : [on(parent, 'children')]))],
};

/** What reaches every context below, whether that showed anything of the folder before or not. */
const BELOW: ReadonlySet<ChangeKind> = new Set(['scope', 'marked-decision']);

export interface Touched {
  path: string;
  kind: ChangeKind;
}

const DEPENDENTS = 'SELECT context_path FROM context_dependencies WHERE depends_on_path = ? AND depends_on_type = ? AND depends_on_id = ?';

const WITHIN = 'SELECT DISTINCT path FROM contexts WHERE path > @from AND path < @to';

const below = (db: Db, path: string): string[] => prepared(db, WITHIN).pluck().all(rangeBelow(path)) as string[];

/** `above`: the folders whose own context or one below is another. */
const dependents = (db: Db, above: readonly string[], touched: readonly Touched[]): string[] => {
  const find = prepared(db, DEPENDENTS).pluck();
  const changes = [...above.map((path) => on(path, 'subtree')), ...touched.flatMap(({ path, kind }) => REACH[kind](path))];
  const named = changes.flatMap((change) => find.all(change.on, change.type, change.id) as string[]);
  const within = touched.filter(({ kind }) => BELOW.has(kind)).flatMap(({ path }) => below(db, path));
  return [...new Set([...named, ...within])].sort(byText);
};

/**
 * To be called in the transaction that changed something: hashes the folders again and marks the contexts that depend on what
 * changed as stale since `at`. Answers those contexts' folders, in order. A folder without a context has nothing to mark.
 */
export function touch(db: Db, touched: readonly Touched[], at: number): string[] {
  if (touched.length > 0) countChange(db);
  const subtrees = rehash(db, new Set(touched.map(({ path }) => path)));
  const stale = dependents(db, subtrees, touched);
  const mark = prepared(db, 'UPDATE contexts SET stale_at = ? WHERE path = ? AND stale_at IS NULL');
  for (const path of stale) mark.run(at, path);
  return stale;
}

/** The folders whose contexts would be rebuilt if this happened. */
export function wouldRebuild(db: Db, touched: Touched): string[] {
  return dependents(db, [touched.path, ...ancestorsOf(touched.path)], [touched]);
}

export function markAll(db: Db, at: number): void {
  countChange(db);
  countLack(db);
  prepared(db, 'UPDATE contexts SET stale_at = ? WHERE stale_at IS NULL').run(at);
}
