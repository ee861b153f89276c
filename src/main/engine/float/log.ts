import type { Database as Db } from 'better-sqlite3';
import type { FloatLogEntry } from '../../../shared/model/float.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { type ChangeKind, touch } from './changes.ts';
import type { Float } from './float.ts';
import { requireFolder } from './known.ts';
import { folderPath } from './paths.ts';
import { prepared } from './prepared.ts';

/** Tags that show a decision to all folders below, however old it is. */
const MARKED: ReadonlySet<string> = new Set(['architectural', 'breaking']);

export function isMarked({ tags }: Pick<FloatLogEntry, 'tags'>): boolean {
  return tags.some((tag) => MARKED.has(tag));
}

interface Row extends Omit<FloatLogEntry, 'tags'> {
  tags: string | null;
}

const ENTRIES = `SELECT id, folder_path AS folder, date, title, topic, status, decision, rationale, before_state AS before, after_state AS after,
  supersedes, superseded_by AS supersededBy, created_at AS createdAt,
  (SELECT group_concat(tag, char(10)) FROM (SELECT tag FROM log_tags WHERE entry_id = id ORDER BY tag)) AS tags FROM log_entries`;
const NEWEST = 'ORDER BY date DESC, id DESC';

const entryOf = (row: Row): FloatLogEntry => ({ ...row, tags: row.tags?.split('\n') ?? [] });

/** The decisions of one folder, the newest first. */
export function decisionsOf(db: Db, path: string): FloatLogEntry[] {
  return (prepared(db, `${ENTRIES} WHERE folder_path = ? ${NEWEST}`).all(path) as Row[]).map(entryOf);
}

/** The decisions of the project, or those of one folder and below, the newest first. */
export function listDecisions(float: Float, options: { path?: string; limit?: number } = {}): FloatLogEntry[] {
  const path = folderPath(options.path ?? '/');
  const within = "WHERE ? = '/' OR folder_path = ? OR (folder_path >= ? || '/' AND folder_path < ? || '0')";
  return (prepared(float.db, `${ENTRIES} ${within} ${NEWEST} LIMIT ?`).all(path, path, path, path, options.limit ?? 1000) as Row[]).map(
    entryOf,
  );
}

export interface NewDecision {
  folder: string;
  title: string;
  /** YYYY-MM-DD; today where it is left out. */
  date?: string;
  topic?: string;
  status?: 'open' | 'locked';
  decision?: string;
  rationale?: string;
  before?: string;
  after?: string;
  tags?: readonly string[];
  /** The decision that this one takes the place of; it is marked superseded. */
  supersedes?: number;
}

/**
 * Adds a decision; answers it with the folders whose contexts are stale now. Throws 'not-found' for an unknown folder or decision,
 * 'bad-input' for an empty title or a date that is none, 'refused' where the other decision is superseded already.
 */
export function addDecision(float: Float, given: NewDecision): { entry: FloatLogEntry; stale: string[] } {
  const at = float.now();
  const date = given.date ?? new Date(at).toISOString().slice(0, 10);
  check(given.title, date);
  const folder = folderPath(given.folder);
  return float.db
    .transaction(() => {
      requireFolder(float.db, folder);
      const before = given.supersedes === undefined ? null : requireOpen(float.db, given.supersedes);
      const id = insert(float.db, { ...given, folder, date }, at);
      if (before !== null)
        prepared(float.db, "UPDATE log_entries SET status = 'superseded', superseded_by = ? WHERE id = ?").run(id, before.id);
      const entry = findDecision(float.db, id);
      const touched = [entry, ...(before === null ? [] : [before])].map((one) => ({ path: one.folder, kind: kindOf(one) }));
      return { entry, stale: touch(float.db, touched, at) };
    })
    .immediate();
}

const kindOf = (entry: FloatLogEntry): ChangeKind => (isMarked(entry) ? 'marked-decision' : 'decision');

const check = (title: string, date: string): void => {
  if (title.trim() === '') throw new TapeError('bad-input', 'A decision needs a title.');
  if (!isDay(date)) throw new TapeError('bad-input', `The date ${date} is not one like 2026-01-31.`);
};

/** The 31st of February is read as a day in March, and then is not what was given. */
const isDay = (date: string): boolean => {
  const time = /^\d{4}-\d{2}-\d{2}$/.test(date) ? Date.parse(date) : Number.NaN;
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(date);
};

const findDecision = (db: Db, id: number): FloatLogEntry => {
  const row = prepared(db, `${ENTRIES} WHERE id = ?`).get(id) as Row | undefined;
  if (row === undefined) throw new TapeError('not-found', `There is no decision ${id}.`);
  return entryOf(row);
};

const requireOpen = (db: Db, id: number): FloatLogEntry => {
  const entry = findDecision(db, id);
  if (entry.supersededBy !== null) throw new TapeError('refused', `Decision ${id} is superseded by ${entry.supersededBy} already.`);
  return entry;
};

const INSERT = `INSERT INTO log_entries (folder_path, date, topic, status, title, decision, rationale, before_state, after_state, supersedes, created_at)
  VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`;

const insert = (db: Db, given: NewDecision & { date: string }, at: number): number => {
  const text = (value: string | undefined): string | null => (value === undefined || value.trim() === '' ? null : value.trim());
  const { lastInsertRowid } = prepared(db, INSERT).run(
    given.folder,
    given.date,
    text(given.topic),
    given.status ?? 'open',
    given.title.trim(),
    text(given.decision),
    text(given.rationale),
    text(given.before),
    text(given.after),
    given.supersedes ?? null,
    at,
  );
  const tags = new Set((given.tags ?? []).map((tag) => tag.trim().toLowerCase()).filter((tag) => tag !== ''));
  for (const tag of tags) prepared(db, 'INSERT INTO log_tags VALUES (?, ?)').run(lastInsertRowid, tag);
  return Number(lastInsertRowid);
};
