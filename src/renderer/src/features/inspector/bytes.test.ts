import { expect, test } from 'vitest';
import { byteRange } from './bytes.ts';

test('bytes of a native tape are told within their file, those of any other log as they are', () => {
  // Phase 2 of the tape, its second file, byte 120.
  const offset = (2 * 4 + 1) * 2 ** 33 + 120;
  expect(byteRange({ offset, length: 1080 }, true)).toBe('120 – 1,200');
  expect(byteRange({ offset: 2 ** 33 + 120, length: 0 }, false)).toBe('8,589,934,712 – 8,589,934,712');
});
