import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextDiff } from '../../../shared/model/index.ts';
import { COMPARED_CHARS, diffText } from './text.ts';

const side = (diff: TextDiff, other: 'a' | 'b'): string =>
  diff.segments
    .filter(({ op }) => op !== other)
    .map(({ text }) => text)
    .join('');

describe('the text of two entries', () => {
  it('differs by words', () => {
    expect(
      diffText('Put the retries in the outbox table. Keep the codes.', 'Put the retries in the cron job. Keep the codes.').segments,
    ).toEqual([
      { op: 'same', text: 'Put the retries in the ' },
      { op: 'a', text: 'outbox table' },
      { op: 'b', text: 'cron job' },
      { op: 'same', text: '. Keep the codes.' },
    ]);
  });

  it('never loses or makes up a character', () => {
    const texts = fc.oneof(
      fc.string(),
      fc.string({ unit: 'grapheme' }),
      fc.array(fc.constantFrom('a', ' ', '\n', 'Ω', '语', '🚢', '\ud800'), { maxLength: 60 }).map((parts) => parts.join('')),
    );
    fc.assert(
      fc.property(texts, texts, (a, b) => {
        const diff = TextDiff.parse(diffText(a, b));
        expect([side(diff, 'b'), side(diff, 'a'), diff.cut]).toEqual([a, b, { a: 0, b: 0 }]);
      }),
    );
  });

  it('is cut where a text is huge, and says by how much', () => {
    const huge = 'word and '.repeat(20_000);
    const { segments, cut } = diffText(huge, 'word');
    expect(segments.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThanOrEqual(COMPARED_CHARS + 4);
    expect(cut).toEqual({ a: huge.length - COMPARED_CHARS, b: 0 });
  });
});
