import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, cpSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { afterEach, expect, it, vi } from 'vitest';
import { openCatalog } from '../catalog/open-catalog.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';
import { isAsLeft, PAGE_BYTES } from './page-sums.ts';

const TAPE = fileURLToPath(new URL('../../cli/tape.ts', import.meta.url));
const FILES = ['catalog.db', 'catalog.db-wal', 'catalog.db-sums'];
const drawing = 'u1 "one" > a1 "two" <- step m1';

afterEach(() => void vi.restoreAllMocks());

const countPages = () => vi.spyOn(Database.prototype, 'serialize');

const sources = (count: number): string => {
  const folder = tempFolder();
  for (let at = 0; at < count; at++) writeFile(folder, `s${at}.jsonl`, claudeTree(drawing, { session: `s${at}` }));
  return folder;
};

it('looks at no page of a catalog that is as it was left: closed, open in another place, or written to by another', async () => {
  const { home, store, ingest } = openEngineRoom();
  await ingest.open([sources(3)]);
  const pages = countPages();
  const other = openCatalog(home);
  expect([other.note, other.soundness(false), store.soundness(false)]).toEqual([null, 'sound', 'sound']);
  await ingest.open([sources(2)]);
  expect([other.soundness(false), store.soundness(false)]).toEqual(['sound', 'sound']);
  await ingest.idle();
  other.close();
  store.close();
  const again = openCatalog(home);
  expect([again.note, again.soundness(false), again.catalog.tapes().length]).toEqual([null, 'sound', 5]);
  again.close();
  expect(pages).not.toHaveBeenCalled();
});

it('looks at all pages once where the files were copied, and not again', async () => {
  const first = openEngineRoom();
  await first.ingest.open([sources(3)], { text: false });
  first.store.close();
  const home = tempFolder();
  cpSync(first.home, home, { recursive: true });
  const pages = countPages();
  for (let time = 0; time < 3; time++) {
    const store = openCatalog(home);
    expect([store.note, store.catalog.tapes().length]).toEqual([null, 3]);
    store.close();
  }
  expect(pages).toHaveBeenCalledTimes(1);
});

it('brings a long log to the database, and knows how that leaves it', () => {
  const { home, store } = openEngineRoom();
  const file = join(home, 'catalog.db');
  const before = readFileSync(file).length;
  const forget = store.db.prepare('INSERT INTO forgotten (tape) VALUES (?)');
  const each = store.db.transaction((tape: number) => void forget.run(tape));
  for (let tape = 1; tape <= 2500; tape++) each.immediate(tape);
  expect(readFileSync(file).length).toBeGreaterThan(before);
  expect(readFileSync(`${file}-wal`).length).toBeLessThan(1100 * PAGE_BYTES);
  expect([isAsLeft(file), store.soundness(true)]).toEqual([true, 'sound']);
});

it('finds a page in the place of another, an older state and a log that lost its end', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => {});
  const { home, store, ingest } = openEngineRoom();
  await ingest.open([sources(2)], { text: false });
  const older = tempFolder();
  for (const name of FILES) copyFileSync(join(home, name), join(older, name));
  await ingest.open([sources(20)], { text: false });
  const damages: ((copy: string) => void)[] = [
    (copy) => copyFileSync(join(older, 'catalog.db-wal'), join(copy, 'catalog.db-wal')),
    (copy) => writeFileSync(join(copy, 'catalog.db-wal'), readFileSync(join(copy, 'catalog.db-wal')).subarray(0, -3 * PAGE_BYTES)),
    (copy) => writeFileSync(join(copy, 'catalog.db-wal'), ''),
  ];
  for (const damage of damages) {
    const copy = tempFolder();
    for (const name of FILES) copyFileSync(join(home, name), join(copy, name));
    const whole = openCatalog(copy);
    expect(whole.note).toBe(null);
    whole.close();
    for (const name of FILES) copyFileSync(join(home, name), join(copy, name));
    damage(copy);
    const found = openCatalog(copy);
    expect(found.note).toContain('it is damaged');
    found.close();
  }
  store.close();
});

const importing = (home: string, folder: string): ChildProcess =>
  spawn(process.execPath, ['--disable-warning=ExperimentalWarning', TAPE, 'import', folder], {
    env: { ...process.env, TAPESCOPE_HOME: home },
    stdio: 'ignore',
  });

it('is whole wherever a process was killed', async () => {
  const home = tempFolder();
  for (let time = 0; time < 3; time++) {
    const child = importing(home, sources(150));
    await vi.waitFor(() => expect(existsSync(join(home, 'catalog.db-wal'))).toBe(true), { interval: 3 + time, timeout: 60_000 });
    const ended = once(child, 'exit');
    child.kill('SIGKILL');
    await ended;
    const store = openCatalog(home);
    expect([store.note, store.soundness(true)]).toEqual([null, 'sound']);
    store.close();
  }
});

it('is no damage where its maker was killed before it had a table', () => {
  const home = tempFolder();
  const db = new Database(join(home, 'catalog.db'));
  db.pragma(`page_size = ${PAGE_BYTES}`);
  db.pragma('journal_mode = WAL');
  db.close();
  writeFileSync(join(home, 'catalog.db-sums'), '');
  const store = openCatalog(home);
  expect([store.note, store.soundness(true)]).toEqual([null, 'sound']);
  store.close();
});

it('is whole where several processes write at once', async () => {
  const home = tempFolder();
  const store = openCatalog(home);
  const folders = Array.from({ length: 2 }, () => sources(80));
  const ends = folders.map((folder) => once(importing(home, folder), 'exit'));
  let over = false;
  const all = Promise.all(ends).finally(() => {
    over = true;
  });
  while (!over) {
    expect(store.soundness(false)).toBe('sound');
    await new Promise((done) => setTimeout(done, 5));
  }
  expect((await all).map(([code]) => code)).toEqual([0, 0]);
  expect([store.soundness(false), store.soundness(true), store.catalog.tapes().length]).toEqual(['sound', 'sound', 160]);
  store.close();
});
