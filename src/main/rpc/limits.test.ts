import { spawnSync } from 'node:child_process';
import { closeSync, mkdirSync, openSync, readFileSync, rmSync, utimesSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, type TestContext, test } from 'vitest';
import { openEngine } from '../engine/open.ts';
import { tempFolder, writeFile } from '../engine/testing/files.ts';
import { claudeTree } from '../engine/testing/tree.ts';
import { createDispatch } from './dispatch.ts';

const TREE = claudeTree('u1 "paint the boat" > a1 "painted" <- step m1');
const still = new AbortController().signal;

describe.skipIf(process.platform === 'win32')('a process that may open few files', () => {
  test('says so while there are too many, damages nothing, and continues when there is room again', () => {
    const folder = tempFolder();
    const logs = ['a', 'b'].map((name) => writeFile(folder, `${name}.jsonl`, TREE));
    const script = fileURLToPath(new URL('testing/crowded.ts', import.meta.url));
    const words = [process.execPath, '--disable-warning=ExperimentalWarning', script, join(folder, 'home'), ...logs];
    const { stdout, stderr } = spawnSync('sh', ['-c', 'ulimit -n 80; exec "$@"', 'sh', ...words], { encoding: 'utf8' });
    expect(stderr).toBe('');
    const { crowded, free, bugs, note } = JSON.parse(stdout) as { crowded: string[]; free: string[]; bugs: string[]; note: string | null };
    expect({ bugs, note }).toEqual({ bugs: [], note: null });
    expect(free.filter((told) => !told.endsWith(': ok'))).toEqual([]);
    for (const told of crowded) expect(told).toMatch(/: ok$|: (unreadable|unwritable): .*\.$/);
    expect(crowded.filter((told) => told.endsWith('too many files are open.')).length).toBeGreaterThan(1);
  });
});

const done = (...command: string[]): boolean => spawnSync(command[0] ?? '', command.slice(1)).status === 0;

/** A disk of a few kilobytes; the test is skipped, and says why, where nobody may mount one. */
const diskOf = (size: string, { skip }: TestContext): string => {
  const folder = join(tempFolder(), 'disk');
  mkdirSync(folder);
  if (!done('mount', '-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', folder)) skip('only root may mount a disk');
  onTestFinished(() => void done('umount', '-l', folder));
  return folder;
};

const hostIn = async (home: string) => {
  const bugs: unknown[] = [];
  const { engine, handlers } = await openEngine({ home, host: 'terminal', readOnly: false, samples: null });
  const dispatch = createDispatch({ handlers, readOnly: false, onBug: (method, thrown) => void bugs.push([method, thrown]) });
  const said = async (method: string, input: unknown): Promise<string> => {
    const answer = await dispatch(method, input, still);
    return answer.ok ? 'ok' : `${answer.error.code}: ${answer.error.message}`;
  };
  return { engine, bugs, said };
};

test('a read-only disk is read, and each write to it gets a sentence', async (context) => {
  const disk = diskOf('8m', context);
  const log = writeFile(disk, 'logs/a.jsonl', TREE);
  // Nobody is writing to it any more.
  utimesSync(log, new Date('2026-11-01'), new Date('2026-11-01'));
  writeFile(disk, 'home/settings.json', '{}');
  expect(done('mount', '-o', 'remount,ro', disk)).toBe(true);
  const home = tempFolder();
  writeFile(home, 'settings.json', JSON.stringify({ tapeHome: join(disk, 'tapes') }));
  const { engine, bugs, said } = await hostIn(home);
  expect(await said('library.open', { paths: [log] })).toBe('ok');
  expect(await said('views.assemble', { tape: engine.catalog.tapes()[0]?.id, next: true })).toBe('ok');
  for (const [method, input] of [
    ['native.init', { root: tempFolder() }],
    ['float.init', { root: join(disk, 'logs') }],
    ['surgery.write', { tape: engine.catalog.tapes()[0]?.id, change: { op: 'fork-session', at: 2 } }],
  ] as const)
    expect(`${method} ${await said(method, input)}`).toMatch(
      /^\S+ (unwritable|unreadable|bad-input): .*(is read-only|nothing can be written).*\.$/,
    );
  expect(bugs).toEqual([]);
  await engine.close();
  await expect(hostIn(join(disk, 'home'))).rejects.toThrow(/nothing can be written there\. TAPESCOPE_HOME can name another folder\.$/);
});

