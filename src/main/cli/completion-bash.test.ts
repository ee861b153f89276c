import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ended, openShell, type Shell } from './testing/shell.ts';

const TAPE = fileURLToPath(new URL('tape.ts', import.meta.url));
const BASH = spawnSync('bash', ['--version']).status === 0;

/** What bash would offer at the end of a line of these words, with `tape` on its path. */
const offers = async (shell: Shell, ...words: string[]): Promise<string[]> => {
  const bin = join(shell.home, 'bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'tape'), `#!/bin/sh\nexec '${process.execPath}' '${TAPE}' "$@"\n`, { mode: 0o755 });
  const script = [
    'eval "$(tape completion bash)"',
    `COMP_WORDS=(tape ${words.map((word) => `'${word}'`).join(' ')})`,
    `COMP_CWORD=${words.length}`,
    '_tape',
    'for word in "$' + '{COMPREPLY[@]}"; do echo "$word"; done',
  ].join('\n');
  const env = { ...shell.env, PATH: `${bin}:${shell.env.PATH ?? ''}` };
  const { code, out, err } = await ended(spawn('bash', ['-c', script], { env, cwd: shell.home, stdio: ['ignore', 'pipe', 'pipe'] }));
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out.split('\n').filter((line) => line !== '');
};

test.runIf(BASH)('bash completes commands, options, and the names that are there', async () => {
  const shell = openShell();
  await shell.tape('init');
  await shell.tape('handoff', 'the gate; closes');
  await shell.tape('fork', 'try-a');
  await shell.tape('append', '--session', 'review', '--new', 'x');
  expect(await offers(shell, 'anc')).toEqual(['anchors']);
  expect(await offers(shell, 'log', '--an')).toEqual(['--anchor']);
  expect(await offers(shell, 'merge', '')).toEqual(['try-a']);
  expect(await offers(shell, 'show', '')).toEqual(['session/start', 'the\\ gate\\;\\ closes']);
  expect(await offers(shell, 'log', '--session', 'r')).toEqual(['review']);
  expect(await offers(shell, 'log', '--session', '=', 'm')).toEqual(['main']);
  expect(await offers(shell, 'view', '')).toEqual([]);
});

test('where there is no tape, completion offers nothing and says nothing', async () => {
  expect(await openShell().tape('__complete', 'show', '')).toEqual({ code: 0, out: '', err: '' });
});

test('there is a script for each of three shells', async () => {
  const shell = openShell();
  for (const name of ['bash', 'zsh', 'fish']) expect((await shell.tape('completion', name)).out).toContain('tape __complete');
  expect(await shell.tape('completion', 'tcsh')).toMatchObject({
    code: 2,
    err: 'tape: There is completion for bash, zsh and fish, not for "tcsh".\n',
  });
});
