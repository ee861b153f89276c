import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { replaceFile } from '../disk/disk.ts';
import { tempFolder } from '../testing/files.ts';
import { openTape } from './open-tape.ts';
import { initWorkspace } from './workspace.ts';

/** A process that is over. */
const dead = (): number => spawnSync(process.execPath, ['-e', '']).pid;

test('what a killed process left of a file is removed by whoever opens the tape next, and not what a running one writes', () => {
  const root = join(tempFolder(), 'project');
  mkdirSync(root);
  const { workspace } = initWorkspace(join(tempFolder(), 'tapes'), root);
  const one = openTape(workspace, { session: 'main', fork: null });
  one.append([{ payload: 'first' }]);
  const { folder } = one;
  one.close();
  const [left, running] = [join(folder, `pending.json.${dead()}.new`), join(folder, `pending.json.${process.ppid}.new`)];
  for (const path of [left, running]) writeFileSync(path, '{}');
  openTape(workspace, { session: 'main', fork: null }).close();
  expect([existsSync(left), existsSync(running)]).toEqual([false, true]);
});

test('and by whoever replaces a file in the same folder', () => {
  const folder = tempFolder();
  const left = join(folder, `config.json.${dead()}.new`);
  writeFileSync(left, '{}');
  replaceFile(join(folder, 'other.json'), '{}');
  expect(existsSync(left)).toBe(false);
});
