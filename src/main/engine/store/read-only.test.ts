import { spawnSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../testing/files.ts';
import { openTape } from './open-tape.ts';
import { fileBytes } from './testing/snapshot.ts';
import type { Workspace } from './types.ts';
import { initWorkspace } from './workspace.ts';

const READER = fileURLToPath(new URL('./testing/reader.ts', import.meta.url));
const MAIN = { session: 'main', fork: null };

const made = (): Workspace => {
  const folder = tempFolder();
  const root = join(folder, 'project');
  mkdirSync(root);
  const { workspace } = initWorkspace(join(folder, 'tapes'), root);
  const tape = openTape(workspace, MAIN);
  tape.append([{ payload: { role: 'user', content: '灯台は岬にある' } }]);
  tape.handoff({ name: 'second' });
  tape.append([{ payload: { role: 'user', content: 'the keeper sleeps' } }]);
  tape.close();
  return workspace;
};

const everything = (folder: string): string[] => readdirSync(folder, { recursive: true }).map(String).sort();

/** Takes the right to write from everybody, and gives it back for the sweeping up. */
const locked = ({ folder }: Workspace): void => {
  const all = [folder, ...everything(folder).map((path) => join(folder, path))];
  // Nobody must be able to come by.
  for (let up = dirname(folder); up.startsWith(join(tmpdir(), '/')); up = dirname(up)) chmodSync(up, 0o755);
  for (const path of all) chmodSync(path, path.endsWith('.jsonl') || path.endsWith('.json') || /index\.[a-z]+$/.test(path) ? 0o444 : 0o555);
  onTestFinished(() => {
    for (const path of all) chmodSync(path, 0o755);
  });
};

const look = (folder: string): Record<string, unknown> => {
  const { stdout, stderr } = spawnSync(process.execPath, [READER, folder], { encoding: 'utf8' });
  expect(stdout, stderr).not.toBe('');
  return JSON.parse(stdout) as Record<string, unknown>;
};

const EXPECTED = {
  ids: [1, 2, 3, 4],
  hits: [2],
  anchors: ['session/start', 'second'],
  appended: expect.stringMatching(/^unwritable: Nothing was written to .*: it is read-only\.$/),
  handedOver: expect.stringMatching(/^unwritable: /),
  begun: expect.stringMatching(/^unwritable: Nothing was written to .*: it is read-only\.$/),
  clean: true,
};

test('a folder that may not be written is read all the same, and an append says why it cannot be', () => {
  const workspace = made();
  locked(workspace);
  const before = everything(workspace.folder);
  expect(look(workspace.folder)).toEqual({ ...EXPECTED, notes: [expect.stringContaining('its index was loaded into memory')] });
  expect(everything(workspace.folder)).toEqual(before);
});

test('without an index its files are read', () => {
  const workspace = made();
  for (const name of ['index.db', 'index.lock']) rmSync(join(workspace.folder, name));
  locked(workspace);
  const before = fileBytes(workspace.folder);
  expect(look(workspace.folder)).toEqual({ ...EXPECTED, notes: [expect.stringContaining('its files were read instead')] });
  expect(fileBytes(workspace.folder)).toEqual(before);
});

test('a tape that is opened for reading only is not written to, not even to mend it', () => {
  const workspace = made();
  const tape = openTape(workspace, MAIN, { readOnly: true });
  expect(tape.entries({}).map(({ id }) => id)).toEqual([1, 2, 3, 4]);
  expect(() => tape.append([{ payload: 1 }])).toThrow('it is read-only');
  tape.close();
});
