import { renameSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { describeFolder } from './edit.ts';
import { getFolder } from './folders.ts';
import { generate } from './generate.ts';
import { addDecision, listDecisions } from './log.ts';
import { moveTexts } from './move-texts.ts';
import { scan } from './scan.ts';
import { project, write } from './testing.ts';

const FILES = {
  'src/auth/a.ts': 'export const a = 1;',
  'src/auth/b.ts': 'export const b = 1;',
  'src/auth/deep/c.ts': 'export const c = 1;',
};

const described = async () => {
  const float = project(FILES);
  await scan(float);
  describeFolder(float, '/src/auth', { description: 'By hand.', by: 'person' });
  describeFolder(float, '/src/auth/deep', { description: 'Deep, by hand.', by: 'person' });
  addDecision(float, { folder: '/src/auth', title: 'Tokens' });
  return float;
};

const rename = (root: string): void => renameSync(join(root, 'src/auth'), join(root, 'src/login'));

it('a scan knows a renamed folder again though one of its files was edited', async () => {
  const float = await described();
  rename(float.root);
  write(float.root, { 'src/login/a.ts': 'export const a = 2;' });
  const { movedFolders } = await scan(float);
  expect(movedFolders).toContainEqual({ from: '/src/auth', to: '/src/login' });
  expect(getFolder(float, '/src/login')).toMatchObject({ description: 'By hand.', textState: 'stale' });
  expect(getFolder(float, '/src/login/deep')).toMatchObject({ description: 'Deep, by hand.', textState: 'current' });
  expect(listDecisions(float).map(({ folder }) => folder)).toEqual(['/src/login']);
});

it('one that is like two others is taken for none, and float move takes its texts along', async () => {
  const float = await described();
  await generate(float);
  rename(float.root);
  write(float.root, { 'src/login/a.ts': '// Other.', 'src/login/b.ts': '// Other.' });
  expect((await scan(float)).movedFolders.map(({ from }) => from)).toEqual(['/src/auth/deep']);
  expect(() => moveTexts(float, '/src', '/src/login')).toThrow('still there');
  const { moved, left } = moveTexts(float, '/src/auth', '/src/login');
  expect([moved, left]).toEqual([[{ from: '/src/auth', to: '/src/login' }], []]);
  expect(getFolder(float, '/src/login')).toMatchObject({ description: 'By hand.', descriptionBy: 'person' });
  expect(listDecisions(float).map(({ folder }) => folder)).toEqual(['/src/login']);
  expect(() => moveTexts(float, '/src/auth', '/src/login')).toThrow('Nobody wrote anything');
});

it('texts that somebody wrote under the new name are not overwritten', async () => {
  const float = await described();
  rename(float.root);
  write(float.root, { 'src/login/a.ts': '// Other.', 'src/login/b.ts': '// Other.' });
  await scan(float);
  describeFolder(float, '/src/login', { description: 'Mine.', by: 'person' });
  expect(() => moveTexts(float, '/src/auth', '/src/login')).toThrow('has texts of its own');
});
