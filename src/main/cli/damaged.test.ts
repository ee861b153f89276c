import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { expect, test } from 'vitest';
import { openDatabase } from '../engine/database/schema.ts';
import { tempFolder, writeFile } from '../engine/testing/files.ts';
import { claudeTree } from '../engine/testing/tree.ts';
import { openShell } from './testing/shell.ts';

const shell = openShell();
const folder = tempFolder();
const file = writeFile(folder, 'harbour.jsonl', claudeTree('u1 "paint the boat" > a1 "painted" <- step m1'));
const catalog = join(shell.env.TAPESCOPE_HOME ?? '', 'catalog.db');

/** Other bytes in every page but the first ones, which have the table of sources. */
const damage = (): void => {
  const bytes = readFileSync(catalog);
  bytes.fill(0x5a, 5 * 16_384);
  writeFileSync(catalog, bytes);
};

test('so does one that meets the catalog of another version, and one after it that was ended too soon', async () => {
  await shell.tape('import', file);
  const { out: before } = await shell.tape('list');
  const db = new Database(catalog);
  db.pragma('user_version = 999');
  db.close();
  const paths = join(shell.env.TAPESCOPE_HOME ?? '', 'reopen.json');
  expect((await shell.tape('list')).out).toBe(before);
  expect(existsSync(paths)).toBe(false);
  const emptied = new Database(catalog);
  emptied.pragma('user_version = 999');
  emptied.close();
  openDatabase(shell.env.TAPESCOPE_HOME ?? '').db.close();
  expect(existsSync(paths)).toBe(true);
  expect((await shell.tape('list')).out).toBe(before);
});

test('a command that meets a damaged catalog makes it again, says so and answers', async () => {
  await shell.tape('import', file);
  const [before, view] = [await shell.tape('list'), await shell.tape('view', file)];
  for (const [words, answer] of [
    [['list'], before.out],
    [['view', file], view.out],
  ] as const) {
    damage();
    const { code, out, err } = await shell.tape(...words);
    expect({ code, out }).toEqual({ code: 0, out: answer });
    expect(err).toMatch(/catalog (is|was) (damaged|rebuilt)/);
    expect(existsSync(`${catalog}.damaged`)).toBe(true);
    expect((await shell.tape(...words)).err).toBe('');
  }
});
