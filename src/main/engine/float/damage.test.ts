import { appendFileSync, mkdirSync, readFileSync, rmSync, statSync, symlinkSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { TIERS } from '../../../shared/model/float-kinds.ts';
import { build } from './build.ts';
import { lookForDamage } from './damage.ts';
import { describeFolder } from './edit.ts';
import { closeFloat, type Float, openFloat } from './float.ts';
import { floatStatus } from './folders.ts';
import { scan } from './scan.ts';
import { project, SECOND, write } from './testing.ts';
import { validate } from './validate.ts';

const TREE = { 'a/x': '', 'b/x': '', 'c/x': '', 'd/x': '', 'e/x': '' };

const built = async (options: Parameters<typeof build>[1] = {}): Promise<Float> => {
  const float = project(TREE);
  await scan(float);
  await build(float, options);
  return float;
};
const at = (float: Float, name: string): string => join(float.contexts, name);
const wrong = async (float: Float): Promise<Record<string, string>> =>
  Object.fromEntries((await validate(float)).flatMap(({ file, state }) => (state === 'current' ? [] : [[file, state]])));

/** Removes a file, cuts one, edits one without another size and one besides without another time, puts a link in the place of one and a touch on another. */
const harm = (float: Float): void => {
  rmSync(at(float, 'a.standard.md'));
  writeFileSync(at(float, 'b.full.md'), '');
  const text = readFileSync(at(float, 'c.minimal.md'), 'utf8');
  writeFileSync(at(float, 'c.minimal.md'), text.replace('Context', 'Kontext'));
  const { mtime } = statSync(at(float, 'c.full.md'));
  writeFileSync(at(float, 'c.full.md'), readFileSync(at(float, 'c.full.md'), 'utf8').replace('Context', 'Kontext'));
  utimesSync(at(float, 'c.full.md'), mtime, mtime);
  rmSync(at(float, 'd.deep.md'));
  symlinkSync(at(float, 'd.full.md'), at(float, 'd.deep.md'));
  utimesSync(at(float, 'e.full.md'), 1, 1);
};

it('builds exactly the files that are gone or edited, and calls them what validate calls them', async () => {
  const float = await built();
  harm(float);
  const names = {
    'a.standard.md': 'missing',
    'b.full.md': 'changed',
    'c.full.md': 'changed',
    'c.minimal.md': 'changed',
    'd.deep.md': 'changed',
  };
  const { damage, touched } = lookForDamage(float, TIERS);
  expect(await wrong(float)).toEqual(names);
  expect(Object.fromEntries(damage.map(({ path, tier, state }) => [`${path.slice(1)}.${tier}.md`, state]))).toEqual(names);
  expect(touched.map(({ path, tier }) => [path, tier])).toEqual([['/e', 'full']]);
  expect((await build(float, { stale: true, tiers: ['standard'] })).written).toEqual(['a.standard.md']);
  expect((await build(float, { stale: true })).written).toEqual(['b.full.md', 'c.minimal.md', 'c.full.md', 'd.deep.md']);
  expect(await wrong(float)).toEqual({});
  expect(await build(float, { stale: true })).toEqual({ written: [], unchanged: 0, removed: [], folders: 0 });
});

it('reads no file that is as it was written, and one that was only touched once', async () => {
  const float = await built({ jobs: 1 });
  expect(lookForDamage(float, TIERS)).toEqual({ damage: [], touched: [] });
  for (const { file } of await validate(float)) utimesSync(at(float, file), 1, 1);
  expect(lookForDamage(float, TIERS).touched).toHaveLength(24);
  expect((await build(float, { stale: true })).written).toEqual([]);
  expect(lookForDamage(float, TIERS)).toEqual({ damage: [], touched: [] });
});

it('knows how threads wrote a file', async () => {
  const float = project(Object.fromEntries(Array.from({ length: 100 }, (_, index) => [`d${index}/x`, ''])));
  await scan(float);
  await build(float, { tiers: ['minimal'], jobs: 2 });
  expect(lookForDamage(float, TIERS)).toEqual({ damage: [], touched: [] });
});

it('looks at nothing where it is told to trust, and at one folder where that is asked for', async () => {
  const float = await built({ tiers: ['standard'] });
  rmSync(at(float, 'a.standard.md'));
  appendFileSync(at(float, 'b.standard.md'), 'mine');
  expect((await build(float, { stale: true, trust: true })).written).toEqual([]);
  expect((await build(float, { stale: true, path: '/b' })).written).toEqual(['b.standard.md']);
  expect(await wrong(float)).toEqual({ 'a.standard.md': 'missing' });
});

it('of tiers that nobody built none is missed, by any of the three who ask', async () => {
  const float = await built({ tiers: ['standard'] });
  expect(await build(float, { stale: true })).toMatchObject({ written: [] });
  write(float.root, { 'f/x': '' });
  await scan(float);
  expect(floatStatus(float).contexts).toEqual({ current: 0, stale: 6, pending: 1 });
  expect(await wrong(float)).toMatchObject({ 'f.standard.md': 'pending' });
  expect((await build(float, { stale: true })).written).toHaveLength(7);
  expect(await wrong(float)).toEqual({});
});

it('a folder in the place of a file is reported, and keeps its place', async () => {
  const float = await built({ tiers: ['standard'] });
  rmSync(at(float, 'a.standard.md'));
  mkdirSync(join(at(float, 'a.standard.md'), 'in-the-way'), { recursive: true });
  expect(await wrong(float)).toEqual({ 'a.standard.md': 'missing' });
  await expect(build(float, { stale: true })).rejects.toMatchObject({ code: 'unwritable' });
  expect(statSync(at(float, 'a.standard.md')).isDirectory()).toBe(true);
});

it('a database from before sizes were noted loses nothing, and is as quick from its next build on', async () => {
  const float = await built({ tiers: ['standard'] });
  describeFolder(float, '/a', { description: 'By hand.', by: 'person' });
  await build(float, { stale: true });
  float.db.exec(SECOND);
  float.db.exec('ALTER TABLE contexts DROP COLUMN size; ALTER TABLE contexts DROP COLUMN mtime; PRAGMA user_version = 1');
  closeFloat(float);
  const again = openFloat(float.root);
  expect(floatStatus(again).contexts).toEqual({ current: 0, stale: 6, pending: 0 });
  expect(await build(again, { stale: true })).toMatchObject({ written: [], unchanged: 6 });
  expect(lookForDamage(again, TIERS)).toEqual({ damage: [], touched: [] });
  expect(again.db.prepare("SELECT description FROM folders WHERE path = '/a'").pluck().get()).toBe('By hand.');
  closeFloat(again);
});
