// @vitest-environment happy-dom
import { fireEvent, screen } from '@testing-library/react';
import { expect, test } from 'vitest';
import { drawnTape } from '../../../../shared/library/testing.ts';
import type { StepRow } from '../../../../shared/model/index.ts';
import { useStore } from '../../state/store.ts';
import { type Answers, show } from '../../testing/window.tsx';
import { Commands } from '../keyboard/Commands.tsx';
import { Playhead } from './Playhead.tsx';

const STEPS = 4;

const stepRow = (step: number): StepRow => ({
  ...{ step, first: step * 2, last: step * 2, line: step, model: null, time: null, sidechain: false, synthetic: false, failed: false },
  ...{ usage: { input: 1000 * step, output: 9, cacheRead: 200, cacheWrite: 0 }, origin: 1 },
});

const CAN = { fork: true, dropSpan: true, compact: true, check: true };

const answers: Answers = {
  'tapes.get': () => ({ tape: drawnTape('lock', { steps: STEPS, entries: 9 }), anchors: [], related: [], can: CAN, cannot: {} }),
  'steps.list': ({ from = 1 }) => ({
    items: Array.from({ length: STEPS }, (_, at) => stepRow(at + 1)).filter(({ step }) => step >= from),
    total: STEPS,
  }),
};

/** The playhead with the keys of the window. */
function Window() {
  return (
    <>
      <Commands />
      <Playhead />
    </>
  );
}

const key = (name: string): boolean => fireEvent.keyDown(document.body, { key: name });

test('says where it came to rest and what was recorded there, step by step and at both ends', async () => {
  useStore.getState().openTape('lock');
  show(<Window />, answers);
  await screen.findByText('Step 4 of 4, 4,200 tokens recorded');
  key('[');
  await screen.findByText('Step 3 of 4, 3,200 tokens recorded');
  key('Home');
  await screen.findByText('Step 1 of 4, 1,200 tokens recorded');
  key('[');
  expect(useStore.getState().step).toBe(1);
  key('End');
  await screen.findByText('Step 4 of 4, 4,200 tokens recorded');
  key('End');
  await screen.findByText('Next request, after step 4 of 4');
  key('[');
  await screen.findByText('Step 4 of 4, 4,200 tokens recorded');
});

test('stays within the steps that are selected', async () => {
  useStore.getState().openTape('lock', { step: 3 });
  useStore.getState().setSpan({ from: 2, to: 3 });
  show(<Window />, answers);
  await screen.findByText(/^Step 3 of 4/);
  key('Home');
  await screen.findByText(/^Step 2 of 4/);
  key(']');
  key(']');
  await screen.findByText(/^Step 3 of 4/);
  expect(useStore.getState().step).toBe(3);
});
