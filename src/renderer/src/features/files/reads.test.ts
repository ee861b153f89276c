import { expect, it } from 'vitest';
import { formatMoment } from '../../ui/format.ts';
import { readWords } from './reads.ts';

it('says which build was read by the clock of the window, or why nobody knows', () => {
  const [builtAt, staleAt] = [Date.UTC(2026, 4, 1, 9), Date.UTC(2026, 4, 1, 9, 20)];
  const told = (more: Partial<Parameters<typeof readWords>[0]>) => readWords({ told: 'header', builtAt, stale: true, staleAt, ...more });
  expect(told({})).toBe(`The build of ${formatMoment(builtAt)}; stale since ${formatMoment(staleAt)}.`);
  expect(told({ told: 'time', stale: false })).toMatch(/, by its time: .*; current at that time\.$/);
  expect(told({ stale: null })).toContain('the transcript has no time');
  expect(told({ told: 'unknown-project' })).toContain('The project is unknown');
});
