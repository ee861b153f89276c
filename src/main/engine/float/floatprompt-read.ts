import type { Database as Db } from 'better-sqlite3';
import { folderPath } from './paths.ts';

// FloatPrompt's own databases, of any of its versions: columns and units of time differ, and some name a folder twice ('/./src').

export type Cell = string | number | null;
export type Row = Record<string, Cell>;

/** All rows of a table; none where it is missing. Quotes in a name cannot come in: names are ours. */
export function rowsOf(db: Db, table: string): Row[] {
  return db.prepare("SELECT 1 FROM sqlite_master WHERE type = 'table' AND name = ?").get(table) === undefined
    ? []
    : (db.prepare(`SELECT * FROM "${table}"`).all() as Row[]);
}

/** The first of these columns that holds a text. */
export function textOf(row: Row, ...names: string[]): string | null {
  for (const name of names) {
    const value = row[name];
    if (typeof value === 'string' && value.trim() !== '') return value.trim();
  }
  return null;
}

/** Seconds, milliseconds or a date in words, as epoch ms; null for anything else. */
export function timeOf(value: Cell | undefined): number | null {
  if (typeof value === 'string') {
    const iso = /^\d{4}-\d{2}-\d{2} \d{2}:\d{2}/.test(value) ? `${value.replace(' ', 'T')}Z` : value;
    const parsed = /^\d+$/.test(value) ? null : Date.parse(iso);
    return parsed === null ? timeOf(Number(value)) : Number.isNaN(parsed) ? null : parsed;
  }
  if (typeof value !== 'number' || !Number.isFinite(value) || value <= 0) return null;
  return value < 100_000_000_000 ? Math.round(value * 1000) : Math.round(value);
}

/** null for a path that is none, or that leads out of the project. */
export function pathOf(value: Cell | undefined): string | null {
  if (typeof value !== 'string' || value.trim() === '' || !value.isWellFormed()) return null;
  try {
    return folderPath(value);
  } catch {
    return null;
  }
}

/** Older versions kept what is now one text in several columns. */
export function contentOf(row: Row): string | null {
  const whole = textOf(row, 'content_md', 'context');
  if (whole !== null) return whole;
  const parts = ['context_what', 'context_why', 'context_patterns', 'map_children'].flatMap((name) => textOf(row, name) ?? []);
  return parts.length === 0 ? null : parts.join('\n\n');
}

/** If a folder has two rows, keeps the one that says more, or else the newer one. */
export function foldFolders(rows: readonly Row[]): { kept: Map<string, Row>; folded: number; unreadable: number } {
  const kept = new Map<string, Row>();
  let [folded, unreadable] = [0, 0];
  for (const row of rows) {
    const path = pathOf(row.path);
    const other = path === null ? undefined : kept.get(path);
    if (path === null) unreadable += 1;
    else if (other !== undefined) folded += 1;
    if (path !== null && (other === undefined || weight(row) > weight(other))) kept.set(path, row);
  }
  return { kept, folded, unreadable };
}

const weight = (row: Row): number => {
  const says = [textOf(row, 'description', 'map_summary'), contentOf(row), textOf(row, 'scope_boot')].filter(
    (text) => text !== null,
  ).length;
  return says * 1e14 + (timeOf(row.updated_at) ?? 0);
};
