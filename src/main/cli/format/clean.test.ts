import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clean, escapeControls, safeJson } from './clean.ts';

const STEERS = /[\p{Cc}\u202a-\u202e\u2066-\u2069\u2028\u2029]/u;

test('blanks and line breaks fold into one space', () => {
  expect(clean('  one\r\n\ttwo\u00a0 three\n')).toBe('one two three');
});

test('an escape sequence is shown, not obeyed', () => {
  expect(clean('\u001b[2J\u001b]0;title\u0007x\u009b31m')).toBe('␛[2J␛]0;title␇x\ufffd31m');
});

test('a text that reverses the reading order is shown in its own order', () => {
  expect(clean('safe\u202egnp.exe')).toBe('safe\ufffdgnp.exe');
});

test('no text leaves a character that steers a terminal', () => {
  fc.assert(fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (text) => !STEERS.test(clean(text)) && clean(text).isWellFormed()));
});

test('JSON says the same with its control characters escaped', () => {
  const unit = fc.oneof(
    fc.constantFrom('\u007f', '\u009b', '\u202e', '\u2028', '\ufeff', '"', '\\'),
    fc.string({ unit: 'grapheme', maxLength: 3 }),
  );
  fc.assert(
    fc.property(fc.array(unit), (words) => {
      const text = safeJson({ words });
      expect(JSON.parse(text)).toEqual({ words });
      expect(text).not.toMatch(STEERS);
    }),
  );
});

test('JSON that is laid out keeps its lines, and the lines of a text stay as they are', () => {
  expect(safeJson({ words: ['a\nb\tc\u009b'] }, 2)).toBe('{\n  "words": [\n    "a\\nb\\tc\\u009b"\n  ]\n}');
  expect(escapeControls('one\n\ttwo\r\u001b[2J\u202e')).toBe('one\n\ttwo\\u000d\\u001b[2J\\u202e');
});
