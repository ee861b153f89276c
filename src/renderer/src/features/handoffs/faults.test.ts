import { expect, it } from 'vitest';
import type { StateRef } from '../../../../shared/model/index.ts';
import { brokenRows, type Fault, type FaultPlace, faultAfter } from './faults.ts';

const phase = (seq: number, broken: number, status: 'yes' | 'no', tape = 'a') => ({
  ...{ tape, seq },
  refs: { resolved: 1, outside: 0, broken },
  reached: { status, step: 1, words: '' },
});
const phases = [phase(1, 0, 'yes'), phase(2, 2, 'no'), phase(3, 0, 'no'), phase(2, 1, 'yes', 'b')];
const walk = (at: number, fault: Fault, steps: number): string[] => {
  const seen: string[] = [];
  let last: ReturnType<typeof faultAfter> = null;
  for (let step = 0; step < steps; step++) {
    last = faultAfter(phases, last?.at ?? at, fault, last?.place ?? null);
    seen.push(last ? `${last.at}: ${last.place.tape} ${last.place.seq}.${last.place.nth}` : 'none');
  }
  return seen;
};

it('goes to what is wrong one by one, from the phase in sight on and round, into other tapes too', () => {
  expect(walk(2, 'broken', 5)).toEqual(['3: b 2.0', '1: a 2.0', '1: a 2.1', '3: b 2.0', '1: a 2.0']);
  expect(walk(1, 'unreached', 3)).toEqual(['1: a 2.0', '2: a 3.0', '1: a 2.0']);
  expect(faultAfter([phase(1, 0, 'yes')], 0, 'broken', null)).toBeNull();
  const elsewhere: FaultPlace = { fault: 'broken', tape: 'a', seq: 2, nth: 1 };
  expect(faultAfter(phases, 1, 'unreached', elsewhere)?.place).toEqual({ fault: 'unreached', tape: 'a', seq: 2, nth: 0 });
  expect(faultAfter(phases, 3, 'broken', elsewhere)?.place).toEqual({ fault: 'broken', tape: 'b', seq: 2, nth: 0 });
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
