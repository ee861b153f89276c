import fc from 'fast-check';
import { expect, it } from 'vitest';
import { knownRuns } from './known.ts';

const residency = { steps: Uint32Array.of(3, 5, 6, 9), evidence: Uint8Array.of(0, 1, 1, 1) };
const none = { verified: new Set<number>(), differs: new Set<number>() };

it('has captured requests say more of a step than its log does', () => {
  expect(knownRuns(residency, none, 0, 4).map(({ from, to, state }) => [from, to, state])).toEqual([
    [0, 1, 'recorded'],
    [1, 4, 'derived'],
  ]);
  const proven = { verified: new Set([5, 6]), differs: new Set([3]) };
  expect(knownRuns(residency, proven, 0, 4).map(({ from, to, state }) => [from, to, state])).toEqual([
    [0, 1, 'differs'],
    [1, 3, 'verified'],
    [3, 4, 'derived'],
  ]);
});

it('covers each column of a stretch once, and no other', () => {
  const steps = fc.array(fc.integer({ min: 0, max: 3 }), { maxLength: 40 });
  fc.assert(
    fc.property(steps, fc.integer({ min: -5, max: 50 }), fc.integer({ min: -5, max: 50 }), (states, begin, end) => {
      const of = { steps: Uint32Array.from(states, (_, at) => at + 1), evidence: Uint8Array.from(states) };
      const columns = knownRuns(of, none, begin, end).flatMap(({ from, to }) => Array.from({ length: to - from }, (_, at) => from + at));
      const wanted = states.map((_, at) => at).filter((at) => at >= begin && at < end);
      expect(columns).toEqual(wanted);
    }),
  );
});
