import fc from 'fast-check';
import { expect, it } from 'vitest';
import { figure } from './figure.ts';

it('writes whole numbers as English does', () => {
  fc.assert(
    fc.property(fc.maxSafeInteger(), (value) => {
      expect(figure(value)).toBe(value.toLocaleString('en-US'));
    }),
  );
});
