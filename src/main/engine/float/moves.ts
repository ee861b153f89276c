import type { Database as Db } from 'better-sqlite3';
import { byText, nameOf } from './paths.ts';
import { prepared } from './prepared.ts';

/** A folder that was known and is no longer on disk. */
export interface Leaving {
  path: string;
  key: string;
  filesHash: string;
  /** Somebody wrote something about it that would be lost. */
  kept: boolean;
  /** Its own files, name and hash in one, of a folder that is kept: a folder that moved may have been edited on its way. */
  files: ReadonlySet<string>;
}

export interface Move {
  from: string;
  to: string;
  /** Folders that refer to it. */
  referring: string[];
}

const ROW = `SELECT path, name_key AS key, files_hash AS filesHash,
  (description IS NOT NULL AND description_by <> 'extracted') OR (content_md IS NOT NULL AND content_by <> 'extracted') OR is_scope = 1
  OR scope_boot IS NOT NULL OR EXISTS (SELECT 1 FROM log_entries WHERE folder_path = path)
  OR EXISTS (SELECT 1 FROM "references" WHERE origin = 'given' AND source_path = path) AS kept
  FROM folders WHERE path = ?`;

export function leaving(db: Db, paths: Iterable<string>): Leaving[] {
  return [...paths].sort(byText).map((path) => {
    const row = prepared(db, ROW).get(path) as Omit<Leaving, 'kept' | 'files'> & { kept: number };
    const kept = row.kept === 1;
    return { ...row, kept, files: kept ? filesIn(db, path) : new Set() };
  });
}

const filesIn = (db: Db, path: string): Set<string> =>
  new Set(prepared(db, 'SELECT name || char(10) || content_hash FROM files WHERE folder_path = ?').pluck().all(path) as string[]);

/**
 * Folders that moved: one is gone, and exactly one new one (of several, the one of that name) has the same files, all the way down.
 * Where none has, one that has at least half of its own files and is nobody else's like is taken.
 * Texts, decisions and references go along. Answers them; any other folder keeps its row, and waits for its return or for `float move`.
 */
export function carryOver(db: Db, gone: readonly Leaving[], fresh: readonly string[]): Move[] {
  const wanted = gone.filter(({ kept }) => kept);
  if (wanted.length === 0 || fresh.length === 0) return [];
  const byHash = Map.groupBy(fresh, (path) => prepared(db, 'SELECT files_hash FROM folders WHERE path = ?').pluck().get(path) as string);
  const taken = new Set<string>();
  return wanted.flatMap(({ path, filesHash, files }) => {
    const alike = (byHash.get(filesHash) ?? []).filter((to) => hasFiles(db, to));
    const named = alike.filter((to) => nameOf(to) === nameOf(path));
    const same = alike.length === 1 ? alike[0] : named.length === 1 ? named[0] : undefined;
    const to = same ?? (alike.length === 0 ? nearest(db, files, fresh) : undefined);
    if (to === undefined || taken.has(to) || !isBare(db, to)) return [];
    taken.add(to);
    return [carryTo(db, path, to)];
  });
}

/** The one folder that has at least half of these files, and they of its own; undefined where two have. */
const nearest = (db: Db, files: ReadonlySet<string>, fresh: readonly string[]): string | undefined => {
  if (files.size === 0) return undefined;
  const like = fresh.filter((path) => {
    const own = filesIn(db, path);
    const common = [...files].filter((file) => own.has(file)).length;
    return common > 0 && 2 * common >= Math.max(files.size, own.size);
  });
  return like.length === 1 ? like[0] : undefined;
};

/** Takes what was written about one folder to another; what was inferred of its files goes with them. */
export function carryTo(db: Db, from: string, to: string): Move {
  prepared(db, `DELETE FROM "references" WHERE source_path = ? AND origin = 'inferred'`).run(from);
  const referring = prepared(db, 'SELECT DISTINCT source_path FROM "references" WHERE target_path = ?').pluck().all(from) as string[];
  carry(db, from, to);
  return { from, to, referring };
}

/** Empty folders are all alike. */
const hasFiles = (db: Db, path: string): boolean =>
  prepared(db, "SELECT 1 FROM files WHERE folder_path = ? OR (folder_path >= ? || '/' AND folder_path < ? || '0') LIMIT 1").get(
    path,
    path,
    path,
  ) !== undefined;

/** A folder that came back, or was carried to, has texts of its own. */
const isBare = (db: Db, path: string): boolean =>
  prepared(
    db,
    'SELECT 1 FROM folders WHERE path = ? AND description IS NULL AND content_md IS NULL AND scope_boot IS NULL AND is_scope = 0',
  ).get(path) !== undefined;

const TEXTS = '(description, description_by, content_md, content_by, is_scope, scope_boot, text_hash, ai_model)';

const carry = (db: Db, from: string, to: string): void => {
  const columns = TEXTS.slice(1, -1);
  prepared(db, `UPDATE folders SET ${TEXTS} = (SELECT ${columns} FROM folders WHERE path = ?) WHERE path = ?`).run(from, to);
  prepared(db, 'UPDATE log_entries SET folder_path = ? WHERE folder_path = ?').run(to, from);
  prepared(db, 'UPDATE OR IGNORE "references" SET source_path = ? WHERE source_path = ?').run(to, from);
  prepared(db, 'UPDATE OR IGNORE "references" SET target_path = ? WHERE target_path = ?').run(to, from);
  prepared(db, 'DELETE FROM "references" WHERE source_path = ?').run(from);
  prepared(db, 'DELETE FROM folders WHERE path = ?').run(from);
};
