// @vitest-environment jsdom
import { act, screen, waitFor } from '@testing-library/react';
import { expect, test } from 'vitest';
import { RUN_BOUNDS, type Run, type RunSetup } from '../../../../shared/model/run.ts';
import { TapeError } from '../../../../shared/rpc/errors.ts';
import type { Answers } from '../../../dev/fake-bridge.ts';
import { useStore } from '../../state/store.ts';
import { draw } from '../../testing/desk.tsx';
import { Composer } from './Composer.tsx';
import { useRunState } from './state.ts';

const setup: RunSetup = {
  folder: '/home/me/research-notes',
  providers: [
    { name: 'anthropic', why: null },
    { name: 'openai', why: 'OPENAI_API_KEY is not set.' },
  ],
  model: 'anthropic:claude-test',
  models: ['anthropic:claude-test'],
  tools: [],
  chosen: [],
  run: null,
};

const run: Run = {
  ...{ id: 'r1', tape: 'notes', frame: 1, running: true, model: 'anthropic:claude-test', policy: 'last-anchor', prompt: 'Go on' },
  ...{ tools: [], bounds: RUN_BOUNDS, began: 0, ended: null, waited: 0, since: 0, unknown: 0, cost: null, turns: [], earlier: 0 },
  ...{ usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }, ask: null, pause: null, stop: null, left: null, entries: null },
};

const initial = useRunState.getState();

const open = (of: Partial<RunSetup> = {}, answers: Answers = {}, tape = 'notes') => {
  useRunState.setState(initial, true);
  const desk = draw(<Composer tape={tape} setup={{ ...setup, ...of }} />, { scene: 'native', answers });
  act(() => useStore.getState().openTape(tape));
  return { ...desk, sent: () => desk.calls.filter(([method]) => method === 'runs.start').map(([, input]) => input) };
};

const prompt = () => screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' });

test('a prompt is sent with the model, the policy and the bounds that are shown', async () => {
  const { hand, sent } = open({}, { 'runs.start': () => run });
  await hand.type(await prompt(), 'Which retries are left?');
  await hand.click(screen.getByRole('button', { name: /^Send/ }));
  expect(sent()).toEqual([
    expect.objectContaining({ tape: 'notes', prompt: 'Which retries are left?', model: 'anthropic:claude-test', bounds: RUN_BOUNDS }),
  ]);
  expect((await prompt()).value).toBe('');
});

test('nothing is sent of an empty prompt', async () => {
  const { hand, sent } = open();
  await hand.type(await prompt(), '  ');
  await hand.click(screen.getByRole('button', { name: /^Send/ }));
  expect(sent()).toEqual([]);
});

test('a model that cannot be asked says why, and nothing is sent', async () => {
  const { hand, sent } = open({ model: 'openai:gpt-test' });
  await hand.type(await prompt(), 'Hello');
  expect(screen.getByText(/OPENAI_API_KEY is not set\./)).toBeDefined();
  await hand.click(screen.getByRole('button', { name: /^Send/ }));
  expect(sent()).toEqual([]);
});

test('bounds that are none say so in one sentence', async () => {
  const { hand } = open();
  const most = await screen.findByRole('textbox', { name: 'Requests at most' });
  await hand.clear(most);
  await hand.type(most, '0');
  expect(screen.getByText('Requests are a whole number from 1 to 1,000.')).toBeDefined();
});

test('a prompt that was not taken is given back, with the reason', async () => {
  const { hand } = open(
    {},
    {
      'runs.start': () => {
        throw new TapeError('refused', 'Another run is under way on this tape.');
      },
    },
  );
  await hand.type(await prompt(), 'Which retries are left?');
  await hand.click(screen.getByRole('button', { name: /^Send/ }));
  expect((await screen.findByRole('alert')).textContent).toBe('Another run is under way on this tape.');
  await waitFor(async () => expect((await prompt()).value).toBe('Which retries are left?'));
});

test('Escape stops a run, and Arrow up brings its prompt back', async () => {
  const { hand, calls } = open({ run }, { 'runs.stop': () => ({ ...run, running: false }) });
  await hand.click(await prompt());
  await hand.keyboard('{ArrowUp}');
  expect((await prompt()).value).toBe('Go on');
  await hand.keyboard('{Escape}');
  await waitFor(() => expect(calls).toContainEqual(['runs.stop', { run: 'r1' }]));
});

test('on the log of an agent there is no field, but why', async () => {
  open({}, {}, 'outbox');
  expect(await screen.findByText(/This tape is an agent’s log, which Tapescope never changes\./)).toBeDefined();
  expect(screen.queryByRole('textbox', { name: 'Prompt' })).toBeNull();
});
