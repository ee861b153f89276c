import fc from 'fast-check';
import { expect, it } from 'vitest';
import { emptyPeaks, peakOf, writePeaks } from './peaks.ts';
import { appendRanks, countBefore, emptyRanks } from './ranks.ts';

const value = fc.oneof(fc.constant(Number.NaN), fc.integer({ min: 0, max: 999 }));

it('finds the peak of any range, however the values came', () => {
  fc.assert(
    fc.property(fc.array(value, { maxLength: 900 }), fc.nat(900), fc.nat(900), fc.nat(900), (values, cut, a, b) => {
      const split = Math.min(cut, values.length);
      const first = writePeaks(emptyPeaks, 0, Float64Array.from(values.slice(0, split)));
      const overlap = Math.max(0, split - 1);
      const peaks = writePeaks(first, overlap, Float64Array.from(values.slice(overlap)));
      const [from, to] = [Math.min(a, b), Math.max(a, b)];
      const known = values.slice(from, to).filter((number) => !Number.isNaN(number));
      expect(peakOf(peaks, from, to)).toBe(known.length === 0 ? Number.NaN : Math.max(...known));
    }),
  );
});

it('counts codes before any position, and an older count stays right while the column grows', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(3), { maxLength: 400 }), fc.array(fc.nat(3), { maxLength: 400 }), fc.nat(800), (one, two, at) => {
      const first = appendRanks(emptyRanks(4), Uint8Array.from(one));
      const both = appendRanks(first, Uint8Array.from(two));
      const expected = (codes: number[]) => [0, 1, 2, 3].map((code) => codes.filter((other) => other === code).length);
      const out = new Uint32Array(4);
      countBefore(both, at, out);
      expect([...out]).toEqual(expected([...one, ...two].slice(0, at)));
      countBefore(first, at, out);
      expect([...out]).toEqual(expected(one.slice(0, at)));
    }),
  );
});
