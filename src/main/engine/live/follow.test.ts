import fs, { appendFileSync, mkdirSync, renameSync, rmSync, symlinkSync } from 'node:fs';
import { syncBuiltinESMExports } from 'node:module';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { Push } from '../../../shared/rpc/contract.ts';
import { readTally } from '../bytes/read-at.ts';
import { bringSource } from '../sources/bring-source.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree, jsonl } from '../testing/tree.ts';
import { createFollower } from './follow.ts';

const session = () => claudeTree('u1 "fix the tests" > a1 "done" <- step m1');

/** Nothing waits for it where all goes well. */
const PATIENCE = 300_000;

const until = (check: () => boolean): Promise<void> => vi.waitFor(() => expect(check()).toBe(true), { timeout: PATIENCE, interval: 5 });
const grownTo = (pushes: readonly Push[], entries: number): boolean =>
  pushes.some((push) => push.type === 'tape' && push.entries === entries);

it('takes up a line that is appended to an opened file, and reads no more than that', async () => {
  const { ingest, store, pushes } = openEngineRoom({ follow: true });
  const many = Array.from({ length: 300 }, (_, at) => claudeTree(`u${at} "${'word '.repeat(100)}" @-`)).flat();
  const path = writeFile(tempFolder(), 's.jsonl', many);
  const { tapes } = await ingest.open([path]);
  await ingest.idle();
  const before = readTally.bytes;
  const line = jsonl(claudeTree('a999 "more" @u1 <- step m9'));
  // Two seconds, as far as this process gets any: a timer of a machine that does much else ticks as seldom.
  let ticks = 0;
  const ticking = setInterval(() => {
    ticks += 1;
  }, 50);
  onTestFinished(() => clearInterval(ticking));
  appendFileSync(path, line);
  await until(() => grownTo(pushes, 301));
  expect(ticks).toBeLessThan(40);
  expect(store.catalog.tape(tapes[0] ?? '')).toMatchObject({ entries: 301, steps: 1 });
  await ingest.idle();
  expect(readTally.bytes - before).toBeLessThanOrEqual(line.length * 2 + 4 * 4096);
});

it('notifies its windows of a line that another process read first, and of it once', async () => {
  const home = tempFolder();
  const { ingest, pushes } = openEngineRoom({ home, follow: true });
  const other = openEngineRoom({ home });
  const path = writeFile(tempFolder(), 's.jsonl', session());
  await ingest.open([path]);
  appendFileSync(path, jsonl(claudeTree('u2 "and this" @a1')));
  // Before this process can notice anything.
  expect(bringSource(other.store.db, path).outcome).toBe('grown');
  await until(() => grownTo(pushes, 3));
  appendFileSync(path, jsonl(claudeTree('u3 "and that" @u2')));
  await until(() => grownTo(pushes, 4));
  await ingest.idle();
  expect(pushes.filter((push) => push.type === 'tape' && push.entries === 3)).toHaveLength(1);
});

it('finds new sessions in a watched place, also in new folders, and forgets removed ones', async () => {
  const { ingest, store, pushes } = openEngineRoom({ follow: true });
  const root = tempFolder();
  await ingest.watch([root]);
  mkdirSync(join(root, 'project'));
  const path = writeFile(root, 'project/one.jsonl', session());
  await until(() => store.catalog.tapes().length === 1);
  expect(pushes).toContainEqual({ type: 'library', captures: '0 0' });
  renameSync(path, join(root, 'project/two.jsonl'));
  await until(() => store.catalog.tapes().length === 1 && store.catalog.tapes()[0]?.file.endsWith('two.jsonl') === true);
  rmSync(join(root, 'project'), { recursive: true });
  await until(() => store.catalog.tapes().length === 0);
});

it('follows what links lead to, folders that were moved with all they hold, and a place that went and came back', async () => {
  const { ingest, store } = openEngineRoom({ follow: true });
  const [root, elsewhere] = [tempFolder(), tempFolder()];
  const entriesOf = (file: string) => store.catalog.tapes().find((tape) => tape.file === file)?.entries ?? 0;
  const far = writeFile(elsewhere, 'deep/far.jsonl', session());
  const single = writeFile(elsewhere, 'single.jsonl', session());
  symlinkSync(join(elsewhere, 'deep'), join(root, 'folder'));
  symlinkSync(root, join(elsewhere, 'deep/circle'));
  symlinkSync(single, join(root, 'single.jsonl'));
  await ingest.watch([root]);
  expect([entriesOf(far), entriesOf(single)]).toEqual([2, 2]);
  const line = jsonl(claudeTree('a999 "more" @u1 <- step m9'));
  appendFileSync(far, line);
  await until(() => entriesOf(far) === 3);
  appendFileSync(single, line);
  await until(() => entriesOf(single) === 3);
  writeFile(elsewhere, 'ready/below/new.jsonl', session());
  renameSync(join(elsewhere, 'ready'), join(root, 'moved'));
  const moved = join(root, 'moved/below/new.jsonl');
  await until(() => entriesOf(moved) === 2);
  appendFileSync(moved, line);
  await until(() => entriesOf(moved) === 3);
  rmSync(root, { recursive: true });
  await until(() => entriesOf(moved) === 0);
  const back = writeFile(root, 'again/back.jsonl', session());
  await until(() => entriesOf(back) === 2);
  appendFileSync(back, line);
  await until(() => entriesOf(back) === 3);
});

