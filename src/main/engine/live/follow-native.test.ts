import { execFile } from 'node:child_process';
import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, it, vi } from 'vitest';
import { forkTape } from '../store/fork.ts';
import { mergeForks } from '../store/merge/merge.ts';
import { resetTape } from '../store/reset.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder } from '../testing/files.ts';
import { MERGE, nativeHome, user } from '../testing/native.ts';

const until = (check: () => boolean): Promise<void> => vi.waitFor(() => expect(check()).toBe(true), { timeout: 300_000, interval: 5 });

const writer = fileURLToPath(new URL('../testing/native-writer.ts', import.meta.url));
const write = (folder: string, session: string, fork: string, count: number) =>
  promisify(execFile)(process.execPath, [writer, folder, session, fork, String(count)]);

const following = (home: string) => {
  const room = openEngineRoom({ follow: true });
  const rowOf = (folder: string) => room.store.catalog.tapes().find(({ file }) => file === folder);
  return { ...room, rowOf, watching: room.ingest.watch([], [home]) };
};

it('tells of what another process appends, entry after entry, to the last one', async () => {
  const { home, main } = nativeHome();
  const { pushes, rowOf, watching } = following(home);
  await watching;
  const { id = '' } = rowOf(main.folder) ?? {};
  pushes.length = 0;
  await write(main.folder, 'main', '', 25);
  await until(() => rowOf(main.folder)?.entries === 26);
  const told = pushes.flatMap((push) => (push.type === 'tape' && push.tape === id ? [push] : []));
  expect(told.at(-1)).toEqual({ type: 'tape', tape: id, entries: 26, steps: 0, reread: false });
  expect(told.map(({ entries }) => entries)).toEqual(told.map(({ entries }) => entries).toSorted((a, b) => a - b));
});

it('finds a new workspace, a new session, a new fork and what goes into them; forgets what is removed', async () => {
  const { home, main, workspace, open } = nativeHome();
  const { rowOf, watching, store, pushes } = following(home);
  await watching;
  const other = nativeHome(home, 'pier');
  await until(() => rowOf(other.main.folder)?.entries === 1);
  const side = join(workspace.folder, 'sessions/side');
  await write(workspace.folder, 'side', '', 2);
  await until(() => rowOf(side)?.entries === 3);
  forkTape(open('side'), { name: 'try' });
  const fork = join(side, 'forks/try');
  await until(() => rowOf(fork)?.entries === 3);
  expect(rowOf(fork)).toMatchObject({ relation: 'fork', parent: rowOf(side)?.id });
  await write(workspace.folder, 'side', 'try', 1);
  await until(() => rowOf(fork)?.entries === 4);
  await mergeForks(open('side'), { ...MERGE, names: ['try'] });
  await until(() => rowOf(fork)?.native?.open === false);
  resetTape(main, { archive: true });
  main.append([user('anew')]);
  await until(() => rowOf(main.folder)?.entries === 2);
  await until(() => store.catalog.tapes().some(({ relation }) => relation === 'archive'));
  expect(pushes).toContainEqual({ type: 'library', captures: '0 0' });
  other.main.close();
  rmSync(other.workspace.folder, { recursive: true });
  await until(() => rowOf(other.main.folder) === undefined);
  expect(store.catalog.tapes()).toHaveLength(4);
});

it('waits for a home that is not there yet', async () => {
  const home = join(tempFolder(), 'tapes');
  const { rowOf, watching } = following(home);
  await watching;
  const { main } = nativeHome(home);
  await until(() => rowOf(main.folder)?.entries === 1);
  await write(main.folder, 'main', '', 1);
  await until(() => rowOf(main.folder)?.entries === 2);
});

it('follows a workspace that was opened by hand, with its new forks', async () => {
  const { main } = nativeHome();
  const { ingest, store } = openEngineRoom({ follow: true });
  await ingest.open([main.folder]);
  await write(main.folder, 'main', '', 1);
  await until(() => store.catalog.tapes()[0]?.entries === 2);
  forkTape(main, { name: 'try' });
  await until(() => store.catalog.tapes().some(({ relation }) => relation === 'fork'));
});
