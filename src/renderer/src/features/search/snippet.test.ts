import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { pieces } from './snippet.ts';
import { summary } from './summary.ts';

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

describe('the line above the hits', () => {
  it('says how many, and how much could be searched', () => {
    const page = { hits: [], total: 23, next: null, indexed: 76, of: 100, note: null };
    expect(summary(page, 23)).toBe('23 hits, newest first · 76 % of the text is indexed so far');
    expect(summary({ ...page, total: null, next: 'x', indexed: 100 }, 60)).toBe('60 or more hits, newest first');
    expect(summary({ ...page, total: 0, indexed: 100 }, 0)).toBe('Nothing found');
  });
});