test('a disk that fills up while logs are read gets a sentence, and holds no catalog that is wrong', async (context) => {
  const disk = diskOf('1m', context);
  const home = join(disk, 'home');
  const logs = tempFolder();
  for (let at = 0; at < 300; at++) writeFile(logs, `s${at}.jsonl`, claudeTree(`u1 "${`word${at} `.repeat(200)}"`, { session: `s${at}` }));
  const { engine, bugs, said } = await hostIn(home);
  expect(await said('library.open', { paths: [logs] })).toMatch(/^(unwritable|unreadable): .*the disk is full.*\.$/);
  await engine.close();
  expect(bugs).toEqual([]);
  expect(done('mount', '-o', 'remount,size=64m', disk)).toBe(true);
  const again = await hostIn(home);
  expect(await again.said('library.open', { paths: [logs] })).toBe('ok');
  expect([again.engine.catalog.tapes().length, again.bugs]).toEqual([300, []]);
  await again.engine.close();
});

test('a disk that is full when a damaged catalog has to be rebuilt gets a sentence, and the catalog comes back when there is room', async (context) => {
  const disk = diskOf('16m', context);
  const home = join(disk, 'home');
  const logs = tempFolder();
  for (let at = 0; at < 40; at++) writeFile(logs, `s${at}.jsonl`, claudeTree(`u1 "${`word${at} `.repeat(200)}"`, { session: `s${at}` }));
  const before = await hostIn(home);
  expect(await before.said('library.open', { paths: [logs] })).toBe('ok');
  await before.engine.ingest.idle();
  await before.engine.close();
  const first = await hostIn(home);
  expect(await first.said('library.find', {})).toBe('ok');
  const catalog = openSync(join(home, 'catalog.db'), 'r+');
  writeSync(catalog, Buffer.alloc(1 << 15, 0xff), 0, 1 << 15, 1 << 15);
  closeSync(catalog);
  expect(() => writeFileSync(join(disk, 'filler'), Buffer.alloc(16 << 20))).toThrow('ENOSPC');
  for (let nth = 0; nth < 2; nth++) {
    const said = await first.said('library.find', {});
    if (said === 'ok') expect(first.engine.note).toMatch(/^The catalog /);
    else expect(said).toMatch(/^(unwritable|unreadable): .*the disk is full.*\.$/);
  }
  await first.engine.close();
  expect(first.bugs).toEqual([]);
  rmSync(join(disk, 'filler'));
  const again = await hostIn(home);
  expect(await again.said('library.find', {})).toBe('ok');
  expect([again.engine.catalog.tapes().length, again.bugs]).toEqual([40, []]);
  await again.engine.close();
});

test('a report to a full disk gets a sentence', () => {
  const folder = tempFolder();
  const log = writeFile(folder, 'a.jsonl', TREE);
  const tape = fileURLToPath(new URL('../cli/tape.ts', import.meta.url));
  const { status, stderr } = spawnSync(
    process.execPath,
    ['--disable-warning=ExperimentalWarning', tape, 'report', `${log}@1`, '--out', '/dev/full'],
    { encoding: 'utf8', env: { ...process.env, TAPESCOPE_HOME: join(folder, 'home') } },
  );
  expect(status).not.toBe(0);
  expect(stderr).toMatch(/^tape: .*\.\n$/);
  expect(stderr).not.toMatch(/internal|at .*:\d+/);
  expect(readFileSync(log, 'utf8').length).toBeGreaterThan(0);
});
