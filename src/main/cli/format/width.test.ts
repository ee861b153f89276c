import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { clean } from './clean.ts';
import { displayWidth, pad, truncate, truncateStart } from './width.ts';

describe('displayWidth', () => {
  test.each([
    ['plain', 5],
    ['日本語', 6],
    ['한글', 4],
    ['ｆｕｌｌ', 8],
    ['naïve', 5],
    ['nai\u0308ve', 5],
    ['👩‍👩‍👧', 2],
    ['❤️', 2],
    ['', 0],
  ])('%s takes %i columns', (text, columns) => {
    expect(displayWidth(text)).toBe(columns);
  });
});

describe('truncate', () => {
  test('what fits stays whole', () => {
    expect(truncate('exactly', 7)).toBe('exactly');
    expect(truncate('日本語', 6)).toBe('日本語');
  });

  test('an ellipsis is where something was cut', () => {
    expect(truncate('exactly', 6)).toBe('exact…');
    expect(truncate('日本語テキスト', 7)).toBe('日本語…');
    expect(truncate('日本語テキスト', 6)).toBe('日本…');
  });

  test('never wider than asked, and a beginning of the text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 40 }), fc.integer({ min: 1, max: 30 }), (any, width) => {
        const text = clean(any);
        const short = truncate(text, width);
        expect(displayWidth(short)).toBeLessThanOrEqual(width);
        expect(text.startsWith(short.replace(/…$/, '').trimEnd())).toBe(true);
        if (displayWidth(text) <= width) expect(short).toBe(text);
      }),
    );
  });
});

test('pad fills up by columns, not by characters', () => {
  expect(pad('日本', 6)).toBe('日本  ');
  expect(pad('12', 5, 'right')).toBe('   12');
  expect(pad('longer', 3)).toBe('longer');
});

test('truncateStart keeps the end, by columns', () => {
  expect(truncateStart('/logs/one.jsonl', 15)).toBe('/logs/one.jsonl');
  expect(truncateStart('/logs/one.jsonl', 10)).toBe('…one.jsonl');
  expect(truncateStart('日本語', 5)).toBe('…本語');
  expect(truncateStart('日本語', 4)).toBe('…語');
});
