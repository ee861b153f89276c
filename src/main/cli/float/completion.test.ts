import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { closeFloat, openFloat } from '../../engine/float/float.ts';
import { addDecision } from '../../engine/float/log.ts';
import { scan } from '../../engine/float/scan.ts';
import { complete, type Names } from '../completion.ts';
import { ended } from '../testing/shell.ts';
import { FLOAT as PROGRAM } from './commands.ts';
import { FLOAT, type FloatShell, openProject } from './testing/shell.ts';

const names: Names = (sort) => [{ value: `/${sort}`, about: '' }];
const values = async (...words: string[]): Promise<string[]> => (await complete(words, PROGRAM.commands, names)).map(({ value }) => value);

describe('completion of float', () => {
  test('commands of two words, one word after the other', async () => {
    expect(await values('sc')).toEqual(['scan', 'scope']);
    expect(await values('scope', '')).toEqual(['set', 'unset']);
    expect(await values('scope', 'u')).toEqual(['unset']);
    expect(await values('help', 'lo')).toEqual(['log']);
    expect(await values('help', 'log', '')).toEqual(['add', 'list']);
    expect(await values('help', 'log', 'add', '')).toEqual([]);
    expect(await values('scope', 'sideways', '')).toEqual([]);
    expect(await values('')).not.toContain('__complete');
  });

  test('options and values of such commands, and names where a folder or a decision stands', async () => {
    expect(await values('scope', 'set', '--b')).toEqual(['--boot']);
    expect(await values('log', 'add', '/src', '--status', 'l')).toEqual(['locked']);
    expect(await values('build', '--stale', '--tier', 'mi')).toEqual(['minimal']);
    expect(await values('build', '')).toEqual(['/folder']);
    expect(await values('link', '/a', '/')).toEqual(['/folder']);
    expect(await values('log', 'add', '/src', 'A title', '')).toEqual([]);
    expect(await values('log', 'add', '--supersedes', '')).toEqual(['/decision']);
  });
});

/** What bash would offer at the end of a line of these words, with `float` on its path. */
const offers = async (shell: FloatShell, ...words: string[]): Promise<string[]> => {
  const bin = join(shell.root, '.bin');
  mkdirSync(bin, { recursive: true });
  writeFileSync(join(bin, 'float'), `#!/bin/sh\nexec '${process.execPath}' '${FLOAT}' "$@"\n`, { mode: 0o755 });
  const script = [
    'eval "$(float completion bash)"',
    `COMP_WORDS=(float ${words.map((word) => `'${word}'`).join(' ')})`,
    `COMP_CWORD=${words.length}`,
    '_float',
    'for word in "$' + '{COMPREPLY[@]}"; do echo "$word"; done',
  ].join('\n');
  const env = { ...shell.env, PATH: `${bin}:${shell.env.PATH ?? ''}` };
  const { code, out, err } = await ended(spawn('bash', ['-c', script], { env, cwd: shell.root, stdio: ['ignore', 'pipe', 'pipe'] }));
  expect({ code, err }).toEqual({ code: 0, err: '' });
  return out.split('\n').filter((line) => line !== '');
};

test.runIf(spawnSync('bash', ['--version']).status === 0)('bash completes folders of the project and its decisions', async () => {
  const shell = openProject({ 'src/auth/a.ts': '', 'src/two words/b.ts': '', 'docs/c.md': '' });
  const float = openFloat(shell.root, { create: true });
  await scan(float);
  const { entry } = addDecision(float, { folder: '/src', title: 'Tokens' });
  addDecision(float, { folder: '/src', title: 'Sessions', supersedes: entry.id });
  closeFloat(float);
  expect(await offers(shell, 'context', '/src/')).toEqual(['/src/auth', '/src/two\\ words']);
  expect(await offers(shell, 'log', 'add', '/d', '--tag', 'a')).toEqual(['architectural']);
  expect(await offers(shell, 'log', 'add', '--supersedes', '')).toEqual(['2']);
  // Those that are counted from here are the shell's own to complete.
  expect(await offers(shell, 'context', 'sr')).toEqual([]);
});

test('where there is no project, completion offers nothing and says nothing', async () => {
  expect(await openProject().float('__complete', 'context', '/')).toEqual({ code: 0, out: '', err: '' });
});

test('there is a script for each of three shells', async () => {
  const shell = openProject();
  for (const name of ['bash', 'zsh', 'fish']) {
    const { out } = await shell.float('completion', name);
    expect(out).toContain('float __complete');
    expect(out).not.toMatch(/NAME|tape/);
  }
});
