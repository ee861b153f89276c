import { expect, it } from 'vitest';
import { cutsOf } from './cuts.ts';

const band = (from: number, name: string) => ({ from, to: 0, name, derived: false });
const EMPTY = new Uint32Array();
const NONE = { rewind: EMPTY, 'sub-agent': EMPTY, fork: EMPTY, merge: EMPTY, turn: EMPTY, error: EMPTY };

it('names what each stretch began with, and cuts before the first step behind it', () => {
  const held = {
    bands: [band(2, 'session/start'), band(12, 'compaction 1 · auto'), band(14, 'plan'), band(99, 'the end')],
    landmarks: { compaction: Uint32Array.of(12), ...NONE },
    stepFirst: Uint32Array.of(1, 5, 15, 20),
  };
  expect(cutsOf({ steps: Uint32Array.of(1, 2, 3, 4) }, held)).toEqual([
    { at: 0, name: 'session/start' },
    { at: 2, name: 'plan' },
  ]);
});
