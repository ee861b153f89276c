import { statSync } from 'node:fs';
import type { Database as Db } from 'better-sqlite3';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { markAll } from './changes.ts';
import type { Float } from './float.ts';
import { type Cell, contentOf, foldFolders, pathOf, type Row, rowsOf, textOf, timeOf } from './floatprompt-read.ts';
import { rehash } from './hashes.ts';
import { nameKey } from './names.ts';
import { ancestorsOf, nameOf, parentOf } from './paths.ts';
import { loadDatabase } from './place.ts';
import { prepared } from './prepared.ts';

/** What became of each row: for every table read = taken + folded + left. */
export interface ImportReceipt {
  folders: { read: number; taken: number; folded: number; left: number; made: number };
  decisions: { read: number; taken: number; folded: number; left: number };
  references: { read: number; taken: number; folded: number; left: number };
  /** Hashes of files are not taken over: a scan makes them. */
  files: { read: number; left: number };
  /** Rows of tables that have no counterpart here, by table. */
  otherTables: Record<string, number>;
  /** Unit of times that was found in folders: `mixed` where rows differ. */
  times: 'seconds' | 'milliseconds' | 'text' | 'mixed' | 'none';
  /** Which column the content came from. */
  contentColumn: string | null;
}

/**
 * Takes over what FloatPrompt's own database says: folders with their texts and scopes, decisions with their tags, references. Written
 * texts are a model's where the row names one, else a person's. What is here already stays. The source is only read.
 * Throws 'not-a-log' for a file that is no such database, 'unreadable' where it cannot be opened.
 */
export function importFloatPrompt(float: Float, file: string): ImportReceipt {
  const source = openSource(file);
  try {
    return float.db
      .transaction(() => {
        const at = float.now();
        const folders = takeFolders(float.db, source, at);
        const decisions = takeDecisions(float.db, source, at);
        const references = takeReferences(float.db, source, at);
        rehash(float.db, prepared(float.db, 'SELECT path FROM folders WHERE gone_at IS NULL').pluck().all() as string[]);
        markAll(float.db, at);
        const files = rowsOf(source, 'files').length;
        return { ...folders, decisions, references, files: { read: files, left: files }, otherTables: others(source) };
      })
      .immediate();
  } finally {
    source.close();
  }
}

const openSource = (file: string): Db => {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) throw new TapeError('not-found', `There is no file ${file}.`);
  let db: Db;
  try {
    db = loadDatabase(file);
  } catch {
    throw new TapeError('unreadable', `The database ${file} cannot be opened.`);
  }
  try {
    const columns = (db.pragma('table_info(folders)') as { name: string }[]).map(({ name }) => name);
    if (columns.includes('path') && !columns.includes('name_key')) return db;
  } catch {
    // It is not a database at all.
  }
  db.close();
  throw new TapeError('not-a-log', `${file} is not a database of FloatPrompt.`);
};

const FOLDER = `INSERT INTO folders (path, parent_path, name, name_key, description, description_by, content_md, content_by, is_scope, scope_boot, ai_model, created_at, updated_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT(path) DO UPDATE SET
  description = coalesce(description, excluded.description), description_by = coalesce(description_by, excluded.description_by),
  content_md = coalesce(content_md, excluded.content_md), content_by = coalesce(content_by, excluded.content_by),
  is_scope = max(is_scope, excluded.is_scope), scope_boot = coalesce(scope_boot, excluded.scope_boot)`;

const takeFolders = (db: Db, source: Db, at: number): Pick<ImportReceipt, 'folders' | 'times' | 'contentColumn'> => {
  const rows = rowsOf(source, 'folders');
  const { kept, folded, unreadable } = foldFolders(rows);
  for (const [path, row] of kept) putFolder(db, path, row, at);
  const missing = [...new Set([...kept.keys()].flatMap(ancestorsOf))].filter((path) => !kept.has(path));
  for (const path of missing) putFolder(db, path, {}, at);
  return {
    folders: { read: rows.length, taken: kept.size, folded, left: unreadable, made: missing.length },
    times: unitOf(rows),
    contentColumn: ['content_md', 'context', 'context_what'].find((name) => rows.some((row) => name in row)) ?? null,
  };
};

const putFolder = (db: Db, path: string, row: Row, at: number): void => {
  const [description, content] = [textOf(row, 'description', 'map_summary'), contentOf(row)];
  const by = (text: string | null): string | null =>
    text === null ? null : textOf(row, 'ai_model') === null && row.ai_updated == null ? 'person' : 'model';
  const scope = row.is_scope === 1 || row.type === 'scope' ? 1 : 0;
  const times = [timeOf(row.created_at) ?? at, timeOf(row.updated_at) ?? at];
  prepared(db, FOLDER).run(
    ...[path, parentOf(path), nameOf(path), nameKey(path), description, by(description), content, by(content)],
    ...[scope, textOf(row, 'scope_boot'), textOf(row, 'ai_model'), ...times],
  );
};

