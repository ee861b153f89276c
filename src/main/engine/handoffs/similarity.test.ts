import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lookUp, scaleOf, shareIn, wordsOf } from './similarity.ts';

const held = (...texts: string[]) => texts.map((text, at) => ({ seq: at + 1, words: wordsOf(text) }));

describe('words of a text', () => {
  it('are paths with the name at their end, identifiers, numbers, and words of three letters on but for grammar', () => {
    expect([...wordsOf('Mend retryNow() in src/errors/map.ts to 42 of it, and then some').values()]).toEqual([
      'Mend',
      'retryNow',
      'src/errors/map.ts',
      'map.ts',
      '42',
    ]);
    expect([...wordsOf('制限は九').keys()]).toEqual(['制限', '限は', 'は九']);
  });
});

describe('likeness', () => {
  const texts = held(
    'the retries are mapped in src/errors/map.ts',
    'the outbox keeps what was sent',
    'the cron job sends the outbox at night',
    'the weather is fine today',
    'the tests are green again',
    'the release waits for the night',
  );

  it('finds the text that the rare words of a claim are in', () => {
    const [first, ...more] = lookUp(texts)(wordsOf('All retries go through map.ts'), 3);
    expect(first).toEqual({ seq: 1, score: expect.any(Number), words: ['map.ts', 'retries'] });
    expect(first?.score).toBeGreaterThan(0.4);
    expect(more).toEqual([]);
  });

  it('says nothing of common words, or of one word of the language alone', () => {
    expect(lookUp(texts)(wordsOf('the night'), 3)).toEqual([]);
    expect(lookUp(texts)(wordsOf(''), 3)).toEqual([]);
    expect(lookUp([])(wordsOf('src/errors/map.ts'), 3)).toEqual([]);
  });

  it('is a share: 1 within itself, 0 without a word in common, and grows with what the other holds', () => {
    const words = fc
      .array(fc.constantFrom('alpha', 'beta', 'src/a.ts', 'nine9', 'delta', 'epsilon'), { maxLength: 8 })
      .map((all) => wordsOf(all.join(' ')));
    fc.assert(
      fc.property(fc.array(words, { maxLength: 6 }), words, words, (all, one, other) => {
        const scale = scaleOf(all);
        const share = shareIn(one, other, scale);
        expect(share).toBeGreaterThanOrEqual(0);
        expect(share).toBeLessThanOrEqual(1);
        expect([0, 1]).toContain(Math.round(shareIn(one, one, scale) * 1e6) / 1e6);
        expect(shareIn(one, new Map([...other, ...one]), scale)).toBeGreaterThanOrEqual(share - 1e-9);
        expect(shareIn(one, new Map(), scale)).toBe(0);
      }),
    );
  });
});
