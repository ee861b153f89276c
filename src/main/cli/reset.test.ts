import { spawn, spawnSync } from 'node:child_process';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { bind, ended, openShell, type Shell } from './testing/shell.ts';

const TAPE = fileURLToPath(new URL('tape.ts', import.meta.url));

/** util-linux's `script` gives a command a terminal; other systems have another program of that name. */
const HAS_TERMINAL = /util-linux/.test(spawnSync('script', ['--version'], { encoding: 'utf8' }).stdout ?? '');

const resetOnTerminal = async (shell: Shell, typed: string): Promise<{ code: number | null; out: string }> => {
  const line = `'${process.execPath}' '${TAPE}' reset`;
  const child = spawn('script', ['-qec', line, '/dev/null'], { env: { ...shell.env, SHELL: '/bin/sh' }, cwd: shell.home });
  child.stdout?.on('data', (chunk) => {
    if (String(chunk).includes('[y/N]')) child.stdin?.write(typed);
  });
  const { code, out } = await ended(child);
  return { code, out };
};

test.runIf(HAS_TERMINAL)('on a terminal reset asks, and only a yes deletes', async () => {
  const shell = openShell();
  bind(shell, [{ payload: { role: 'user', content: 'keep me' } }]);
  for (const typed of ['\n', 'n\n', 'yess\n']) {
    const { code, out } = await resetOnTerminal(shell, typed);
    expect(out).toContain('Delete 2 entries of main? --archive would keep them.');
    expect(out).toContain('Nothing was deleted.');
    expect(code).toBe(3);
  }
  expect((await shell.tape('log')).out).toContain('keep me');
  expect((await resetOnTerminal(shell, 'y\n')).code).toBe(0);
  expect((await shell.tape('log')).out).not.toContain('keep me');
});

test('the list knows at once what a reset deleted', async () => {
  const shell = openShell(120);
  bind(shell, [{ payload: { role: 'user', content: 'the old title' } }]);
  await shell.json('fork', 'try');
  await shell.json('append', '--fork', 'try', 'more');
  await shell.tape('import', `${shell.env.TAPE_HOME}`);
  expect((await shell.tape('list')).out).toContain('the old title');
  await shell.tape('reset', '--yes');
  const { out } = await shell.tape('list');
  expect([out.includes('the old title'), out.includes('try')]).toEqual([false, false]);
});

test('what a reset archived is listed once, with its project', async () => {
  const shell = openShell(120);
  bind(shell, [{ payload: { role: 'user', content: 'keep me' } }]);
  await shell.json('fork', 'try');
  await shell.json('append', '--fork', 'try', 'more');
  const home = shell.env.TAPE_HOME ?? '';
  const listed = async () => {
    await shell.json('import', home);
    const { items } = (await shell.json('list')) as { items: { file: string; project: string; relation: string | null }[] };
    return { items, forks: items.filter(({ relation }) => relation === 'fork').map(({ file }) => file.includes('archive')) };
  };
  expect((await listed()).forks).toEqual([false]);
  await shell.json('reset', '--archive');
  const { items, forks } = await listed();
  expect(forks).toEqual([true]);
  expect(new Set(items.map(({ project }) => project)).size).toBe(1);
  const { out } = await shell.tape('list');
  expect(out).toMatch(new RegExp(`└ fork: try, archived 2\\d{3}-\\d\\d-\\d\\d · more.* ${basename(shell.home)} `));
});
