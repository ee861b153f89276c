import { closeSync, copyFileSync, mkdirSync, openSync, readdirSync, readFileSync, rmSync, writeSync } from 'node:fs';
import { basename, join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it, onTestFinished, vi } from 'vitest';
import { loadRecords } from '../bytes/load.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { type ToyDatabase, toyDatabase } from '../testing/toy-database.ts';

import { bringSource } from './bring-source.ts';

vi.mock('../formats/index.ts', async (original) => (await import('../testing/with-toy.ts')).withToy(original));
vi.mock('../formats/databases.ts', async () => {
  const { toyShape } = await import('../testing/toy-database.ts');
  return { databases: () => [toyShape] };
});

const open = (path: string, journal?: 'wal' | 'delete'): ToyDatabase => {
  const toys = toyDatabase(path, journal);
  onTestFinished(() => void toys.db.close());
  return toys;
};

const textsOf = async ({ store }: ReturnType<typeof openEngineRoom>, tape: string): Promise<unknown[]> => {
  const rows = store.catalog.entries(tape, 1, 1e6);
  return (await loadRecords(store.catalog.tape(tape), rows)).map((record) => record?.text ?? null);
};

const byName = (room: ReturnType<typeof openEngineRoom>): Map<string, string> =>
  new Map(room.store.catalog.tapes().map(({ file, id }) => [basename(file), id]));

/** Everything in a folder with what it holds. */
const look = (folder: string): string[] =>
  readdirSync(folder).map((name) => `${name} ${readFileSync(join(folder, name)).toString('base64')}`);

it('lists each tape of a database and reads its rows, and the receipts close over rows', async () => {
  const room = openEngineRoom();
  const path = join(tempFolder(), 'toys.db');
  const toys = open(path);
  toys.say('a', 'one', 'two');
  toys.say('b/..', 'three');
  toys.db.exec(`INSERT INTO lists VALUES (9, 'a', 'many', '["x", "y"]'), (10, 'a', 'many', '["torn')`);
  const { receipts, refused } = await room.ingest.open([path]);
  expect(refused).toEqual([]);
  const [a = '', b = ''] = ['a', 'b%2F..'].map((name) => byName(room).get(name));
  expect([...receipts].map(({ lines, tape }) => [tape, lines.total, lines.withEntries, lines.unreadable])).toEqual(
    expect.arrayContaining([
      [a, 4, 3, 1],
      [b, 1, 1, 0],
    ]),
  );
  expect(await textsOf(room, a)).toEqual(['one', 'two', null, 'x', 'y']);
  expect(await textsOf(room, b)).toEqual(['three']);
  expect(room.store.catalog.problems(a, 9).items).toMatchObject([{ line: 4, reason: expect.stringContaining('row 2 of lists') }]);
});

it('reads what is new next to a writer that has it open, and nothing a second time', async () => {
  const room = openEngineRoom();
  const folder = tempFolder();
  const toys = open(join(folder, 'toys.db'));
  toys.say('a', 'one');
  await room.ingest.open([folder]);
  toys.say('a', 'two');
  const [receipt] = (await room.ingest.open([folder])).receipts;
  expect(receipt).toMatchObject({ lines: { total: 2 }, reread: 0, notes: [] });
  expect(await textsOf(room, receipt?.tape ?? '')).toEqual(['one', 'two']);
  toys.db.exec("UPDATE words SET changed = 1 WHERE text = 'two'");
  expect([...(await room.ingest.open([folder])).receipts]).toMatchObject([{ lines: { total: 2 }, reread: 1 }]);
});

it.each(['wal', 'delete'] as const)('writes nothing next to a database, whoever has it open (%s)', async (journal) => {
  const room = openEngineRoom();
  const folder = tempFolder();
  const toys = toyDatabase(join(folder, 'toys.db'), journal);
  toys.say('a', 'one');
  const live = readdirSync(folder);
  await room.ingest.open([folder]);
  expect(readdirSync(folder)).toEqual(live);
  toys.db.close();
  const closed = look(folder);
  expect(closed).toHaveLength(1);
  const other = openEngineRoom();
  await other.ingest.open([folder]);
  expect(await textsOf(other, byName(other).get('a') ?? '')).toEqual(['one']);
  expect(look(folder)).toEqual(closed);
});

