import { expect, it } from 'vitest';
import type { StateRef } from '../../../../shared/model/index.ts';
import { brokenRows, type Fault, type FaultPlace, faultAfter } from './faults.ts';

const phase = (broken: number, status: 'yes' | 'no') => ({
  refs: { resolved: 1, outside: 0, broken },
  reached: { status, step: 1, words: '' },
});
const phases = [phase(0, 'yes'), phase(2, 'no'), phase(0, 'no'), phase(1, 'yes')];
const walk = (at: number, fault: Fault, steps: number): string[] => {
  const seen: string[] = [];
  let last: FaultPlace | null = null;
  for (let step = 0; step < steps; step++) {
    last = faultAfter(phases, last?.at ?? at, fault, last);
    seen.push(last ? `${last.at}.${last.nth}` : 'none');
  }
  return seen;
};

it('goes to what is wrong one by one, from the phase in sight on and round', () => {
  expect(walk(2, 'broken', 5)).toEqual(['3.0', '1.0', '1.1', '3.0', '1.0']);
  expect(walk(1, 'unreached', 3)).toEqual(['1.0', '2.0', '1.0']);
  expect(faultAfter([phase(0, 'yes')], 0, 'broken', null)).toBeNull();
  expect(faultAfter(phases, 1, 'unreached', { fault: 'broken', at: 1, nth: 1 })).toEqual({ fault: 'unreached', at: 1, nth: 0 });
});

it('finds the rows that cite what is not there, but not those that are gone', () => {
  const ref = (status: StateRef['status']): StateRef => ({
    ...{ path: [], kind: 'entry', text: '9', tape: null, seq: null, label: '' },
    status,
  });
  const rows = [
    { ref: null, change: null },
    { ref: null, cites: [ref('resolved'), ref('broken')], change: null },
    { ref: ref('broken'), change: 'removed' as const },
    { ref: ref('broken'), change: 'same' as const },
  ];
  expect(brokenRows(rows)).toEqual([1, 3]);
});