it('forgets what lay in a place that the settings name no more, and nothing that was opened elsewhere', async () => {
  const { ingest, store } = openEngineRoom({ follow: true });
  const [before, now, elsewhere] = [tempFolder(), tempFolder(), tempFolder()];
  writeFile(before, 'project/old.jsonl', session());
  const fresh = writeFile(now, 'project/new.jsonl', session());
  const opened = writeFile(elsewhere, 'opened.jsonl', session());
  await ingest.watch([before]);
  await ingest.open([opened]);
  expect(store.catalog.tapes()).toHaveLength(2);
  await ingest.watch([now]);
  expect(store.catalog.tapes().map((tape) => tape.file)).toEqual(expect.arrayContaining([fresh, opened]));
  expect(store.catalog.tapes()).toHaveLength(2);
});

it('waits for a place that is not there yet', async () => {
  const { ingest, store } = openEngineRoom({ follow: true });
  const root = join(tempFolder(), 'projects');
  await ingest.watch([root]);
  writeFile(root, 'slug/one.jsonl', session());
  await until(() => store.catalog.tapes().length === 1);
});

it('follows a folder that was removed and made again at once, and a place that was', async () => {
  const { ingest, store } = openEngineRoom({ follow: true });
  const root = tempFolder();
  const holds = (file: string) => until(() => store.catalog.tapes().some((tape) => tape.file === file));
  mkdirSync(join(root, 'project'));
  await ingest.watch([root]);
  for (const folder of [join(root, 'project'), root]) {
    rmSync(folder, { recursive: true });
    mkdirSync(folder);
    await holds(writeFile(folder, 'first.jsonl', session()));
    // Only whoever watches the folder itself is notified of a second.
    await holds(writeFile(folder, 'second.jsonl', session()));
  }
});

it('follows links that are made while it watches, and bears those that lead in a circle or nowhere', async () => {
  const { ingest, store } = openEngineRoom({ follow: true });
  const [root, elsewhere] = [tempFolder(), tempFolder()];
  const entriesOf = (file: string) => store.catalog.tapes().find((tape) => tape.file === file)?.entries ?? 0;
  const link = (to: string, name: string) => symlinkSync(to, join(root, name));
  link(join(root, 'self'), 'self');
  link(join(root, 'gone'), 'nowhere.jsonl');
  const plain = writeFile(root, 'plain.jsonl', session());
  await ingest.watch([root]);
  const line = jsonl(claudeTree('a999 "more" @u1 <- step m9'));
  const single = writeFile(elsewhere, 'single.jsonl', session());
  const far = writeFile(elsewhere, 'deep/far.jsonl', session());
  link(join(root, 'other.jsonl'), 'other.jsonl');
  link(single, 'single.jsonl');
  link(join(elsewhere, 'deep'), 'deep');
  await until(() => entriesOf(single) === 2 && entriesOf(far) === 2);
  for (const file of [plain, single, far]) {
    appendFileSync(file, line);
    await until(() => entriesOf(file) === 3);
  }
});

it('watches nothing above its root, whatever a link leads to', async () => {
  const { ingest } = openEngineRoom({ follow: true });
  const above = tempFolder();
  const root = join(above, 'logs');
  mkdirSync(join(above, 'other'));
  writeFile(root, 'one.jsonl', session());
  symlinkSync(above, join(root, 'up'));
  const { watch } = fs;
  const watched: string[] = [];
  const looking = vi.spyOn(fs, 'watch').mockImplementation(((folder: string, ...rest: [object, () => void]) => {
    watched.push(folder);
    return watch(folder, ...rest);
  }) as typeof fs.watch);
  syncBuiltinESMExports();
  onTestFinished(() => {
    looking.mockRestore();
    syncBuiltinESMExports();
  });
  await ingest.watch([root]);
  expect(watched).toContain(root);
  expect(watched.filter((folder) => !folder.startsWith(root))).toEqual([]);
});

it('says once that the system watches no more folders, opens what it is asked to, and follows the rest', async () => {
  const { ingest, store } = openEngineRoom({ follow: true });
  const said = vi.spyOn(console, 'error').mockImplementation(() => {});
  onTestFinished(() => void said.mockRestore());
  const [root, elsewhere] = [tempFolder(), tempFolder()];
  for (let at = 0; at < 20; at++) mkdirSync(join(root, `folder${at}`));
  const opened = writeFile(elsewhere, 'opened.jsonl', session());
  const { watch } = fs;
  const refusing = vi.spyOn(fs, 'watch').mockImplementation(((folder: string, ...rest: [object, () => void]) => {
    if (folder === root) return watch(folder, ...rest);
    throw Object.assign(new Error('ENOSPC: System limit for number of file watchers reached'), { code: 'ENOSPC' });
  }) as typeof fs.watch);
  syncBuiltinESMExports();
  onTestFinished(() => {
    refusing.mockRestore();
    syncBuiltinESMExports();
  });
  await ingest.watch([root]);
  expect(said).toHaveBeenCalledTimes(1);
  expect((await ingest.open([opened])).tapes).toHaveLength(1);
  expect(said).toHaveBeenCalledTimes(2);
  writeFile(root, 'new.jsonl', session());
  await until(() => store.catalog.tapes().length === 2);
});

it('waits a fiftieth of a second for what else is written, and then hands it on', async () => {
  const path = writeFile(tempFolder(), 's.jsonl', session());
  const waits = vi.spyOn(globalThis, 'setTimeout');
  onTestFinished(() => waits.mockRestore());
  const told: string[][] = [];
  const follower = createFollower({ changed: async (paths) => void told.push(paths), gone: () => {} });
  onTestFinished(() => follower.close());
  follower.files([path]);
  await until(() => told.length > 0);
  expect(waits.mock.calls.find(([after]) => after.name === 'flush')?.[1]).toBeLessThanOrEqual(20);
});
