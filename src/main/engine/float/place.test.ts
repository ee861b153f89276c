import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder } from '../testing/files.ts';
import { build } from './build.ts';
import { lookForDamage } from './damage.ts';
import { describeFolder } from './edit.ts';
import { closeFloat, openFloat, openToRead } from './float.ts';
import { getFolder } from './folders.ts';
import { initFloat } from './init.ts';
import { scan } from './scan.ts';
import { project } from './testing.ts';
import { validate } from './validate.ts';

/** A project that was built and closed. */
const closed = async (): Promise<string> => {
  const float = project({ 'src/a.ts': '1' });
  await scan(float);
  describeFolder(float, '/src', { description: 'The sources.', by: 'person' });
  await build(float, { tiers: ['standard'] });
  closeFloat(float);
  return float.root;
};

it.each<[string, (root: string) => void, string, RegExp]>([
  ['no folder', (root) => rmSync(root, { recursive: true }), 'not-found', /^There is no folder .*\.$/],
  ['no .float', (root) => rmSync(join(root, '.float'), { recursive: true }), 'not-found', /: make one with float init\.$/],
  [
    'a file in the place of .float',
    (root) => {
      rmSync(join(root, '.float'), { recursive: true });
      writeFileSync(join(root, '.float'), '');
    },
    'refused',
    /\.float is not a folder, /,
  ],
  [
    'a folder in the place of the database',
    (root) => {
      rmSync(join(root, '.float/float.db'));
      mkdirSync(join(root, '.float/float.db'));
    },
    'refused',
    /float\.db is a folder, and no database\.$/,
  ],
  [
    'a database that is none',
    (root) => writeFileSync(join(root, '.float/float.db'), 'x'.repeat(5000)),
    'unreadable',
    /is damaged or no database: /,
  ],
])('%s is reported in one sentence, and nothing is made', async (_, harm, code, sentence) => {
  const root = await closed();
  harm(root);
  for (const open of [openFloat, openToRead]) {
    expect(() => open(root)).toThrow(expect.objectContaining({ code, message: expect.stringMatching(sentence) }));
    expect(() => open(root)).not.toThrow(/\n|SQLITE|\bE(NOENT|NOTDIR|ISDIR|EXIST|ACCES|PERM)\b/);
  }
});

it('a project that is not there is not made', () => {
  const root = tempFolder();
  expect(() => initFloat(join(root, 'nowhere'))).toThrow(expect.objectContaining({ code: 'not-found' }));
  expect(readdirSync(root)).toEqual([]);
});

it('who only reads a project that may not be written reads it as it is', async () => {
  const root = await closed();
  rmSync(join(root, '.float/context'), { recursive: true });
  writeFileSync(join(root, '.float/context'), '');
  expect(() => openFloat(root)).toThrow(expect.objectContaining({ code: 'unwritable' }));
  const float = openToRead(root);
  expect(getFolder(float, '/src').description).toBe('The sources.');
  expect(() => getFolder(float, '/src/a.ts')).toThrow('/src/a.ts is a file');
  expect(lookForDamage(float, ['standard']).damage).toMatchObject([{ state: 'missing' }, { state: 'missing' }]);
  expect(await validate(float)).toMatchObject([{ state: 'missing' }, { state: 'missing' }]);
  expect(() => describeFolder(float, '/src', { description: 'Other.', by: 'person' })).toThrow();
  closeFloat(float);
});

it('a database of another version may not be changed by who only reads', async () => {
  const root = await closed();
  const float = openFloat(root);
  float.db.pragma('user_version = 1');
  closeFloat(float);
  rmSync(join(root, '.float/context'), { recursive: true });
  writeFileSync(join(root, '.float/context'), '');
  expect(() => openToRead(root)).toThrow(expect.objectContaining({ code: 'refused' }));
});
