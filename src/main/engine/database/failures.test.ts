import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { tempFolder, writeFile } from '../testing/files.ts';
import { homeFailure } from './failures.ts';
import { openDatabase } from './schema.ts';

it('a home that is a file, or is below one, ends with a sentence', () => {
  const file = writeFile(tempFolder(), 'home', 'x');
  for (const home of [file, join(file, 'below')])
    expect(() => openDatabase(home)).toThrow(
      `Tapescope cannot keep its catalog in ${home}: it is not a folder. TAPESCOPE_HOME can name another folder.`,
    );
});

it('a catalog that cannot be had is left alone: only a damaged one is rebuilt', () => {
  const home = tempFolder();
  const kept = writeFile(home, 'catalog.db/kept', 'x');
  expect(() => openDatabase(home)).toThrow(`Tapescope cannot keep its catalog in ${home}: catalog.db in it is a folder.`);
  expect(existsSync(kept)).toBe(true);
});

it.each([
  ['SQLITE_FULL', 'the disk is full'],
  ['SQLITE_IOERR_WRITE', 'the disk answers with an error'],
  ['SQLITE_READONLY_DBMOVED', 'nothing can be written there'],
  ['EROFS', 'nothing can be written there'],
  ['SQLITE_BUSY', 'another program has locked it for too long'],
])('%s is reported as: %s', (code, reason) =>
  expect(homeFailure('/h', Object.assign(new Error('x'), { code }))?.message).toContain(`in /h: ${reason}.`),
);

it('has no words for what is not the folder’s fault', () => {
  expect(homeFailure('/h', new Error('x'))).toBeNull();
  expect(homeFailure('/h', Object.assign(new Error('x'), { code: 'SQLITE_CONSTRAINT' }))).toBeNull();
});
