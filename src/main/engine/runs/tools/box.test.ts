import { execFileSync } from 'node:child_process';
import { linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { tempFolder } from '../../testing/files.ts';
import { nativeHome } from '../../testing/native.ts';
import { createToolBox, toolsOf, withoutSecrets } from './box.ts';

const signal = new AbortController().signal;

const boxOf = (names: readonly string[], stop = signal) => {
  const { main } = nativeHome();
  const { root } = main.workspace.config;
  const box = createToolBox(toolsOf(names), main, withoutSecrets({ PATH: process.env.PATH, OPENAI_API_KEY: 'sk-1' }), async () => null);
  return { root, call: (name: string, args: unknown) => box({ id: 'c', name, arguments: JSON.stringify(args) }, stop) };
};

test('no path leads out of the folder of the workspace', async () => {
  const outside = tempFolder();
  writeFileSync(join(outside, 'secret.txt'), 'secret');
  const { root, call } = boxOf(['fs.read', 'fs.write']);
  symlinkSync(outside, join(root, 'out'));
  symlinkSync(join(outside, 'secret.txt'), join(root, 'link.txt'));
  symlinkSync(join(outside, 'new.txt'), join(root, 'dangling.txt'));
  symlinkSync(join(outside, 'made'), join(root, 'later'));
  symlinkSync('loop', join(root, 'loop'));
  linkSync(join(outside, 'secret.txt'), join(root, 'hard.txt'));
  const hostile = [
    '',
    '..',
    '../x',
    'a/../../x',
    join(outside, 'secret.txt'),
    'out/secret.txt',
    'link.txt',
    '~/x',
    'C:\\x',
    '..\\x',
    'a\0b',
    'loop/x',
  ];
  for (const path of [...hostile, 'out/new.txt', 'dangling.txt', 'later/new.txt', 'hard.txt', '.']) {
    expect([path, await call('fs_write', { path, content: 'x' })]).toEqual([path, { failed: expect.any(String) }]);
    if (path !== 'hard.txt') expect([path, await call('fs_read', { path })]).toEqual([path, { failed: expect.any(String) }]);
  }
  expect(readFileSync(join(outside, 'secret.txt'), 'utf8')).toBe('secret');
  expect(execFileSync('ls', [outside], { encoding: 'utf8' })).toBe('secret.txt\n');
});

test('files within it are written and read, a long one as its two ends', async () => {
  const { root, call } = boxOf(['fs.read', 'fs.write']);
  mkdirSync(join(root, 'real'));
  symlinkSync('real', join(root, 'inner'));
  expect(await call('fs_write', { path: 'inner/a/b.txt', content: 'one\ntwo\nthree' })).toEqual({ text: 'wrote: inner/a/b.txt' });
  expect(await call('fs_read', { path: 'real/a/b.txt', offset: 1, limit: 1 })).toEqual({ text: 'two' });
  await call('fs_write', { path: 'long.txt', content: 'x'.repeat(100_000) });
  const { text } = (await call('fs_read', { path: 'long.txt' })) as { text: string };
  expect(text.length).toBeLessThan(33_000);
  expect(text).toContain('68000 characters are left out');
  execFileSync('mkfifo', [join(root, 'pipe')]);
  expect(await call('fs_read', { path: 'pipe' })).toEqual({ failed: 'pipe is not a file.' });
});

test('a command has no keys, is ended at its time, with what it printed, and leaves nothing running', async () => {
  const { call } = boxOf(['bash']);
  expect(await call('bash', { cmd: 'echo "key: $OPENAI_API_KEY"; pwd >/dev/null' })).toEqual({ text: 'key:' });
  expect(await call('bash', { cmd: 'echo no; exit 3' })).toEqual({ failed: 'exit code 3\nno' });
  expect(await call('bash', { cmd: 'echo begun; sleep 1000', timeout_seconds: 1 })).toEqual({
    failed: 'It took longer than 1 s and was ended.\nbegun',
  });
  expect(await call('bash', { cmd: 'yes' })).toEqual({ failed: expect.stringContaining('It printed more than 8 MB and was ended.') });
});

test('a call that does not say what it does asks nobody', async () => {
  const { main } = nativeHome();
  const asked: unknown[] = [];
  const box = createToolBox(toolsOf(['bash', 'fs.write']), main, {}, async (_, args) => {
    asked.push(args);
    return null;
  });
  for (const args of [{}, { cmd: ['ls'] }, { cmd: null, command: 'ls' }])
    expect(await box({ id: 'c', name: 'bash', arguments: JSON.stringify(args) }, signal)).toEqual({ failed: expect.any(String) });
  expect(await box({ id: 'c', name: 'fs_write', arguments: '{"path":7,"content":"x"}' }, signal)).toEqual({ failed: expect.any(String) });
  expect(asked).toEqual([]);
});

test('only tools that are allowed by name are called, and arguments have to be an object', async () => {
  const { call } = boxOf(['tape.*']);
  expect(await call('bash', { cmd: 'true' })).toEqual({ failed: 'There is no tool bash here.' });
  expect(await call('tape_info', [])).toEqual({ failed: 'The arguments of tape_info are not a JSON object.' });
  expect(await call('tape_info', {})).toEqual({ text: expect.any(String) });
  expect(() => toolsOf(['rm'])).toThrow('There is no tool "rm"');
});
