import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pieces } from './snippet.ts';

describe('pieces of a snippet', () => {
  it('mark the matches', () => {
    expect(pieces('one two three', [[4, 7]]).map(({ text, hit }) => (hit ? `[${text}]` : text))).toEqual(['one ', '[two]', ' three']);
  });

  it('keep every character in order, whatever the matches are', () => {
    const match = fc.tuple(fc.integer({ min: 0, max: 40 }), fc.integer({ min: 0, max: 40 }));
    fc.assert(
      fc.property(fc.string({ maxLength: 30 }), fc.array(match, { maxLength: 6 }), (text, matches) => {
        const parts = pieces(text, matches);
        expect(parts.map((piece) => piece.text).join('')).toBe(text);
        expect(parts.every((piece) => piece.text !== '')).toBe(true);
      }),
    );
  });
});
