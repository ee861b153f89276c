import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Block } from '../../../../shared/model/index.ts';
import { blockAt, sharesOf, stripOf } from './strip.ts';

const block = (tone: string, value: number, seq = 1): Block => ({
  role: 'user',
  kind: 'message',
  entries: [seq],
  tokens: { value, basis: 'estimated' },
  label: '',
  tone,
});

const some = fc.array(
  fc
    .record({ tone: fc.constantFrom('user', 'call', 'result'), value: fc.integer({ min: 0, max: 9000 }) })
    .map(({ tone, value }) => block(tone, value)),
  { minLength: 1, maxLength: 400 },
);

describe('the strip', () => {
  it('fills its height from the unaccounted part on, without gap, in no more segments than pixels', () => {
    fc.assert(
      fc.property(some, fc.nat(20_000), (blocks, unaccounted) => {
        const strip = stripOf(blocks, unaccounted, 300);
        let y = strip.rest;
        for (const segment of strip.segments) {
          expect(segment.top).toBeCloseTo(y, 6);
          y = segment.top + segment.height;
        }
        if (strip.segments.length > 0) expect(y).toBeCloseTo(300, 6);
        expect(strip.segments.length).toBeLessThanOrEqual(301);
      }),
    );
  });

  it('finds each block where its tokens are', () => {
    fc.assert(
      fc.property(some, fc.nat(20_000), (blocks, unaccounted) => {
        const strip = stripOf(blocks, unaccounted, 300);
        const known = strip.sums[blocks.length] ?? 0;
        for (const [index, { tokens }] of blocks.entries()) {
          if (tokens.value === 0) continue;
          const middle = ((strip.sums[index] ?? 0) + tokens.value / 2) / known;
          expect(blockAt(strip, 300, strip.rest + middle * (300 - strip.rest))).toBe(index);
        }
      }),
    );
  });

  it('gives the unaccounted part its share at the top, and none where the estimate is too high', () => {
    const blocks = [block('user', 75)];
    expect(stripOf(blocks, 25, 400).rest).toBe(100);
    expect(blockAt(stripOf(blocks, 25, 400), 400, 50)).toBeNull();
    expect(stripOf(blocks, -50, 400).rest).toBe(0);
    expect(stripOf(blocks, null, 400).rest).toBe(0);
  });

  it('tells the shares in words', () => {
    expect(sharesOf([block('user', 1), block('result', 3)])).toEqual([
      { tone: 'result', percent: 75 },
      { tone: 'user', percent: 25 },
    ]);
  });
});
