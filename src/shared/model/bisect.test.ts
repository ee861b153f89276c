import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bisect } from './bisect.ts';

it('finds the first number from which on something holds, with few looks', () => {
  fc.assert(
    fc.property(fc.nat(500), fc.nat(500), fc.integer({ min: -5, max: 1_010 }), (from, length, border) => {
      let looks = 0;
      const found = bisect(from, from + length, (n) => {
        looks += 1;
        return n >= border;
      });
      expect(found).toBe(Math.min(Math.max(from, border), from + length));
      expect(looks).toBeLessThanOrEqual(Math.ceil(Math.log2(length + 1)));
    }),
  );
});
