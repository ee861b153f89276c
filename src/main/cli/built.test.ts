import { execFileSync, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { tempFolder } from '../engine/testing/files.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));

/** Prints, at the end of a process, the files that it loaded and the parts of Node, to stderr. */
const TELL = `process.on('exit', () => require('node:fs').writeSync(2, JSON.stringify({
  files: Object.keys(require.cache), parts: process.moduleLoadList.map((part) => part.split(' ')[1]) })));`;

const LINES = [
  { type: 'user', uuid: 'a', sessionId: 's', timestamp: '2026-01-01T00:00:00Z', message: { role: 'user', content: 'the harbour light' } },
  {
    type: 'assistant',
    uuid: 'b',
    parentUuid: 'a',
    sessionId: 's',
    timestamp: '2026-01-01T00:00:01Z',
    message: { id: 'm', role: 'assistant', model: 'claude-x', content: [{ type: 'text', text: 'seen' }] },
  },
];

let main = '';
let home = '';

/** Runs a built command; answers what it printed, the bytes of code that it loaded and the parts of Node. */
const tape = (...words: string[]) => fed('', ...words);

/** The same, with this on stdin. */
const fed = (input: string, ...words: string[]): { out: string; bytes: number; parts: string[] } => {
  const { stdout, stderr } = spawnSync(process.execPath, ['-r', join(home, 'tell.cjs'), join(main, 'tape.js'), ...words], {
    cwd: home,
    env: { PATH: process.env.PATH, HOME: home },
    encoding: 'utf8',
    input,
  });
  const { files, parts } = JSON.parse(stderr.slice(stderr.indexOf('{"files"')));
  const own: string[] = files.filter((file: string) => file.startsWith(main) && file.endsWith('.js'));
  return { out: stdout, bytes: own.reduce((sum, file) => sum + statSync(file).size, 0), parts };
};

beforeAll(() => {
  home = realpathSync(tempFolder());
  const out = join(realpathSync(tempFolder()), 'out');
  const builder = join(root, 'node_modules/electron-vite/bin/electron-vite.js');
  execFileSync(process.execPath, [builder, 'build', '--outDir', out], { cwd: root, stdio: 'pipe' });
  main = join(out, 'main');
  writeFileSync(join(home, 'tell.cjs'), TELL);
  writeFileSync(join(home, 'log.jsonl'), LINES.map((line) => `${JSON.stringify(line)}\n`).join(''));
  tape('import', 'log.jsonl');
  tape('init');
  tape('append', 'the harbour light');
});

/** Each of these takes longer to load than most of what a command does. */
const HEAVY = /^(crypto|zlib|stream|fs\/promises|timers\/promises|worker_threads|child_process|net|http)$/;

test.each([
  ['list', 230_000],
  ['log', 290_000],
  ['view', 650_000],
])('tape %s loads at most %i bytes of code and no heavy part of Node', (command, most) => {
  const id = JSON.parse(tape('list', '--json').out).items[0].tape;
  const { out, bytes, parts } = command === 'view' ? tape('view', id) : tape(command);
  expect(out).toContain('harbour');
  expect(parts.filter((part) => HEAVY.test(part))).toEqual([]);
  expect(bytes).toBeLessThanOrEqual(most);
  expect(bytes).toBeGreaterThan(most / 2);
});

test('a hook in Node, which also takes what hooks in the shell left, loads at most 32,000 bytes of code and no heavy part of Node', () => {
  const { bytes, parts } = fed(JSON.stringify({ session_id: 's', cwd: home }), 'hook', 'claude-code', 'Stop');
  expect(existsSync(join(home, '.tapescope/agents/claude-code/s/link.json'))).toBe(true);
  expect(parts.filter((part) => HEAVY.test(part))).toEqual([]);
  expect(bytes).toBeLessThanOrEqual(32_000);
  expect(bytes).toBeGreaterThan(15_000);
});

test('what a command compiled is taken again as it is', () => {
  for (let run = 0; run < 4; run++) tape('list');
  const kept = join(home, '.tapescope/compile-cache/tape-list');
  const { mtimeMs } = statSync(kept);
  tape('list');
  expect(statSync(kept).mtimeMs).toBe(mtimeMs);
});

/** Serves the window until the library has a title. */
const serveUntil = async (title: string): Promise<void> => {
  const host = spawn(process.execPath, [join(main, 'tape.js'), 'serve', '--json'], { env: { PATH: process.env.PATH, HOME: home } });
  onTestFinished(() => void host.kill());
  await vi.waitFor(() => expect(tape('list', '--json').out).toContain(title), { timeout: 100_000, interval: 100 });
  host.kill();
  await once(host, 'exit');
};

test('a host that begins with forgetting a log that is gone reads the one that is new', async () => {
  const place = join(home, '.claude/projects/-home-ann-pier');
  const write = (name: string, says: string): void => {
    const lines = LINES.map((line) => `${JSON.stringify({ ...line, sessionId: name })}\n`.replace('the harbour light', says));
    writeFileSync(join(place, `${name}.jsonl`), lines.join(''));
  };
  mkdirSync(place, { recursive: true });
  write('one', 'the first boat');
  await serveUntil('the first boat');
  rmSync(join(place, 'one.jsonl'));
  write('two', 'the second boat');
  await serveUntil('the second boat');
  expect(tape('list', '--json').out).not.toContain('the first boat');
});
