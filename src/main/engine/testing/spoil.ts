import { appendFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import Database from 'better-sqlite3';
import fc from 'fast-check';

/** What may happen to a file of a database. */
const HOWS = ['zeros', 'ones', 'noise', 'other', 'flip', 'stretch', 'cut', 'longer', 'gone', 'older', 'row'] as const;

export interface Harm {
  how: (typeof HOWS)[number];
  page: number;
  at: number;
  seed: number;
}

export function harms(pageBytes: number) {
  return {
    how: fc.constantFrom(...HOWS),
    page: fc.nat(10_000),
    at: fc.nat(pageBytes - 1),
    seed: fc.nat(2 ** 31 - 1),
  };
}

const noise = (seed: number, length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  for (let at = 0, state = seed | 1; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
};

/** Harms a file of pages, unless it is not there; `older` and `row` are about a database as a whole. */
export function spoil(path: string, one: Harm, pageBytes: number): void {
  if (one.how === 'row') swapRows(path, one);
  else if (!existsSync(path) || one.how === 'older') return;
  else if (one.how === 'gone') rmSync(path);
  else if (one.how === 'longer') appendFileSync(path, noise(one.seed, one.at + 1));
  else if (one.how === 'cut') truncateSync(path, (one.page * pageBytes + one.at) % (readFileSync(path).length || 1));
  else spoilBytes(path, one, pageBytes);
}

const spoilBytes = (path: string, { how, page, at, seed }: Harm, pageBytes: number): void => {
  const bytes = readFileSync(path);
  if (bytes.length === 0) return;
  const pages = Math.max(1, Math.floor(bytes.length / pageBytes));
  const from = (page % pages) * pageBytes;
  const place = (from + at) % bytes.length;
  const whole = bytes.subarray(from, from + pageBytes);
  if (how === 'zeros') whole.fill(0);
  else if (how === 'ones') whole.fill(0xff);
  else if (how === 'noise') noise(seed, whole.length).copy(whole);
  else if (how === 'other') bytes.copy(bytes, from, (seed % pages) * pageBytes, ((seed % pages) + 1) * pageBytes);
  else if (how === 'flip') bytes[place] = (bytes[place] ?? 0) ^ (1 << (seed % 8));
  else noise(seed, 64).copy(bytes, place);
  writeFileSync(path, bytes);
};

/** What somebody does who knows SQL: a value of one row in another, or a row less. */
const swapRows = (path: string, { page, at, seed }: Harm): void => {
  let db: Database.Database | null = null;
  try {
    db = new Database(path, { fileMustExist: true, timeout: 0 });
    const tables = db.prepare<[], string>("SELECT name FROM sqlite_schema WHERE type = 'table' AND name NOT LIKE 'sqlite_%'").pluck().all();
    const table = tables[page % tables.length] ?? 'tapes';
    const columns = (db.pragma(`table_info(${table})`) as { name: string; pk: number }[]).map(({ name }) => name);
    const column = columns[at % columns.length] ?? 'tape';
    const rows = db.prepare<[], Record<string, unknown>>(`SELECT * FROM ${table}`).all();
    const [one, other] = [rows[seed % rows.length], rows[(seed >> 8) % rows.length]];
    if (one === undefined || other === undefined) return;
    const same = columns.map((name) => `${name} IS ?`).join(' AND ');
    const values = columns.map((name) => one[name]);
    if (seed % 3 === 0) db.prepare(`DELETE FROM ${table} WHERE ${same}`).run(values);
    else db.prepare(`UPDATE OR IGNORE ${table} SET ${column} = ? WHERE ${same}`).run([other[column], ...values]);
  } catch {
    // Damaged already, or in use: this one damages nothing more.
  } finally {
    db?.close();
  }
};
