import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { marked } from './Source.tsx';

describe('marking words', () => {
  it('marks whole words, whatever their case', () => {
    const pieces = marked('Only the index may write; reindex later, INDEX again', ['index', 'write']);
    expect(pieces.filter(({ hit }) => hit).map(({ text }) => text)).toEqual(['index', 'write', 'INDEX']);
  });

  it('loses nothing of the text', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 80 }), fc.array(fc.string({ minLength: 1, maxLength: 5 }), { maxLength: 5 }), (text, words) => {
        expect(
          marked(text, words)
            .map((piece) => piece.text)
            .join(''),
        ).toBe(text);
      }),
    );
  });
});
