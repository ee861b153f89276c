import { createHash } from 'node:crypto';
import type { Database as Db } from 'better-sqlite3';
import { byText, parentOf } from './paths.ts';
import { prepared } from './prepared.ts';

/** SHA-256, hex, over texts that are told apart by their lengths: no two lists of texts have one hash by being joined differently. */
export function hashOf(parts: readonly (string | number | null)[]): string {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part === null ? 'n' : `${String(part).length}:${part}`);
  return hash.digest('hex');
}

export function hashBytes(bytes: Uint8Array | string): string {
  return createHash('sha256').update(bytes).digest('hex');
}

type Row = Record<string, string | number | null>;

/** In an order that does not depend on how SQLite finds them. */
const linesOf = (rows: readonly Row[]): string[] => rows.map((row) => JSON.stringify(Object.values(row))).sort(byText);

// That a text is older than its files is shown with it; an extracted one never is for long.
const TEXTS = `SELECT description, description_by, content_md, content_by, is_scope, scope_boot,
  CASE WHEN description_by IN ('person', 'model') THEN text_hash END FROM folders WHERE path = ?`;
const DECISIONS = `SELECT id, date, topic, status, title, decision, rationale, before_state, after_state, supersedes, superseded_by,
  (SELECT group_concat(tag, char(10)) FROM (SELECT tag FROM log_tags WHERE entry_id = id ORDER BY tag)) FROM log_entries WHERE folder_path = ?`;
const REFERENCES = 'SELECT target_path, origin, why FROM "references" WHERE source_path = ?';
const FILES = 'SELECT name, content_hash, description FROM files WHERE folder_path = ?';
const CHILDREN = 'SELECT name, files_hash, source_hash FROM folders WHERE parent_path = ? AND gone_at IS NULL';
const STORED = 'SELECT files_hash, own_hash, source_hash FROM folders WHERE path = ? AND gone_at IS NULL';

interface Hashes {
  files_hash: string;
  own_hash: string;
  source_hash: string;
}

type Below = Pick<Hashes, 'files_hash' | 'source_hash'> & { name: string };

const hashesOf = (db: Db, path: string): Hashes => {
  const all = <T extends Row>(sql: string): T[] => prepared(db, sql).all(path) as T[];
  const files = all<{ name: string; content_hash: string; description: string | null }>(FILES);
  const children = all<Below>(CHILDREN);
  const fileLines = linesOf(files.map(({ name, content_hash }) => ({ name, content_hash })));
  const own = [TEXTS, DECISIONS, REFERENCES].flatMap((sql) => [sql.length, ...linesOf(all(sql))]);
  const below = (hash: 'files_hash' | 'source_hash'): string[] =>
    linesOf(children.map((child) => ({ name: child.name, hash: child[hash] })));
  return {
    files_hash: hashOf([...fileLines, '/', ...below('files_hash')]),
    own_hash: hashOf([...fileLines, '/', ...linesOf(children.map(({ name }) => ({ name })))]),
    source_hash: hashOf([...linesOf(files), '/', ...own, '/', ...below('source_hash')]),
  };
};

/** The folders and all above them, the deepest first. Each is looked at once, however many are in each other. */
const upward = (folders: Iterable<string>): string[] => {
  const depths = new Map<string, number>();
  const depthOf = (path: string): number => {
    const known = depths.get(path);
    if (known !== undefined) return known;
    const parent = parentOf(path);
    const depth = parent === null ? 0 : depthOf(parent) + 1;
    depths.set(path, depth);
    return depth;
  };
  for (const folder of folders) depthOf(folder);
  return [...depths].sort(([a, deep], [b, other]) => other - deep || byText(a, b)).map(([path]) => path);
};

/** Hashes these folders and all above them again; answers those whose hash is another now, the deepest first. */
export function rehash(db: Db, folders: Iterable<string>): string[] {
  const stored = prepared(db, STORED);
  const store = prepared(
    db,
    'UPDATE folders SET files_hash = @files_hash, own_hash = @own_hash, source_hash = @source_hash WHERE path = @path',
  );
  return upward(folders).filter((path) => {
    const before = stored.get(path) as Hashes | undefined;
    if (before === undefined) return false;
    const now = hashesOf(db, path);
    if (now.files_hash === before.files_hash && now.own_hash === before.own_hash && now.source_hash === before.source_hash) return false;
    store.run({ ...now, path });
    return true;
  });
}
