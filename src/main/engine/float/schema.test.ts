import { mkdirSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, it } from 'vitest';
import { tempFolder } from '../testing/files.ts';
import { closeFloat, type Float, openFloat } from './float.ts';
import { listFolders } from './folders.ts';
import { generate } from './generate.ts';
import { scan } from './scan.ts';
import { migrate, SCHEMA_VERSION } from './schema.ts';
import { project, SECOND, write } from './testing.ts';

const built = (path: string): string => `INSERT INTO contexts VALUES ('${path}', 'full', 'x', 'h', 'd', 1, 1, NULL, 1, 1, 1)`;

it('is made once and opened as it is', () => {
  const root = tempFolder();
  expect(() => openFloat(root)).toThrow('float init');
  closeFloat(openFloat(root, { create: true }));
  const float = openFloat(root, { readOnly: true });
  expect(float.db.pragma('user_version', { simple: true })).toBe(SCHEMA_VERSION);
  closeFloat(float);
});

it('marks all as stale where the schema or the format is a newer one, and nothing otherwise', () => {
  const root = tempFolder();
  const first = openFloat(root, { create: true });
  first.db.exec(`${built('/')};${built('/a')}`);
  closeFloat(first);
  const again = openFloat(root);
  const stale = again.db.prepare('SELECT stale_at FROM contexts').pluck();
  expect(stale.all()).toEqual([null, null]);
  migrate(again.db, 7, [
    ...Array.from({ length: SCHEMA_VERSION }, () => () => {}),
    (db) => db.exec('ALTER TABLE files ADD COLUMN more TEXT'),
  ]);
  expect(stale.all()).toEqual([7, 7]);
  expect(() => migrate(again.db, 8)).toThrow('newer version');
  again.db.exec(`UPDATE contexts SET stale_at = NULL; PRAGMA user_version = ${SCHEMA_VERSION}; UPDATE meta SET value = '0'`);
  closeFloat(again);
  const other = openFloat(root, { now: () => 9 });
  expect(other.db.prepare('SELECT stale_at FROM contexts').pluck().all()).toEqual([9, 9]);
  closeFloat(other);
});

it('of a database of version 2 keeps which texts are as new as their files, and has each file read once', async () => {
  const float = project({ 'src/a.ts': '// It is new.\n', 'src/deep/b.ts': '// It is old.\n' });
  await scan(float);
  await generate(float, { writer: { model: 'm', write: async (_folder, found) => found } });
  write(float.root, { 'src/deep/b.ts': '// It is other.\n' });
  await scan(float);
  const texts = (of: Float): unknown => listFolders(of).map(({ path, textState }) => [path, textState]);
  expect(texts(float)).toEqual([
    ['/', 'pending'],
    ['/src', 'current'],
    ['/src/deep', 'stale'],
  ]);
  float.db.exec(SECOND);
  closeFloat(float);
  const again = openFloat(float.root);
  expect(texts(again)).toEqual([
    ['/', 'pending'],
    ['/src', 'current'],
    ['/src/deep', 'stale'],
  ]);
  expect(await scan(again)).toMatchObject({ hashed: 2, changed: 0, stale: [] });
  closeFloat(again);
});

it('refuses a database that is not its own, and a link in place of its folder', () => {
  const root = tempFolder();
  mkdirSync(join(root, '.float'));
  const foreign = new Database(join(root, '.float', 'float.db'));
  foreign.exec('CREATE TABLE folders (path TEXT)');
  foreign.close();
  expect(() => openFloat(root)).toThrow('FloatPrompt itself');
  const linked = tempFolder();
  symlinkSync(join(root, '.float'), join(linked, '.float'));
  expect(() => openFloat(linked, { create: true })).toThrow('is a link');
});
