import { expect, it } from 'vitest';
import { recorder } from '../tape/testing/draw.ts';
import { chartOfEntries } from './chart.ts';
import { drawChart } from './draw.ts';
import { frameOf, layoutOf } from './layout.ts';
import type { Scene } from './scene.ts';

const STEPS = 20;
const perStep = (tokens: number) => new Float64Array(STEPS).fill(tokens);
const event = (step: number) => ({ type: 'file-not-logged', step, tokens: 908, basis: 'recorded' as const, note: '' });

it('draws what events are over all lines: those of other events, of the limit and of compactions', () => {
  const layout = layoutOf(900, 500);
  const stays = { seq: Uint32Array.of(1), from: Uint32Array.of(0), to: Uint32Array.of(19), tokens: Uint32Array.of(9) };
  const steps = Uint32Array.from({ length: STEPS }, (_, at) => at + 1);
  const residency = {
    ...{ steps, evidence: new Uint8Array(STEPS), recorded: perStep(50), cached: perStep(0), counted: perStep(40), estimated: perStep(0) },
    ...{ limit: 60, events: [event(8), event(9)], cuts: [{ at: 10, name: 'compaction 1' }], tokenizer: null },
  };
  const { pen, calls } = recorder();
  drawChart(pen, {
    ...{
      layout,
      residency,
      chart: chartOfEntries({ ...stays, steps, outside: [] }),
      frame: frameOf(layout, { from: 0, to: 1 }, { from: 0, to: STEPS }),
    },
    ...{
      lanes: new Uint8Array(1),
      rest: () => false,
      proven: { verified: new Set(), differs: new Set() },
      noted: [],
      family: 'Inter',
      colours: {},
    },
  } as unknown as Scene);
  const named = calls.findIndex(({ name, args }) => name === 'fillText' && args[0] === 'file not logged +908');
  expect(named).toBeGreaterThan(0);
  expect(calls.slice(named).filter(({ name }) => name === 'stroke')).toEqual([]);
  expect(calls.slice(0, named).filter(({ name }) => name === 'stroke').length).toBeGreaterThanOrEqual(5);
});
