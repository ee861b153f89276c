import { expect, test } from 'vitest';
import { clock, iso, relative } from './time.ts';

const NOW = Date.UTC(2026, 2, 10, 12, 0, 0);
const MINUTE = 60_000;

test.each([
  [0, 'now'],
  [59_000, 'now'],
  [5 * MINUTE, '5 min ago'],
  [60 * MINUTE, '1 h ago'],
  [26 * 60 * MINUTE, '1 d ago'],
  [13 * 24 * 60 * MINUTE, '13 d ago'],
  [20 * 24 * 60 * MINUTE, '2026-02-18'],
  [-2 * MINUTE, '2026-03-10'],
])('%d ms old is %s', (age, text) => {
  expect(relative(NOW - age, NOW)).toBe(text);
});

test('no time, or one that no calendar holds, is no time', () => {
  expect([iso(null), iso(9e15), relative(null, NOW), clock(9e15)]).toEqual([null, null, '–', '–']);
});

test('a time is ISO for programs and a column for people', () => {
  expect(iso(NOW)).toBe('2026-03-10T12:00:00.000Z');
  expect(clock(NOW)).toBe('2026-03-10 12:00:00');
});
