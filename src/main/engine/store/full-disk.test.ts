import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { tempFolder } from '../testing/files.ts';
import { nativeHome } from '../testing/native.ts';
import { forkTape } from './fork.ts';
import { openTape } from './open-tape.ts';
import { resetTape } from './reset.ts';
import { filesDigest, indexRows } from './testing/snapshot.ts';
import type { Workspace } from './types.ts';
import { verifyTape } from './verify.ts';
import { initWorkspace } from './workspace.ts';

const MAIN = { session: 'main', fork: null };
const PROGRAM = fileURLToPath(new URL('./testing/until-full.ts', import.meta.url));

interface Told {
  acknowledged: number[];
  told: string[];
  there: number[];
  problems: unknown[];
}

const workspaceIn = (home: string): Workspace => {
  const root = join(tempFolder(), 'project');
  mkdirSync(root);
  return initWorkspace(home, root).workspace;
};

const answered = ({ stdout, stderr }: { stdout: string; stderr: string }): Told => {
  expect(stderr.replace(/.*ExperimentalWarning.*\n.*\n/, '')).toBe('');
  return JSON.parse(stdout) as Told;
};

const run = (folder: string): Told => answered(spawnSync(process.execPath, [PROGRAM, folder], { encoding: 'utf8' }));

/** With a limit on the size of files, in units of 512 bytes: no file of the process grows beyond it, which any user may ask for. */
const runLimited = (folder: string, units: number, words = 40): Told =>
  answered(
    spawnSync('sh', ['-c', `ulimit -f ${units} && exec "$0" "$@"`, process.execPath, PROGRAM, folder, String(words)], { encoding: 'utf8' }),
  );

const check = ({ acknowledged, told, there, problems }: Told, why: RegExp, least = 10): void => {
  expect(acknowledged.length).toBeGreaterThan(least);
  for (const sentence of told) expect(sentence).toMatch(why);
  expect(told).toHaveLength(3);
  expect(there).toEqual([1, ...acknowledged]);
  expect(problems).toEqual([]);
};

/** As good as new once there is room. */
const goesOn = (workspace: Workspace, head: number): void => {
  const tape = openTape(workspace, MAIN);
  expect(tape.append([{ payload: 'there is room again' }]).ids).toEqual([head + 1]);
  tape.close();
  expect(verifyTape(workspace, MAIN)).toMatchObject({ ok: true, entries: head + 1 });
};

const done = (command: string, ...args: string[]): boolean => spawnSync(command, args).status === 0;

/** A file system of 1 MB; null where nobody may mount one. */
const smallDisk = (): string | null => {
  const folder = join(tempFolder(), 'small');
  mkdirSync(folder);
  if (!done('mount', '-t', 'tmpfs', '-o', 'size=1m', 'tmpfs', folder)) return null;
  onTestFinished(() => void done('umount', folder));
  return folder;
};

test('a full disk is reported in a sentence, and the tape holds what was acknowledged and nothing else', () => {
  const disk = smallDisk();
  if (disk === null) {
    const workspace = workspaceIn(join(tempFolder(), 'tapes'));
    const told = runLimited(workspace.folder, 1000);
    check(told, /^unwritable: Nothing was written to .*: (the file is at its size limit|the disk is full|the disk reports an error)\.$/);
    goesOn(workspace, told.there.length);
    return;
  }
  const ballast = join(disk, 'ballast');
  writeFileSync(ballast, Buffer.alloc(200_000));
  const workspace = workspaceIn(join(disk, 'tapes'));
  const told = run(workspace.folder);
  check(told, /^unwritable: Nothing was written to .*: the disk is full\.$/);
  rmSync(ballast);
  goesOn(workspace, told.there.length);
});

test('a file that may not grow further takes no part of a line', () => {
  const workspace = workspaceIn(join(tempFolder(), 'tapes'));
  // Few and long lines, so that the limit falls into the middle of one before SQLite's log comes to it.
  const told = runLimited(workspace.folder, 999, 15_000);
  check(told, /^unwritable: Nothing was written to .*: the file is at its size limit\.$/, 1);
  goesOn(workspace, told.there.length);
});

test.each([true, false])('a reset that finds the disk full takes itself back, archive: %s', (archive) => {
  const { workspace } = nativeHome();
  let times = Number.POSITIVE_INFINITY;
  const now = (): Date => {
    times -= 1;
    // The time of the new first entry is asked for when the old ones have been moved away.
    if (times < 0) throw Object.assign(new Error('full'), { code: 'ENOSPC' });
    return new Date();
  };
  const tape = openTape(workspace, MAIN, { now });
  tape.append([{ payload: 'one' }]);
  forkTape(tape, { name: 'side', who: 'mia' });
  const before = filesDigest(workspace.folder);
  const rows = indexRows(tape);
  const names = readdirSync(workspace.folder, { recursive: true }).sort();
  times = 1;
  expect(() => resetTape(tape, { archive })).toThrow(/^Nothing was written to .*: the disk is full\.$/);
  expect(times).toBe(-1);
  expect(filesDigest(workspace.folder)).toBe(before);
  expect(readdirSync(workspace.folder, { recursive: true }).sort()).toEqual(names);
  expect(indexRows(tape)).toEqual(rows);
  times = Number.POSITIVE_INFINITY;
  expect(tape.append([{ payload: 'two' }]).ids).toEqual([4]);
  tape.close();
});

test('a disk without room for anything is read all the same', () => {
  const disk = smallDisk();
  if (disk === null) return;
  const workspace = workspaceIn(join(disk, 'tapes'));
  expect(() => writeFileSync(join(disk, 'ballast'), Buffer.alloc(2_000_000))).toThrow('ENOSPC');
  const tape = openTape(workspace, MAIN);
  expect(tape.notes).toEqual([expect.stringContaining('its index was loaded into memory')]);
  expect(tape.entries({}).map(({ id }) => id)).toEqual([1]);
  expect(() => tape.append([{ payload: 'one' }])).toThrow(/^Nothing was written to /);
  tape.close();
  rmSync(join(disk, 'ballast'));
  goesOn(workspace, 1);
});