it('reads what is in a log of writes that a crash left, and leaves it', async () => {
  const room = openEngineRoom();
  const [folder, left] = [tempFolder(), tempFolder()];
  const toys = open(join(folder, 'toys.db'));
  toys.say('a', 'one');
  for (const end of ['', '-wal']) copyFileSync(join(folder, `toys.db${end}`), join(left, `toys.db${end}`));
  const before = look(left);
  await room.ingest.open([left]);
  expect(await textsOf(room, byName(room).get('a') ?? '')).toEqual(['one']);
  expect(look(left)).toEqual(before);
});

it('rolls back in a copy what a crash left half written', async () => {
  const room = openEngineRoom();
  const [folder, left] = [tempFolder(), tempFolder()];
  const toys = open(join(folder, 'toys.db'), 'delete');
  toys.say('a', 'one');
  toys.db.pragma('cache_size = 1');
  toys.db.pragma('cache_spill = 1');
  toys.db.exec('BEGIN');
  for (let at = 0; at < 400; at += 1) toys.say('a', 'never '.repeat(100));
  for (const end of ['', '-journal']) copyFileSync(join(folder, `toys.db${end}`), join(left, `toys.db${end}`));
  toys.db.exec('ROLLBACK');
  const before = look(left);
  await room.ingest.open([left]);
  expect(await textsOf(room, byName(room).get('a') ?? '')).toEqual(['one']);
  expect(look(left)).toEqual(before);
});

it('says that another program holds a database, and reads it once it does not', async () => {
  const room = openEngineRoom();
  const path = join(tempFolder(), 'toys.db');
  const toys = open(path, 'delete');
  toys.say('a', 'one');
  toys.db.exec('BEGIN EXCLUSIVE');
  expect((await room.ingest.open([path])).refused).toEqual([{ path, reason: expect.stringContaining('another program has locked it') }]);
  toys.db.exec('COMMIT');
  expect((await room.ingest.open([path])).refused).toEqual([]);
  expect(byName(room).size).toBe(1);
});

it('reads a tape again whose rows are changed in place, or removed', async () => {
  const room = openEngineRoom();
  const path = join(tempFolder(), 'toys.db');
  const toys = open(path);
  toys.say('a', 'one', 'two', 'three');
  toys.say('b!', 'one');
  await room.ingest.open([path]);
  toys.db.exec(
    "UPDATE words SET text = 'ONE', changed = 1 WHERE tape = 'b!'; DELETE FROM words WHERE text = 'two'; UPDATE words SET changed = 1",
  );
  await room.ingest.open([path]);
  const [a = '', b = ''] = ['a', 'b!'].map((name) => byName(room).get(name));
  expect(await textsOf(room, a)).toEqual(['one', 'three']);
  expect(await textsOf(room, b)).toEqual(['ONE']);
  expect(room.store.catalog.receipt(a)).toMatchObject({ reread: 1, notes: [expect.stringContaining('rows that were read are gone')] });
  // A tape of this kind is read again with each change: that is nothing to tell of.
  expect(room.store.catalog.receipt(b)).toMatchObject({ reread: 1, notes: [] });
});

/** Fills a leaf of a table or of an index with what it cannot be. */
const damage = (path: string, name: string): void => {
  const db = new Database(path);
  const leaves = db.prepare("SELECT pageno FROM dbstat WHERE name = ? AND pagetype = 'leaf' ORDER BY path").pluck().all(name) as number[];
  db.close();
  const file = openSync(path, 'r+');
  writeSync(file, Buffer.alloc(4096, 0xff), 0, 4096, ((leaves[1] ?? 0) - 1) * 4096);
  closeSync(file);
};

