import { expect, test } from 'vitest';
import { bytes, compact, count, plural } from './number.ts';

test.each([
  [0, '0'],
  [999, '999'],
  [1148, '1,148'],
  [1234567, '1,234,567'],
  [-4200, '-4,200'],
  [1234.5, '1,234.5'],
])('count(%d) is %s', (value, text) => {
  expect(count(value)).toBe(text);
});

test.each([
  [0, '0'],
  [999, '999'],
  [1000, '1.0k'],
  [12_345, '12.3k'],
  [99_960, '100k'],
  [999_949, '1000k'],
  [999_950, '1.0M'],
  [2_500_000_000, '2.5G'],
])('compact(%d) is %s', (value, text) => {
  expect(compact(value)).toBe(text);
});

test('bytes have a unit', () => {
  expect([bytes(12), bytes(1400), bytes(200_000_000)]).toEqual(['12 B', '1.4 kB', '200 MB']);
});

test('a word follows its number', () => {
  expect([plural(1, 'entry', 'entries'), plural(0, 'step'), plural(1200, 'entry', 'entries')]).toEqual([
    '1 entry',
    '0 steps',
    '1,200 entries',
  ]);
});
