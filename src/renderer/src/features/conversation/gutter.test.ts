import { describe, expect, it } from 'vitest';
import { shortLatency } from './gutter.ts';

describe('a latency in the gutter', () => {
  it.each([
    [840, '840 ms'],
    [12_400, '12 s'],
    [72_000, '1.2 min'],
    [2_300_000, '38 min'],
  ])('of %i ms is a number and a unit', (took, words) => {
    expect(shortLatency(took)).toBe(words);
  });
});
