import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { ended } from '../testing/shell.ts';
import { openProject } from './testing/shell.ts';

const LOADED = fileURLToPath(new URL('../testing/loaded.ts', import.meta.url));

/** What a command must not load to answer. */
const HEAVY =
  /node_modules\/(?!better-sqlite3|bindings|file-uri-to-path|ignore\/|gpt-tokenizer)|engine\/(open|engine|formats\/index|catalog\/(?!pool)|rpc)|shared\/(model\/index|rpc\/contract)/;

test.each([
  [['status'], /gpt-tokenizer|\/ignore\//],
  [['log', 'list'], /gpt-tokenizer|\/ignore\//],
  [['context', '/'], /\/ignore\//],
  [['build', '--stale'], /\/ignore\//],
])('%j loads the context builder and nothing that it does not need', async (words, more) => {
  const shell = openProject({ 'a.ts': '1' });
  await shell.float('init');
  await shell.float('scan');
  const env = { ...shell.env, PROGRAM: 'float' };
  const child = spawn(process.execPath, [LOADED, ...words], { env, cwd: shell.root, stdio: ['ignore', 'pipe', 'pipe'] });
  const { code, err } = await ended(child);
  expect(code).toBe(0);
  const modules = err.trim().split('\n');
  expect(modules.some((url) => url.endsWith('/float.ts'))).toBe(true);
  expect(modules.filter((url) => HEAVY.test(url) || more.test(url))).toEqual([]);
});
