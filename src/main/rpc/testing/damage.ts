import { appendFileSync, copyFileSync, existsSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import fc from 'fast-check';
import { PAGE_BYTES } from '../../engine/database/page-sums.ts';

/** Files of a home that a damage may be in. */
const FILES = ['catalog.db', 'catalog.db-wal', 'catalog.db-sums'] as const;
const TEXT = ['text-0.db', 'text-1.db', 'text-0.db-wal', 'text-1.db-wal', 'text-0.db-sums'] as const;

export interface Damage {
  file: (typeof FILES | typeof TEXT)[number];
  how: 'zeros' | 'ones' | 'noise' | 'other' | 'flip' | 'stretch' | 'cut' | 'longer' | 'gone' | 'older' | 'row';
  page: number;
  at: number;
  seed: number;
}

export const damages: fc.Arbitrary<Damage> = fc.record({
  file: fc.oneof({ weight: 6, arbitrary: fc.constant(FILES[0]) }, fc.constant(FILES[1]), fc.constant(FILES[2]), {
    weight: 3,
    arbitrary: fc.constantFrom(...TEXT),
  }),
  how: fc.constantFrom('zeros', 'ones', 'noise', 'other', 'flip', 'stretch', 'cut', 'longer', 'gone', 'older', 'row'),
  page: fc.nat(10_000),
  at: fc.nat(PAGE_BYTES - 1),
  seed: fc.nat(2 ** 31 - 1),
});

/** Of the full text alone. */
export const textDamages: fc.Arbitrary<Damage> = fc
  .tuple(damages, fc.constantFrom(...TEXT))
  .map(([one, file]) => ({ ...one, file, how: one.how === 'row' || one.how === 'older' ? 'flip' : one.how }));

const noise = (seed: number, length: number): Buffer => {
  const bytes = Buffer.alloc(length);
  for (let at = 0, state = seed | 1; at < length; at++) {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    bytes[at] = state >>> 24;
  }
  return bytes;
};

/** Damages a home; `older` is one from before its last import. */
export const damage = (home: string, older: string, one: Damage): void => {
  const path = join(home, one.file);
  if (one.how === 'row') swapRows(join(home, 'catalog.db'), one);
  else if (one.how === 'older') copyFileSync(join(older, 'catalog.db'), join(home, 'catalog.db'));
  else if (!existsSync(path)) return;
  else if (one.how === 'gone') rmSync(path);
  else if (one.how === 'longer') appendFileSync(path, noise(one.seed, one.at + 1));
  else if (one.how === 'cut') truncateSync(path, (one.page * PAGE_BYTES + one.at) % (readFileSync(path).length || 1));
  else damageBytes(path, one);
};

const damageBytes = (path: string, { how, page, at, seed }: Damage): void => {
  const bytes = readFileSync(path);
  if (bytes.length === 0) return;
  const pages = Math.max(1, Math.floor(bytes.length / PAGE_BYTES));
  const from = (page % pages) * PAGE_BYTES;
  const place = (from + at) % bytes.length;
  const whole = bytes.subarray(from, from + PAGE_BYTES);
  if (how === 'zeros') whole.fill(0);
  else if (how === 'ones') whole.fill(0xff);
  else if (how === 'noise') noise(seed, whole.length).copy(whole);
  else if (how === 'other') bytes.copy(bytes, from, (seed % pages) * PAGE_BYTES, ((seed % pages) + 1) * PAGE_BYTES);
  else if (how === 'flip') bytes[place] = (bytes[place] ?? 0) ^ (1 << (seed % 8));
  else noise(seed, 64).copy(bytes, place);
  writeFileSync(path, bytes);
};

/** What somebody does who knows SQL: a value of one row in another, or a row less. */
const swapRows = (path: string, { page, at, seed }: Damage): void => {
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
