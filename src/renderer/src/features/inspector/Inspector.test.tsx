// @vitest-environment jsdom
import { act, screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { Flag } from '../../../../shared/model/vocabulary.ts';
import { TapeError } from '../../../../shared/rpc/errors.ts';
import type { Answers } from '../../../dev/fake-bridge.ts';
import { useStore } from '../../state/store.ts';
import { draw } from '../../testing/desk.tsx';
import { Inspector } from './Inspector.tsx';
import { isAnswer } from './useAnswer.ts';

const open = (answers: Answers = {}) => {
  const desk = draw(<Inspector />, { answers });
  act(() => useStore.getState().openTape('outbox'));
  return desk;
};

test('with nothing selected, the inspector shows the step at which the playhead came to rest', async () => {
  open();
  expect(await screen.findByRole('heading', { name: 'Step 412' })).toBeDefined();
  act(() => useStore.getState().moveTo(97));
  act(() => useStore.getState().moveTo(96));
  expect(screen.getByRole('heading', { name: 'Step 412' })).toBeDefined();
  expect(await screen.findByRole('heading', { name: 'Step 96' })).toBeDefined();
});

test('a step says why each instruction file was in context, where a hook of the agent said so until then', async () => {
  const load = { path: '/harbour/RULES.md', kind: 'Project', reason: 'session_start', by: null };
  const later = { ...load, at: Date.now() + 1e9, path: '/harbour/later.md' };
  const items = [{ ...load, at: 1 }, { ...load, at: 2, reason: 'path_glob_match', by: '/harbour/a.ts' }, later];
  open({ 'agents.instructions': () => ({ items }) });
  const files = await screen.findByRole('region', { name: 'Instruction files' });
  expect(
    within(files)
      .getAllByRole('listitem')
      .map(({ textContent }) => textContent),
  ).toEqual(['/harbour/RULES.md Project · path_glob_match · by /harbour/a.ts']);
});

test.each([
  ['message', 'assistant', 0, true],
  ['tool_call', 'assistant', 0, true],
  ['tool_call', 'assistant', Flag.Twin, false],
  ['event', 'assistant', 0, false],
  ['message', 'user', 0, false],
] as const)('of a step, a %s of %s with flags %d is what the model answered: %s', (kind, role, flags, expected) => {
  expect(isAnswer({ kind, role, flags })).toBe(expected);
});

test('an entry number of a step selects that entry', async () => {
  const { hand } = open();
  await hand.click(await screen.findByRole('button', { name: '#2878' }));
  expect(useStore.getState().entry).toBe(2878);
  expect(await screen.findByRole('heading', { name: 'Result of Read src/errors/map.ts' })).toBeDefined();
});

test('what an entry says is text, however much it looks like a page', async () => {
  open();
  act(() => useStore.getState().select(1200));
  expect(await screen.findByText(/<b>not bold<\/b>/)).toBeDefined();
  expect(screen.getByRole('complementary', { name: 'Inspector' }).querySelector('b')?.textContent).not.toBe('not bold');
});

test('Raw shows the record as it is in the source; the next entry is read as what it is again', async () => {
  const { hand } = open();
  act(() => useStore.getState().select(1200));
  await hand.click(await screen.findByRole('button', { name: 'Raw' }));
  expect(screen.getByText(/"tool_use_id": "toolu_01Xk"/)).toBeDefined();
  await hand.click(screen.getByRole('button', { name: 'as written' }));
  expect(screen.getByText(/"tool_use_id":"toolu_01Xk"/)).toBeDefined();
  act(() => useStore.getState().select(1201));
  expect(screen.getByRole('button', { name: 'Raw' }).getAttribute('aria-pressed')).toBe('false');
  expect(screen.getByText(/3 tests failed/)).toBeDefined();
});

test('the way through what was inspected goes back and forward', async () => {
  const { hand } = open();
  for (const seq of [1200, 1201]) act(() => useStore.getState().select(seq));
  const trail = within(await screen.findByRole('group', { name: 'Form of the entry' }));
  await hand.click(trail.getByRole('button', { name: 'back' }));
  expect(useStore.getState().entry).toBe(1200);
  await hand.click(trail.getByRole('button', { name: 'forward' }));
  expect(useStore.getState().entry).toBe(1201);
});

test('an entry that cannot be read says why in one sentence, and can be asked for again', async () => {
  const { calls, hand } = open({
    'entries.get': () => {
      throw new TapeError('unreadable', 'Line 1204 of session.jsonl is no longer what was read.');
    },
  });
  act(() => useStore.getState().select(1200));
  expect(await screen.findByText(/Line 1204 of session\.jsonl is no longer what was read\./)).toBeDefined();
  const asked = () => calls.filter(([method]) => method === 'entries.get').length;
  const before = asked();
  await hand.click(screen.getByRole('button', { name: /again/i }));
  expect(asked()).toBe(before + 1);
});
