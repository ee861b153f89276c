import { expect, it } from 'vitest';
import type { StepRow, TapeRow } from '../../../shared/model/index.ts';
import { formatSteps } from '../commands/steps.ts';
import { createStyle } from './style.ts';

const step = (number: number, more: Partial<StepRow> = {}): StepRow => ({
  ...{ step: number, first: number, last: number, line: number, model: 'sonnet', time: null, usage: null },
  ...{ sidechain: false, synthetic: false, failed: false, origin: null, ...more },
});

it('has a column of costs where the log says what a request cost', () => {
  const tape = { id: 't', title: 'Garden', format: 'pi', file: '/home/ann/garden.jsonl', project: null } as unknown as TapeRow;
  const shown = (...steps: StepRow[]): string => formatSteps(tape, steps, { width: 100, style: createStyle(false), now: 0 }).join('\n');
  const priced = shown(step(1, { cost: 0.01234 }), step(2), step(3, { cost: 1.5 }));
  expect(priced).toMatch(/OUTPUT +COST +MODEL/);
  expect(priced.match(/\$\S+/g)).toEqual(['$0.0123', '$1.50']);
  expect(shown(step(1))).not.toContain('COST');
});
