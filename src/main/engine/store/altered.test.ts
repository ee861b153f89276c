import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { nativeHome, user } from '../testing/native.ts';
import { alteredEntries } from './altered.ts';
import { forkTape } from './fork.ts';

/** Writes other words of the same length over some, as an editor would. */
const edit = (folder: string, from: string, to: string): void => {
  for (const name of readdirSync(folder, { recursive: true }).map(String)) {
    if (!name.endsWith('.jsonl')) continue;
    const file = join(folder, name);
    writeFileSync(file, readFileSync(file, 'utf8').replace(from, to));
  }
};

test('a line that was altered is marked where it is read, and no other', () => {
  const { workspace, main } = nativeHome();
  main.append([user('the gate closes at nine'), user('the keeper sleeps')]);
  edit(workspace.folder, 'at nine', 'at five');
  expect(main.entries({}).map(({ id, altered }) => [id, altered])).toEqual([
    [1, undefined],
    [2, true],
    [3, undefined],
  ]);
  expect(main.entries({ exact: true }).filter(({ altered }) => altered)).toHaveLength(1);
  expect(main.info().lastAnchor).not.toHaveProperty('altered');
});

test('the last anchor that info shows is checked', () => {
  const { workspace, main } = nativeHome();
  main.handoff({ name: 'second', summary: 'all is well' });
  edit(workspace.folder, 'all is well', 'all is lost');
  expect(main.info().lastAnchor).toMatchObject({ name: 'second', altered: true });
});

test('a fork marks an altered line of the prefix that it shares', () => {
  const { workspace, main, open } = nativeHome();
  main.append([user('the gate closes at nine')]);
  forkTape(main, { name: 'try' });
  const fork = open('main', 'try');
  edit(workspace.folder, 'at nine', 'at five');
  const [entry] = fork.entries({ ids: [2, 2] });
  expect(entry?.altered).toBe(true);
  const record = { kind: 'message', payload: { role: 'user', content: 'the gate closes at five' } };
  expect([...alteredEntries(fork.folder, new Map([[2, record]]))]).toEqual([2]);
});
