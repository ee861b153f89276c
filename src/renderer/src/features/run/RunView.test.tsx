// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RUN_BOUNDS, type Run, type RunTurn } from '../../../../shared/model/run.ts';
import { useStore } from '../../state/store.ts';
import { draw } from '../../testing/desk.tsx';
import { RunView } from './RunView.tsx';

const turn: RunTurn = {
  step: 1,
  within: null,
  state: 'done',
  text: 'I let a part of it look.',
  cut: 0,
  entry: 42,
  calls: [],
  usage: null,
  ms: 5,
};
const within = { step: 1, call: 'c', fork: 'cron-job' };
const run: Run = {
  ...{
    id: 'r',
    tape: 'notes',
    frame: 1,
    running: false,
    model: 'openai:m',
    policy: 'full',
    prompt: 'Test it',
    tools: [],
    waited: 0,
    since: 0,
  },
  ...{ bounds: RUN_BOUNDS, began: 0, ended: 9, unknown: 0, cost: null, earlier: 0, turns: [turn, { ...turn, within, entry: 99 }] },
  ...{ usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }, ask: null, pause: null, stop: null, left: null, entries: [40, 44] },
};

const open = (one: Run) => {
  const desk = draw(<RunView run={one} />, { scene: 'native' });
  act(() => useStore.getState().openTape('notes', { panel: 'run' }));
  return desk;
};

test('an entry that a run within the run wrote to a fork is opened there, by key or by click', async () => {
  const { hand } = open(run);
  const link = await screen.findByRole('button', { name: 'cron-job #99' });
  link.focus();
  await hand.keyboard('{Enter}');
  await waitFor(() => expect(useStore.getState()).toMatchObject({ tape: 'cron', entry: 99, panel: 'conversation' }));
});

test('an entry of the tape itself stays in the view of the run', async () => {
  const { hand } = open(run);
  await hand.click(await screen.findByRole('button', { name: '#42' }));
  expect(useStore.getState()).toMatchObject({ tape: 'notes', entry: 42, panel: 'run' });
});

test('of a fork that is gone that is said, and nothing else is opened', async () => {
  const { hand } = open({ ...run, turns: [{ ...turn, within: { ...within, fork: 'gone' }, entry: 7 }] });
  await hand.click(await screen.findByRole('button', { name: 'gone #7' }));
  await waitFor(() => expect(useStore.getState().notice).toBe('The fork gone no longer exists.'));
  expect(useStore.getState().tape).toBe('notes');
});
