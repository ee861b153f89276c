import { join } from 'node:path';
import { expect, it } from 'vitest';
import { forkTape } from '../store/fork.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { call, nativeHome, user } from '../testing/native.ts';
import { createFinder } from './find.ts';

it('finds what native tapes say: in every file of every phase, in the prefix that a fork shares, and what comes later', async () => {
  const { home, main, open } = nativeHome();
  main.append([user('The lighthouse keeper sleeps'), call('c1', 'fetch_lighthouse'), user('灯台守は眠る')]);
  main.handoff({ name: 'phase-1', summary: 'Lighthouse seen.' });
  main.append([user('nothing of note')]);
  forkTape(main, { name: 'try', at: 3 });
  const fork = open('main', 'try');
  fork.append([user('another lighthouse')]);
  const room = openEngineRoom();
  await room.ingest.open([home]);
  await room.ingest.idle();
  const find = createFinder(room.home, room.store.db);
  const hits = (query: string, folder: string) => {
    const tape = room.store.catalog.tapes().find(({ file }) => file === folder)?.id;
    return find({ query, tape, limit: 50 }).hits.map(({ seq, snippet, matches: [first] }) => [seq, snippet.slice(...(first ?? [0, 0]))]);
  };
  expect(hits('lighthouse', main.folder)).toEqual([
    [5, 'Lighthouse'],
    [3, 'lighthouse'],
    [2, 'lighthouse'],
  ]);
  expect(hits('lighthouse', fork.folder)).toEqual([
    [4, 'lighthouse'],
    [3, 'lighthouse'],
    [2, 'lighthouse'],
  ]);
  expect(hits('灯台', main.folder)).toEqual([[4, '灯台']]);
  main.append([user('the lighthouse burns')]);
  await room.ingest.open([join(main.folder, 'index.db')]);
  await room.ingest.idle();
  expect(hits('lighthouse burns', main.folder)).toEqual([[main.head(), 'lighthouse']]);
});