it.each([
  ['words', 'in its receipt', 340],
  ['words_of', 'in its notes', 400],
] as const)('reads what can be read where a page of %s is damaged, and says so %s', async (name, _where, least) => {
  const room = openEngineRoom();
  const path = join(tempFolder(), 'toys.db');
  const toys = toyDatabase(path, 'delete');
  toys.say('a', ...Array.from({ length: 400 }, (_, at) => `${at} ${'word '.repeat(40)}`));
  toys.db.close();
  damage(path, name);
  expect((await room.ingest.open([path])).refused).toEqual([]);
  const tape = byName(room).get('a') ?? '';
  const { lines, notes } = room.store.catalog.receipt(tape);
  expect(lines.withEntries).toBeGreaterThanOrEqual(least);
  expect(lines.withEntries + lines.unreadable).toBe(400);
  expect(lines.total).toBe(400);
  const said = [...notes, ...room.store.catalog.problems(tape, 1).items.map(({ reason }) => reason)];
  expect(said).toEqual([
    expect.stringMatching(name === 'words' ? /^row \d+ of words is unreadable: its page is damaged$/ : /toys\.db is damaged/),
  ]);
  expect((await textsOf(room, tape)).every((text) => text !== null)).toBe(true);
});

it('lets a writer go on that waits for nobody, and reads what it writes meanwhile', async () => {
  const { store } = openEngineRoom();
  const path = join(tempFolder(), 'toys.db');
  const toys = open(path, 'delete');
  toys.db.pragma('busy_timeout = 0');
  toys.say('a', ...Array.from({ length: 1200 }, (_, at) => `${at}`));
  let more = 0;
  const progress = (): void => {
    more += 1;
    toys.say('a', `more ${more}`);
  };
  const { source } = bringSource(store.db, join(path, 'a'), { progress });
  expect(more).toBe(3);
  expect(source.total).toBe(1202);
});

it('lists the rows of a long tape a few times, not for each batch', () => {
  const { store } = openEngineRoom();
  const path = join(tempFolder(), 'toys.db');
  const toys = open(path);
  toys.say('a', ...Array.from({ length: 5000 }, (_, at) => `${at}`));
  const all = vi.spyOn(Object.getPrototypeOf(toys.db.prepare('SELECT 1')), 'all');
  onTestFinished(() => all.mockRestore());
  const { source } = bringSource(store.db, join(path, 'a'));
  const lists = all.mock.contexts.filter((statement) => (statement as Database.Statement).source.includes('ORDER BY at LIMIT'));
  expect([source.total, lists.length]).toEqual([5000, 2]);
});

it('shows what is written as it is written', async () => {
  const room = openEngineRoom({ follow: true });
  const folder = tempFolder();
  const toys = open(join(folder, 'toys.db'));
  toys.say('a', 'one');
  await room.ingest.open([join(folder, 'toys.db')]);
  toys.say('a', 'two');
  toys.say('new', 'here');
  await vi.waitFor(async () => {
    expect(await textsOf(room, byName(room).get('a') ?? '')).toEqual(['one', 'two']);
    expect(byName(room).has('new')).toBe(true);
  });
});

it('has nothing to say of a database of nobody in a folder, and one sentence of one that is named', async () => {
  const room = openEngineRoom();
  const folder = tempFolder();
  const path = join(folder, 'shop.db');
  new Database(path).exec('CREATE TABLE goods (x)').close();
  mkdirSync(join(folder, 'dir.db'));
  writeFile(folder, 'text.db', 'no database');
  const inFolder = await room.ingest.open([folder]);
  expect(inFolder.refused).toEqual([{ path: folder, reason: expect.stringContaining('no logs') }]);
  const named = await room.ingest.open([path]);
  expect(named.refused).toEqual([{ path, reason: expect.stringContaining('with the tables goods, not from any agent') }]);
});

it('finds words in rows, and forgets tapes of a database that is gone', async () => {
  const room = openEngineRoom();
  const folder = tempFolder();
  const toys = toyDatabase(join(folder, 'toys.db'));
  toys.say('a', 'a mango');
  toys.db.close();
  await room.ingest.watch([folder]);
  await room.ingest.idle();
  expect(room.store.catalog.tapes()).toHaveLength(1);
  await room.ingest.watch([folder]);
  expect(room.store.catalog.tapes()).toHaveLength(1);
  rmSync(join(folder, 'toys.db'));
  await room.ingest.watch([folder]);
  expect(room.store.catalog.tapes()).toEqual([]);
});
