import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, vi } from 'vitest';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeTape } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';
import { reopen } from './reopen.ts';
import { openDatabase } from './schema.ts';

const drawing = 'u1 "one" > a1 "two" <- step m1';

it('a log that was opened by hand comes back with a catalog that is rebuilt', async () => {
  const home = tempFolder();
  const [kept, gone] = [writeTape(claudeTree(drawing), 'kept.jsonl'), writeTape(claudeTree(drawing), 'gone.jsonl')];
  const room = openEngineRoom({ home });
  await room.ingest.open([kept, gone]);
  room.store.db.pragma('user_version = 999');
  rmSync(gone);
  openDatabase(home).db.close();
  expect(existsSync(join(home, 'reopen.json'))).toBe(true);

  const open = vi.fn(async () => ({ refused: [] }));
  await reopen(home, open);
  expect(open).toHaveBeenCalledExactlyOnceWith([kept]);
  expect(existsSync(join(home, 'reopen.json'))).toBe(false);
  await reopen(home, open);
  expect(open).toHaveBeenCalledTimes(1);
});

it('a catalog that is damaged twice still has the list of before', async () => {
  const home = tempFolder();
  const kept = writeTape(claudeTree(drawing));
  const room = openEngineRoom({ home });
  await room.ingest.open([kept]);
  room.store.db.pragma('user_version = 999');
  openDatabase(home).db.close();
  writeFileSync(join(home, 'catalog.db'), 'no database at all');
  expect(openDatabase(home).note).toContain('was rebuilt');
  const open = vi.fn(async () => ({ refused: [] }));
  await reopen(home, open);
  expect(open).toHaveBeenCalledExactlyOnceWith([kept]);
});

it('what was not read stays on the list: all where the reading was stopped, and what the disk refused for a while', async () => {
  const home = tempFolder();
  const logs = ['a', 'b', 'c'].map((name) => writeTape(claudeTree(drawing), `${name}.jsonl`));
  writeFileSync(join(home, 'reopen.json'), JSON.stringify(logs));
  const listed = (): unknown => JSON.parse(readFileSync(join(home, 'reopen.json'), 'utf8'));
  await reopen(home, async () => ({ refused: [], cancelled: true }));
  expect(listed()).toEqual(logs);
  const [a = '', b = '', c = ''] = logs;
  const refused = [
    { path: a, reason: `${a} cannot be read: too many files are open.` },
    { path: b, reason: 'It is not a log.' },
  ];
  await reopen(home, async () => ({ refused }));
  expect(listed()).toEqual([a]);
  await reopen(home, async (paths) => {
    expect(paths).toEqual([a]);
    return { refused: [] };
  });
  expect([existsSync(join(home, 'reopen.json')), existsSync(c)]).toEqual([false, true]);
});