const unitOf = (rows: readonly Row[]): ImportReceipt['times'] => {
  const kind = (value: Cell | undefined): ImportReceipt['times'] =>
    value == null ? 'none' : typeof value === 'string' ? 'text' : value < 100_000_000_000 ? 'seconds' : 'milliseconds';
  const kinds = new Set(rows.flatMap((row) => [kind(row.created_at), kind(row.updated_at)]).filter((one) => one !== 'none'));
  return kinds.size > 1 ? 'mixed' : ([...kinds][0] ?? 'none');
};

const ENTRY = `INSERT INTO log_entries (folder_path, date, topic, status, title, decision, rationale, before_state, after_state, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const takeDecisions = (db: Db, source: Db, at: number): ImportReceipt['decisions'] => {
  const rows = rowsOf(source, 'log_entries');
  const ids = new Map<Cell, number>();
  let folded = 0;
  for (const row of rows) {
    const [folder, title] = [pathOf(row.folder_path), textOf(row, 'title', 'topic')];
    if (folder === null || title === null || typeof row.id !== 'number') continue;
    const date =
      /^\d{4}-\d{2}-\d{2}/.exec(textOf(row, 'date') ?? '')?.[0] ?? new Date(timeOf(row.created_at) ?? at).toISOString().slice(0, 10);
    const createdAt = timeOf(row.created_at) ?? at;
    const known = prepared(db, 'SELECT id FROM log_entries WHERE folder_path = ? AND date = ? AND title = ? AND created_at = ?')
      .pluck()
      .get(folder, date, title, createdAt);
    if (known !== undefined) folded += 1;
    else ids.set(row.id, putDecision(db, row, [folder, date, title], createdAt));
  }
  for (const row of rows) linkDecision(db, row, ids);
  takeTags(db, source, ids);
  return { read: rows.length, taken: ids.size, folded, left: rows.length - ids.size - folded };
};

const putDecision = (db: Db, row: Row, [folder, date, title]: [string, string, string], createdAt: number): number => {
  const status = ['open', 'locked', 'superseded'].find((one) => one === row.status) ?? 'open';
  const texts = ['decision', 'rationale', 'before_state', 'after_state'].map((name) => textOf(row, name));
  return Number(prepared(db, ENTRY).run(folder, date, textOf(row, 'topic'), status, title, ...texts, createdAt).lastInsertRowid);
};

const linkDecision = (db: Db, row: Row, ids: ReadonlyMap<Cell, number>): void => {
  const id = ids.get(row.id ?? null);
  if (id === undefined) return;
  const [supersedes, by] = [ids.get(row.supersedes ?? null) ?? null, ids.get(row.superseded_by ?? null) ?? null];
  prepared(db, 'UPDATE log_entries SET supersedes = ?, superseded_by = ? WHERE id = ?').run(supersedes, by, id);
};

const takeTags = (db: Db, source: Db, ids: ReadonlyMap<Cell, number>): void => {
  const names = new Map(rowsOf(source, 'tags').map((row) => [row.id, textOf(row, 'name')]));
  for (const row of rowsOf(source, 'log_entry_tags')) {
    const [id, name] = [ids.get(row.log_entry_id ?? null), names.get(row.tag_id ?? null)];
    if (id !== undefined && name != null) prepared(db, 'INSERT OR IGNORE INTO log_tags VALUES (?, ?)').run(id, name.toLowerCase());
  }
};

/** Only those between folders have a counterpart here. */
const takeReferences = (db: Db, source: Db, at: number): ImportReceipt['references'] => {
  const rows = rowsOf(source, 'references');
  let [taken, folded] = [0, 0];
  for (const row of rows) {
    const [from, to] = [pathOf(row.source_id), pathOf(row.target_id)];
    if (row.source_type !== 'folder' || row.target_type !== 'folder' || from === null || to === null || from === to) continue;
    const { changes } = prepared(db, `INSERT OR IGNORE INTO "references" VALUES (?, ?, 'given', ?, ?)`).run(
      from,
      to,
      textOf(row, 'context'),
      at,
    );
    taken += changes;
    folded += 1 - changes;
  }
  return { read: rows.length, taken, folded, left: rows.length - taken - folded };
};

const TAKEN: ReadonlySet<string> = new Set(['folders', 'files', 'log_entries', 'references', 'tags', 'log_entry_tags']);

const others = (source: Db): Record<string, number> => {
  const tables = source
    .prepare("SELECT name FROM sqlite_master WHERE type = 'table' AND name NOT LIKE 'sqlite%'")
    .pluck()
    .all() as string[];
  return Object.fromEntries(
    tables.filter((name) => !TAKEN.has(name) && !name.includes('"')).map((name) => [name, rowsOf(source, name).length]),
  );
};
