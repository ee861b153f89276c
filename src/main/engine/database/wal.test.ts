import { copyFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { array, assert, boolean, integer, property, record } from 'fast-check';
import { expect, test } from 'vitest';
import { tempFolder } from '../testing/files.ts';
import { committedSince, NO_MARK, sumsOf } from './wal.ts';

const PAGE = 4096;
const FRAME = PAGE + 24;

const openDatabase = (name = 'a.db') => {
  const file = join(tempFolder(), name);
  const db = new Database(file);
  db.pragma(`page_size = ${PAGE}`);
  db.pragma('journal_mode = WAL');
  db.pragma('wal_autocheckpoint = 0');
  // Few pages in memory, so that a transaction writes to the log before it ends, and more than once to a page.
  db.pragma('cache_size = 4');
  db.exec('CREATE TABLE rows (id INTEGER PRIMARY KEY, text TEXT)');
  return { db, file, wal: `${file}-wal` };
};

/** Rows of a transaction that is kept or taken back, in whole or from a savepoint in it on. */
const transaction = record({
  rows: array(integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 40 }),
  kept: boolean(),
  half: boolean(),
});

const write = (db: Database.Database, rows: readonly number[]): void => {
  const insert = db.prepare('INSERT OR REPLACE INTO rows (id, text) VALUES (?, ?)');
  for (const row of rows) insert.run(row, 'tide'.repeat(100 + ((row * 37) % 300)));
};

test('the heads of frames tell the sum of each page that transactions left, however they ended', () => {
  assert(
    property(array(transaction, { minLength: 1, maxLength: 12 }), integer({ min: 0, max: 11 }), (all, from) => {
      const { db, wal } = openDatabase();
      let mark = NO_MARK;
      const known = new Map<number, readonly [number, number]>();
      for (const [at, { rows, kept, half }] of all.entries()) {
        db.exec('BEGIN');
        write(db, rows);
        db.exec('SAVEPOINT middle');
        write(db, rows.toReversed());
        if (half) db.exec('ROLLBACK TO middle');
        db.exec(kept ? 'COMMIT' : 'ROLLBACK');
        if (at < from) continue;
        const found = committedSince(wal, mark, PAGE);
        mark = found.mark;
        for (const [page, sum] of found.pages) known.set(page, sum);
      }
      for (const [page, sum] of committedSince(wal, mark, PAGE).pages) known.set(page, sum);
      const bytes = db.serialize();
      const sumOf = sumsOf(bytes, PAGE);
      for (const [page, sum] of known) expect(sum).toEqual(sumOf(page));
      expect(known.size).toBeLessThanOrEqual(bytes.length / PAGE);
      db.close();
    }),
    { numRuns: 30 },
  );
});

const framesOf = (wal: string): number => (readFileSync(wal).length - 32) / FRAME;

test('what a transaction that never ended well left in the log is none of it, though its last frame says that it is the end', () => {
  const { db, file, wal } = openDatabase();
  write(db, [1, 2]);
  const [early, late] = [`${file}-early`, `${file}-late`];
  copyFileSync(wal, early);
  db.transaction(() =>
    write(
      db,
      Array.from({ length: 40 }, (_, at) => at + 3),
    ),
  )();
  copyFileSync(wal, late);
  db.close();
  const before = framesOf(early);
  const whole = readFileSync(late);
  const frames = (from: number, to?: number): Buffer => whole.subarray(32 + from * FRAME, to === undefined ? undefined : 32 + to * FRAME);
  const marked = (...rest: Buffer[]): number => {
    writeFileSync(wal, Buffer.concat([readFileSync(early), ...rest]));
    return committedSince(wal, NO_MARK, PAGE).mark.frames;
  };
  expect(marked(frames(before, before + 1))).toBe(before);
  // As after a shorter one, whose frames are in the place of its first.
  expect(marked(frames(before + 1))).toBe(before);
  expect(marked(frames(before))).toBe((whole.length - 32) / FRAME);
});

test('a transaction whose last page is not all there is not in the log', () => {
  const { db, file, wal } = openDatabase();
  write(db, [1]);
  const before = framesOf(wal);
  db.transaction(() =>
    write(
      db,
      Array.from({ length: 20 }, (_, at) => at + 2),
    ),
  )();
  const whole = readFileSync(wal);
  db.close();
  const torn = Buffer.from(whole);
  torn.fill(0, whole.length - 100);
  for (const left of [torn, whole.subarray(0, -1)]) {
    writeFileSync(`${file}-torn`, left);
    expect(committedSince(`${file}-torn`, NO_MARK, PAGE).mark.frames).toBe(before);
  }
});
