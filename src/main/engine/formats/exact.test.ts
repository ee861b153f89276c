import fc from 'fast-check';
import { expect, it } from 'vitest';
import { longNumbers, parseExactly } from './exact.ts';

it('writes what was read, however long its numbers are', () => {
  const text =
    '{"id":12345678901234567890,"in":[{"far":1e999},-0.12345678901234567890,1e-999],"usual":9007199254740991,"word":"1234567890123456789"}';
  expect(JSON.stringify(parseExactly(text))).toBe(text);
  expect(longNumbers(parseExactly(text))).toEqual(['12345678901234567890', '1e999', '-0.12345678901234567890', '1e-999']);
});

it('is JSON.parse for what JavaScript holds', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(parseExactly(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)));
    }),
  );
});

it('takes apart what is nested deeper than it can look', () => {
  const deep = `${'['.repeat(100_000)}12345678901234567890${']'.repeat(100_000)}`;
  expect(parseExactly(deep)).toHaveLength(1);
});
