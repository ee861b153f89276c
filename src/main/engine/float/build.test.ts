import { readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { build } from './build.ts';
import { readContext } from './context-files.ts';
import { describeFolder } from './edit.ts';
import type { Float } from './float.ts';
import { TIME_LINE } from './format.ts';
import { listBuilds, readBuild } from './record.ts';
import { scan } from './scan.ts';
import { project, write } from './testing.ts';
import { validate } from './validate.ts';

const files = (float: Float): string[] => readdirSync(float.contexts).sort();
const states = async (float: Float): Promise<Record<string, string>> =>
  Object.fromEntries((await validate(float)).flatMap(({ file, state }) => (state === 'current' ? [] : [[file, state]])));

it('writes every tier of every folder, or the one that is asked for', async () => {
  const float = project({ 'src/a.ts': '' });
  await scan(float);
  const { written } = await build(float, { path: '/src', tiers: ['minimal'] });
  expect(written).toEqual(['src.minimal.md']);
  const seen: unknown[] = [];
  const all = await build(float, { progress: (one) => seen.push(one) });
  expect(files(float)).toEqual(all.written.toSorted());
  expect(files(float)).toHaveLength(8);
  expect(seen).toEqual([{ done: 2, total: 2 }]);
  await expect(build(float, { path: '/nowhere' })).rejects.toMatchObject({ code: 'not-found' });
  await expect(build(float, { signal: AbortSignal.abort() })).rejects.toMatchObject({ code: 'cancelled' });
});

it('gives the same bytes twice but for the time line', async () => {
  const float = project({ 'src/a.ts': '', 'src/b/c.ts': '' });
  await scan(float);
  const read = (): string[] => files(float).map((name) => readFileSync(join(float.contexts, name), 'utf8'));
  await build(float);
  const first = read();
  await build(float);
  expect(read()).not.toEqual(first);
  expect(read().map((text) => text.replace(TIME_LINE, ''))).toEqual(first.map((text) => text.replace(TIME_LINE, '')));
});

it('finds what is stale, missing, changed, foreign, pending or over its budget', async () => {
  const float = project({ 'a/x': '', 'b/x': '', 'c/x': '', 'd/x': '' });
  await scan(float);
  await build(float, { tiers: ['standard'] });
  expect(await states(float)).toEqual({});
  rmSync(join(float.contexts, 'a.standard.md'));
  writeFileSync(join(float.contexts, 'b.standard.md'), 'mine');
  writeFileSync(join(float.contexts, 'decisions.md'), 'by hand');
  write(float.root, { 'e/x': '' });
  await scan(float);
  float.db.exec("UPDATE contexts SET stale_at = NULL; UPDATE contexts SET tokens = 2000 WHERE path = '/d'");
  const found = await states(float);
  expect(found).toEqual({
    '_root.standard.md': 'stale',
    'a.standard.md': 'missing',
    'b.standard.md': 'changed',
    'c.standard.md': 'stale',
    'd.standard.md': 'stale',
    'e.standard.md': 'pending',
    'decisions.md': 'foreign',
  });
  rmSync(join(float.contexts, 'decisions.md'));
  await build(float, { tiers: ['standard'] });
  expect(await states(float)).toEqual({});
  float.db.exec("UPDATE contexts SET tokens = 2000 WHERE path = '/d'");
  expect(await states(float)).toEqual({ 'd.standard.md': 'over-budget' });
});

it('replaces a link in the place of a file, and writes nothing through it', async () => {
  const float = project({ 'a/x': '', 'secret.txt': 'keep' });
  await scan(float);
  symlinkSync(join(float.root, 'secret.txt'), join(float.contexts, 'a.full.md'));
  await build(float);
  expect(readFileSync(join(float.root, 'secret.txt'), 'utf8')).toBe('keep');
  expect(readContext(float, 'a.full.md')).toContain('# FloatPrompt Context: /a');
});

it('keeps the builds before, with when they were current and what they said', async () => {
  const float = project({ 'a/x': '' });
  await scan(float);
  await build(float, { tiers: ['full'] });
  const first = readContext(float, 'a.full.md');
  for (const text of ['one', 'two', 'three', 'four', 'five', 'six']) {
    describeFolder(float, '/a', { description: text, by: 'person' });
    await build(float, { stale: true, tiers: ['full'] });
  }
  const builds = listBuilds(float, '/a', 'full');
  expect(builds).toHaveLength(7);
  expect(builds[0]).toMatchObject({ replacedAt: null, staleAt: null });
  for (const [at, older] of builds.slice(1).entries()) {
    expect(older.staleAt).toBeGreaterThan(older.builtAt);
    expect(older.replacedAt).toBe(builds[at]?.builtAt);
  }
  const texts = builds.slice(1).map(({ digest }) => readBuild(float, '/a', 'full', digest));
  expect(texts[4]).toContain('one');
  expect(texts[5]).toBeNull();
  expect(first).not.toBeNull();
});

it('what was changed and changed back is current again without a write', async () => {
  const float = project({ 'a/x': '1' });
  await scan(float);
  await build(float);
  write(float.root, { 'a/x': '2' });
  await scan(float);
  write(float.root, { 'a/x': '1' });
  await scan(float);
  expect(await build(float, { stale: true })).toMatchObject({ written: [], unchanged: 2 });
  expect(await states(float)).toEqual({});
});
