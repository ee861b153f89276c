import { expect, test } from 'vitest';
import { editLines, nativeHome, user } from '../testing/native.ts';
import { alteredEntries } from './altered.ts';
import { forkTape } from './fork.ts';

test('a line that was altered is marked where it is read, and no other', () => {
  const { workspace, main } = nativeHome();
  main.append([user('the gate closes at nine'), user('the keeper sleeps')]);
  editLines(workspace.folder, 'at nine', 'at five');
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
  editLines(workspace.folder, 'all is well', 'all is lost');
  expect(main.info().lastAnchor).toMatchObject({ name: 'second', altered: true });
});

test('a fork marks an altered line of the prefix that it shares', () => {
  const { workspace, main, open } = nativeHome();
  main.append([user('the gate closes at nine')]);
  forkTape(main, { name: 'try' });
  const fork = open('main', 'try');
  editLines(workspace.folder, 'at nine', 'at five');
  const [entry] = fork.entries({ ids: [2, 2] });
  expect(entry?.altered).toBe(true);
  const record = { kind: 'message', payload: { role: 'user', content: 'the gate closes at five' } };
  expect([...alteredEntries(fork.folder, new Map([[2, record]]))]).toEqual([2]);
});
