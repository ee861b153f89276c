import { expect, it } from 'vitest';
import { LANE } from '../tape/lanes.ts';
import { bandsOver, marksOver } from './FoldedTape.tsx';
import { rowsOf, stepsHeld } from './rows.ts';

const band = (from: number, name: string) => ({ from, name, anchor: from, derived: false });
/** Entries 1 … 8; step 1 begins with entry 2, step 2 with 4, step 3 with 6, step 4 with 8. */
const stepFirst = Uint32Array.from([2, 4, 6, 8]);
const codes = Uint8Array.from([
  LANE.user,
  LANE.assistant,
  LANE.user,
  LANE.assistant,
  LANE.failed,
  LANE.assistant,
  LANE.user,
  LANE.assistant,
]);

it('lays phases over the steps that could read them', () => {
  const held = { bands: [band(1, 'start'), band(5, 'build'), band(8, 'end')] as never, stepFirst, lanes: { codes } };
  expect(bandsOver(held, Uint32Array.from([1, 2, 3, 4]))).toEqual([
    { name: 'start', left: 0, right: 0.5 },
    { name: 'build', left: 0.5, right: 1 },
  ]);
});

it('marks what a person said and what failed at the first step after it, each pixel once', () => {
  const held = { bands: [], stepFirst, lanes: { codes } };
  expect(marksOver(held, Uint32Array.from([1, 2, 3, 4]), 400)).toEqual({ user: [0, 100, 300], failed: [200] });
  // Steps of another branch are not on this axis.
  expect(marksOver(held, Uint32Array.from([1, 4]), 400)).toEqual({ user: [0, 200], failed: [200] });
});

it('folds what is between two matches, and counts the steps of an entry', () => {
  const residency = {
    tape: 't',
    steps: Uint32Array.from([1, 2, 3, 4]),
    seq: Uint32Array.from([1, 2, 3, 4, 3]),
    from: Uint32Array.from([0, 1, 1, 2, 3]),
    to: Uint32Array.from([3, 3, 1, 3, 3]),
  };
  const item = { tape: 't', entry: 3, in: [[2, 2]], now: false, by: { type: 'compaction', seq: 9, name: '', step: 3 } } as never;
  const rows = rowsOf([item], residency);
  expect(rows.map((row) => ('item' in row ? 'match' : row.between))).toEqual([2, 'match', 1]);
  expect(rows[1]).toMatchObject({ bars: [{ left: 0.25, width: 0.25 }], fate: { left: 0.5, width: 0.5 } });
  expect([stepsHeld(residency, 3), stepsHeld(residency, 1), stepsHeld(residency, 9)]).toEqual([2, 4, 0]);
});
