import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { axisOf } from './axis.ts';
import { carryOn, clockOf, emptyClock, LONG, SHORTENED } from './clock.ts';
import { columnsOf } from './testing/draw.ts';

const tape = fc
  .record({
    entries: fc.string({ unit: fc.constantFrom('u', 'a', 'c', 'r'), minLength: 1, maxLength: 80 }),
    times: fc.array(fc.oneof(fc.constant(Number.NaN), fc.integer({ min: 0, max: 3 * LONG })), { minLength: 80, maxLength: 80 }),
  })
  .map(({ entries, times }) =>
    columnsOf(entries, { steps: [...entries].flatMap((letter, index) => (letter === 'a' ? [index + 1] : [])), time: times }),
  );

describe.each(['entry', 'step', 'time'] as const)('the axis by %s', (kind) => {
  it('runs forward and finds every entry and step where it put them', () => {
    fc.assert(
      fc.property(tape, (held) => {
        const axis = axisOf(kind, held);
        for (let seq = 1; seq <= held.entries; seq++) {
          const place = axis.ofEntry(seq);
          expect(place).toBeGreaterThanOrEqual(axis.from);
          expect(place).toBeLessThanOrEqual(axis.to);
          expect(axis.ofEntry(seq + 1)).toBeGreaterThanOrEqual(place);
          const found = axis.entryFrom(place);
          expect(axis.ofEntry(found)).toBeCloseTo(place, 6);
          expect(found).toBeLessThanOrEqual(seq);
        }
        for (let step = 1; step <= held.steps; step++) {
          const found = axis.stepFrom(axis.ofStep(step));
          expect(axis.ofStep(found)).toBeCloseTo(axis.ofStep(step), 6);
        }
        expect(axis.entryFrom(axis.to + 1)).toBe(held.entries + 1);
        expect(axis.stepFrom(axis.to + 1)).toBe(held.steps + 1);
      }),
      { numRuns: 60 },
    );
  });
});

describe('axes', () => {
  it('give what comes before the first step one unit of its own', () => {
    const axis = axisOf('step', columnsOf('uuacra', { steps: [3, 6] }));
    expect([axis.from, axis.to]).toEqual([0, 3]);
    expect(axis.ofEntry(2)).toBe(0.5);
    expect(axis.ofEntry(3)).toBe(1);
    expect(axis.ofEntry(4)).toBeCloseTo(4 / 3);
  });

  it('fall back to entries where there are no steps or no times', () => {
    expect(axisOf('step', columnsOf('eee')).kind).toBe('entry');
    expect(axisOf('time', columnsOf('eee')).kind).toBe('entry');
  });
});

describe('the clock', () => {
  it('never runs backwards, and puts entries without time next to their neighbour', () => {
    const { places } = clockOf(Float64Array.from([Number.NaN, 1000, 500, Number.NaN, 3000]), 5);
    expect([...places.subarray(0, 5)]).toEqual([0, 0, 0, 0, 2000]);
  });

  it('draws a long silence short and says how long it was', () => {
    const { places, gaps } = clockOf(Float64Array.from([0, 1000, 1000 + 5 * LONG, 2000 + 5 * LONG]), 4);
    expect([...places.subarray(0, 4)]).toEqual([0, 1000, 1000 + SHORTENED, 2000 + SHORTENED]);
    expect(gaps).toEqual([{ from: 1000, to: 1000 + SHORTENED, entry: 3, milliseconds: 5 * LONG }]);
  });

  it('says the same whether the tape came at once or in pieces', () => {
    const times = fc.array(fc.oneof(fc.constant(Number.NaN), fc.integer({ min: 0, max: 9 * LONG })), { maxLength: 40 });
    fc.assert(
      fc.property(times, fc.nat(40), (values, cut) => {
        const time = Float64Array.from(values);
        const whole = carryOn(emptyClock, time, values.length);
        const pieces = carryOn(carryOn(emptyClock, time, Math.min(cut, values.length)), time, values.length);
        expect([...pieces.places.subarray(0, values.length)]).toEqual([...whole.places.subarray(0, values.length)]);
        expect(pieces.gaps).toEqual(whole.gaps);
      }),
    );
  });
});
