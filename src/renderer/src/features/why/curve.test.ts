import { expect, it } from 'vitest';
import { packEvents } from '../../../../shared/model/residency-events.ts';
import { curveOf, flagsOf } from './curve.ts';

const sizes = (recorded: number[], part: { base?: number[]; added?: number[]; held?: number[] } = {}) => ({
  steps: Uint32Array.from(recorded, (_, at) => at + 1),
  recorded: Float64Array.from(recorded),
  counted: new Float64Array(recorded.length),
  estimated: Float64Array.from(part.held ?? recorded.map(() => 0)),
  base: Float64Array.from(part.base ?? recorded.map(() => Number.NaN)),
  added: Float64Array.from(part.added ?? recorded.map(() => Number.NaN)),
  events: packEvents([]),
});

it('draws every step as a flat piece, the base below where it was measured', () => {
  const curve = curveOf(sizes([100, 50], { base: [20, 20], added: [0, 5] }), 200, 108);
  expect(curve.line).toBe('M0 8H100L100 58H200');
  expect([curve.whole, curve.base, curve.added]).toEqual([
    'M0 8H100L100 58H200V108H0Z',
    'M0 88H100L100 88H200V108H0Z',
    'M0 88H100L100 83H200V108H0Z',
  ]);
  expect(curve.ticks).toEqual([0, 50, 100]);
});

it('draws what entries weigh where nothing was recorded, and no base that nobody measured', () => {
  const curve = curveOf(sizes([Number.NaN, Number.NaN], { held: [10, 20] }), 100, 50);
  expect([curve.base, curve.added, curve.top]).toEqual(['', '', 20 * 1.08]);
  expect(curve.line.match(/[ML]/g)).toHaveLength(2);
});

it('draws no more pieces than there are pixels', () => {
  const many = sizes(Array.from({ length: 10_000 }, (_, at) => at));
  expect(curveOf(many, 400, 100).line.match(/[ML]/g)?.length).toBeLessThanOrEqual(400);
});

it('names cuts and events, the weightiest first, in rows where they do not meet', () => {
  const events = packEvents([
    { type: 'tools-loaded', step: 2, tokens: 8412, basis: 'inferred' as const, note: '' },
    { type: 'prompt-changed', step: 3, tokens: -900, basis: 'inferred' as const, note: '' },
    { type: 'not-logged', step: 3, tokens: 600, basis: 'inferred' as const, note: '' },
    { type: 'not-logged', step: 3, tokens: 500, basis: 'inferred' as const, note: '' },
  ]);
  const placeOf = (step: number) => (step - 1) / 4;
  const flags = flagsOf({ ...sizes([100, 200, 300, 50]), events }, [{ step: 4, cleared: false, name: 'compaction 1' }], 400, placeOf);
  expect(flags.map(({ words, tokens, row, before, cut }) => [words, tokens, row, before, cut])).toEqual([
    ['compaction 1', '−250', 0, true, true],
    ['tools loaded', '+8,412', 1, false, false],
    ['prompt changed', '−900', 2, false, false],
  ]);
});
