import Database from 'better-sqlite3';
import { expect, it, onTestFinished } from 'vitest';
import { openCatalog } from '../catalog/open-catalog.ts';
import { createCatalog } from '../catalog/read.ts';
import { tempFolder } from '../testing/files.ts';
import { preparingLate } from './late.ts';
import type { Db } from './schema.ts';

/** A connection that counts the statements which are made on it. */
const counting = (db: Db) => {
  const made: string[] = [];
  const prepare = (sql: string): unknown => {
    made.push(sql);
    return db.prepare(sql);
  };
  return { db: Object.assign(Object.create(db) as Db, { prepare }), made };
};

it('makes a statement once, when it is first run', () => {
  const memory: Db = new Database(':memory:');
  onTestFinished(() => void memory.close());
  const { db, made } = counting(memory);
  const late = preparingLate(db);
  const plain = late.prepare<[number], { n: number }>('SELECT ? AS n');
  const plucked = late.prepare<[number], number>('SELECT ? + 1').pluck();
  expect(made).toEqual([]);
  expect([plain.get(1), plain.all(2), [...plain.iterate(3)]]).toEqual([{ n: 1 }, [{ n: 2 }], [{ n: 3 }]]);
  expect([plucked.get(1), plucked.all(2)]).toEqual([2, [3]]);
  expect(made).toEqual(['SELECT ? AS n', 'SELECT ? + 1']);
  expect(() => late.prepare('nonsense').get()).toThrow('syntax error');
});

it('makes none for a catalog that nobody asks, and two for all tapes', () => {
  const store = openCatalog(tempFolder());
  onTestFinished(() => store.close());
  const { db, made } = counting(store.db);
  const catalog = createCatalog(db);
  expect(made).toEqual([]);
  expect(catalog.tapes()).toEqual([]);
  expect(made.length).toBe(2);
});
