import { expect, it } from 'vitest';
import { packEvents } from '../../../../shared/model/residency-events.ts';
import { recorder } from '../tape/testing/draw.ts';
import { chartOfEntries } from './chart.ts';
import { drawChart } from './draw.ts';
import { frameOf, layoutOf } from './layout.ts';
import type { Scene } from './scene.ts';

const event = (step: number) => ({ type: 'file-not-logged', step, tokens: 908, basis: 'recorded' as const, note: '' });

const STAYS = { seq: Uint32Array.of(1), from: Uint32Array.of(0), to: Uint32Array.of(19), tokens: Uint32Array.of(9) };

/** Draws a ledger with events at some of so many steps. */
const drawn = (count: number, at: readonly number[]) => {
  const layout = layoutOf(900, 500);
  const perStep = (tokens: number) => new Float64Array(count).fill(tokens);
  const steps = Uint32Array.from({ length: count }, (_, index) => index + 1);
  const residency = {
    ...{ steps, evidence: new Uint8Array(count), recorded: perStep(50), cached: perStep(0), counted: perStep(40), estimated: perStep(0) },
    ...{ limit: 60, events: packEvents(at.map(event)), cuts: [{ at: 10, name: 'compaction 1' }], tokenizer: null },
  };
  const { pen, calls } = recorder();
  drawChart(pen, {
    ...{ layout, residency, chart: chartOfEntries({ ...STAYS, steps, outside: [] }) },
    frame: frameOf(layout, { from: 0, to: 1 }, { from: 0, to: count }),
    ...{ lanes: new Uint8Array(1), rest: () => false, proven: { verified: new Set(), differs: new Set() } },
    ...{ noted: [], family: 'Inter', colours: {} },
  } as unknown as Scene);
  return { calls, pixels: layout.right - layout.left };
};

it('draws one line for the events of a pixel, and measures no words that have no room', () => {
  const many = Array.from({ length: 60_000 }, (_, at) => at + 1);
  const { calls, pixels } = drawn(60_000, many);
  const { calls: none } = drawn(60_000, []);
  const times = (name: string) => calls.filter((call) => call.name === name).length - none.filter((call) => call.name === name).length;
  expect(times('moveTo')).toBeGreaterThan(pixels - 2);
  expect(times('moveTo')).toBeLessThanOrEqual(pixels + 1);
  expect(times('stroke')).toBeLessThanOrEqual(1);
  expect(times('measureText')).toBeLessThan(300);
});

it('draws what events are over all lines: those of other events, of the limit and of compactions', () => {
  const { calls } = drawn(20, [8, 9]);
  const named = calls.findIndex(({ name, args }) => name === 'fillText' && args[0] === 'file not logged +908');
  expect(named).toBeGreaterThan(0);
  expect(calls.slice(named).filter(({ name }) => name === 'stroke')).toEqual([]);
  expect(calls.slice(0, named).filter(({ name }) => name === 'stroke').length).toBeGreaterThanOrEqual(5);
});
