import fc from 'fast-check';
import { expect, test } from 'vitest';
import { isoTime } from './iso-time.ts';

const same = (text: string): void => {
  expect(isoTime(text), text).toBe(Date.parse(text));
};

test('is what the language makes of a time as logs write it, and of times that are none', () => {
  for (const text of [
    ...['2026-01-05T09:08:07.654Z', '2024-02-29T23:59:59.999Z', '1969-12-31T23:59:59.999Z', '0000-01-01T00:00:00.000Z'],
    ...['2026-01-05T24:00:00.000Z', '2026-01-05T24:00:00.001Z', '2026-01-05T23:60:00.000Z', '2026-01-05T23:00:60.000Z'],
    ...['2026-13-05T09:08:07.654Z', '2026-02-31T09:08:07.654Z', '2026-00-00T09:08:07.654Z', '2026-0a-05T09:08:07.654Z'],
    ...[
      '2026-01-05T09:08:07,654Z',
      '2026-01-05 09:08:07.654Z',
      '2026-01-05T09:08:07.654z',
      '2026-01-05T09:08:07.6 4Z',
      '2026-01-05T 9:08:07.654Z',
    ],
    ...['2026-01-05T09:08:07.65Z', '2026-01-05T09:08:07Z', '2026-01-05', 'soon', '', '2026-01-05T09:08:07.654+0'],
  ])
    same(text);
});

test('is so for any time and for any change of one of its characters', () => {
  const time = fc.integer({ min: Date.UTC(0, 0), max: Date.UTC(9999, 11) }).map((at) => new Date(at).toISOString());
  const changed = fc
    .tuple(time, fc.nat(23), fc.constantFrom(...'0123456789 -:.TZ+'))
    .map(([text, at, mark]) => text.slice(0, at) + mark + text.slice(at + 1));
  fc.assert(fc.property(fc.oneof(time, changed), same), { numRuns: 2000 });
});
