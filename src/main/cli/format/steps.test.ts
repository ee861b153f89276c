import { expect, it } from 'vitest';
import { drawnTape } from '../../../shared/library/testing.ts';
import type { CostItem, StepRow } from '../../../shared/model/index.ts';
import { formatSteps } from '../commands/steps.ts';
import { aboutMoney } from './money.ts';
import { createStyle } from './style.ts';

const NONE = { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 };

const step = (number: number, more: Partial<StepRow> = {}): StepRow => ({
  ...{ step: number, first: number, last: number, line: number, model: 'sonnet', time: null, usage: null },
  ...{ sidechain: false, synthetic: false, failed: false, origin: null, ...more },
});

const cost = (dollars: number, recorded: boolean): CostItem => ({
  ...{
    key: '1',
    name: '',
    tape: 't',
    parent: null,
    relation: null,
    steps: 1,
    input: 1,
    output: 1,
    cacheRead: 0,
    cacheWrite: 0,
    cacheWriteHour: 0,
  },
  ...{ cost: dollars, currency: 'USD', priced: true, unpriced: 0, unpricedModels: [] },
  ...{ recorded: recorded ? dollars : 0, computed: recorded ? 0 : dollars },
});

const garden = { title: 'Garden', file: '/home/ann/garden.jsonl', project: '' };
const tape = drawnTape('t', { ...garden, format: 'codex', steps: 3 });

it('marks the steps that a fork copied', () => {
  const shown = formatSteps(tape, [step(1, { copied: true }), step(2)], { width: 100, style: createStyle(false), now: 0 });
  expect(shown.slice(-2).map((line) => line.includes('sonnet · copied'))).toEqual([true, false]);
});

it('says how many of its requests another tape counts', () => {
  const last = (steps: number): string | undefined =>
    formatSteps({ ...tape, ...(steps > 0 && { copied: { steps, usage: NONE } }) }, [step(1), step(2), step(3)], {
      ...{ width: 100, style: createStyle(false), now: 0 },
    }).at(-1);
  expect(last(0)).toContain('sonnet');
  expect(last(2)).toBe('Of these requests 2 are in another tape too, which counts what they used.');
  expect(last(3)).toBe('These requests are in another tape too, which counts what they used.');
});

it('has a column of costs where one is known, and marks what was computed', () => {
  const tape = drawnTape('t', { ...garden, format: 'pi' });
  const costs = new Map([
    [1, cost(0.01234, true)],
    [3, cost(1.5, false)],
  ]);
  const shown = (known: typeof costs): string =>
    formatSteps(tape, [step(1), step(2), step(3)], { width: 100, style: createStyle(false), now: 0 }, (at) => ({
      cost: known.get(at),
    })).join('\n');
  expect(shown(costs)).toMatch(/OUTPUT +COST +MODEL/);
  expect(shown(costs).match(/~?\$\S+/g)).toEqual(['$0.0123', '~$1.50']);
  expect(shown(new Map())).not.toContain('COST');
});

it('says that tokens are recorded for the session alone, and for none of its steps', () => {
  const usage = { input: 3, output: 12, cacheRead: 0, cacheWrite: 19_768 };
  const tape = drawnTape('t', { ...garden, format: 'copilot', usage });
  const last = (steps: StepRow[], of = tape) => formatSteps(of, steps, { width: 100, style: createStyle(false), now: 0 }).at(-1);
  expect(last([step(1)])).toBe(
    'The log records tokens of the session as a whole, not by step: 3 new, 0 read from cache, 19,768 written to cache, 12 of output.',
  );
  expect(last([step(1, { usage })])).not.toContain('as a whole');
  expect(last([step(1)], { ...tape, usage: NONE })).not.toContain('as a whole');
});

it('marks no cost as computed that is less than can be shown', () => {
  expect([0.000_01, 0.0123, 1.5].map(aboutMoney)).toEqual(['< $0.0001', '~$0.0123', '~$1.50']);
});
