import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nativeHome, user } from '../testing/native.ts';
import { discardFork } from './discard.ts';
import { forkTape } from './fork.ts';
import { reindexTape } from './reindex.ts';
import { verifyTape } from './verify.ts';

test('a fork that is discarded goes to the archive with its entries, an event tells of it, and its name is free again', () => {
  const { workspace, main, open } = nativeHome();
  main.append([user('one')]);
  forkTape(main, { name: 'try' });
  open('main', 'try').append([user('of the fork')]);
  const { archive, event } = discardFork(main, { name: 'try', note: 'no gain' });
  expect(existsSync(join(main.folder, 'forks', 'try'))).toBe(false);
  expect(readdirSync(join(main.folder, archive))).toContain('fork.json');
  expect(main.forks()).toEqual([]);
  expect(main.entry(event)?.payload).toMatchObject({ name: 'discard', data: { branch: 'try', archive, note: 'no gain' } });
  expect(verifyTape(workspace)).toMatchObject({ ok: true });
  expect(forkTape(main, { name: 'try' })).toMatchObject({ start: event, state: 'open', entries: 0 });
  expect(main.info().openForks).toEqual(['try']);
});

test('an index that is rebuilt from the files knows which forks were discarded', () => {
  const { main, workspace } = nativeHome();
  for (const name of ['a', 'b']) forkTape(main, { name });
  discardFork(main, { name: 'a' });
  reindexTape(workspace, main.which);
  expect(main.forks().map(({ name }) => name)).toEqual(['b']);
});

test('only an open fork of a session is discarded, by nobody else than this command', () => {
  const { main, open } = nativeHome();
  expect(() => discardFork(main, { name: 'nowhere' })).toThrow('There is no fork');
  forkTape(main, { name: 'a' });
  expect(() => discardFork(open('main', 'a'), { name: 'b' })).toThrow('is a fork itself');
  const made = { kind: 'event', payload: { name: 'discard', data: { event: 'discard', branch: 'a' } } };
  expect(() => main.append([made])).toThrow('tape discard');
});
