import { expect, it } from 'vitest';
import { ownUsage } from './own-usage.ts';

const usage = (input: number) => ({ input, output: 0, cacheRead: 0, cacheWrite: 0 });

it('says how many of the copied steps failed, by what is kept of them', () => {
  const row = (steps: number, failed: number) => [1, 'model-a', steps, 0, failed, 10, 0, 0, 0, 0, 0, 0, 0];
  const copied = JSON.stringify({ steps: 5, usage: usage(10), cost: 0, spent: [row(4, 1), row(1, 1)] });
  const shared = JSON.stringify({ steps: 2, usage: usage(3) });
  expect(ownUsage(usage(30), { shared, copied })).toEqual({ usage: usage(20), copied: { steps: 7, failed: 2, usage: usage(13) } });
  expect(ownUsage(usage(30), { shared, copied: null }).copied).toEqual({ steps: 2, usage: usage(3) });
});
