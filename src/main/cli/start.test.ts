import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { writeTape } from '../engine/testing/files.ts';
import { bind, ended, openShell } from './testing/shell.ts';

const LOADED = fileURLToPath(new URL('testing/loaded.ts', import.meta.url));

const PRIVATE = new URL('../private.ts', import.meta.url).href;

/** What a command must not load to answer: each of these costs more than all that it does. @noble/hashes replaces node:crypto, which costs more. */
const HEAVY =
  /node:(worker_threads|fs\/promises|stream|http|net)$|node_modules\/(?!better-sqlite3|bindings|file-uri-to-path|@noble\/hashes)|engine\/(open|engine|worker|formats\/index|catalog\/|ingest\/|linking\/|storing\/|sources\/openers|rpc)|shared\/(model\/index|rpc\/contract)/;

test.each([
  [['log']],
  [['log', '--kind', 'message', '--json']],
  [['append', 'and another']],
  [['anchors']],
  [['search', 'harbour']],
  [['show', 'session/start']],
  [['__complete', 'show', '']],
])('%j loads the store and nothing that it does not need', async (words) => {
  const shell = openShell();
  bind(shell, [{ payload: { role: 'user', content: 'the harbour light' } }]);
  const child = spawn(process.execPath, [LOADED, ...words], { env: shell.env, cwd: shell.home, stdio: ['ignore', 'pipe', 'pipe'] });
  const { code, out, err } = await ended(child);
  expect(code).toBe(0);
  expect(out).toMatch(/harbour|Appended|session\/start/);
  const modules = err.trim().split('\n');
  expect(modules.some((url) => url.endsWith('/open-tape.ts'))).toBe(true);
  expect(modules.filter((url) => HEAVY.test(url))).toEqual([]);
});

/** What reads sources into the catalog or starts threads for it, and what writes native tapes. */
const READING =
  /node:worker_threads$|engine\/(linking\/link[a-z-]*|sources\/(bring-source|openers|open-[a-z-]+|read-batch)|ingest\/(structure|ingest-worker)|store\/(open-tape|append|lock))\.ts/;

test('a list and a view load nothing that reads sources, where nothing in them has changed', async () => {
  const shell = openShell();
  const file = writeTape([
    { type: 'user', uuid: 'a', sessionId: 's', timestamp: '2026-01-01T00:00:00Z', message: { role: 'user', content: 'the harbour light' } },
    {
      type: 'assistant',
      uuid: 'b',
      parentUuid: 'a',
      sessionId: 's',
      timestamp: '2026-01-01T00:00:01Z',
      message: { id: 'm', role: 'assistant', model: 'claude-x', content: [{ type: 'text', text: 'seen' }] },
    },
  ]);
  expect((await shell.tape('import', file)).code).toBe(0);
  for (const words of [['list'], ['view', file]]) {
    const child = spawn(process.execPath, [LOADED, ...words], { env: shell.env, cwd: shell.home, stdio: ['ignore', 'pipe', 'pipe'] });
    const { code, out, err } = await ended(child);
    expect({ words, code }).toEqual({ words, code: 0 });
    expect(out).toContain('harbour');
    expect(err.split('\n').filter((url) => READING.test(url))).toEqual([]);
  }
});

test('what every program does first brings nothing of Node along but files, paths, the home of the user and the compiler', async () => {
  const shell = openShell();
  const program = `import { registerHooks } from 'node:module';
    const loaded = [];
    registerHooks({ load: (url, context, next) => (loaded.push(url), next(url, context)) });
    await import(${JSON.stringify(PRIVATE)});
    process.stdout.write(loaded.filter((url) => url.startsWith('node:')).sort().join(' '));`;
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], { env: shell.env, stdio: ['ignore', 'pipe', 'pipe'] });
  expect((await ended(child)).out).toBe('node:fs node:os node:path node:vm');
});
