import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { TextDiff } from '../../../shared/model/index.ts';
import { COMPARED_CHARS, diffText, MOST_STEPS } from './diff.ts';

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

  /** So many words out of so many, the same in each run; a line has ten of them. */
  const drawn = (words: number, different: number, begin: number): string => {
    let at = begin;
    return Array.from({ length: words }, (_, place) => {
      at = (at * 1_103_515_245 + 12_345) % 2_147_483_648;
      return `w${(at >> 8) % different}${place % 10 === 9 ? '\n' : ' '}`;
    }).join('');
  };

  it('takes a bounded number of steps, however unlike two texts are, and says where it did not look', () => {
    for (const different of [2, 20, 5000]) {
      const [a, b] = [drawn(3500, different, 1), drawn(3500, different, 2)];
      const looked = { steps: 0 };
      const diff = diffText(a, b, looked);
      expect(diff.unlike).toBe(true);
      expect(looked.steps).toBeLessThan(MOST_STEPS + COMPARED_CHARS);
      expect([side(diff, 'b'), side(diff, 'a')]).toEqual([a.slice(0, COMPARED_CHARS), b.slice(0, COMPARED_CHARS)]);
    }
  });

  it('finds the words that changed in a long text, and what is around a place that has nothing alike', () => {
    const [a, b] = [drawn(1500, 5000, 1), drawn(1500, 5000, 2)];
    const [head, tail] = ['Read the brief.\n', 'Then stop.\n'];
    const edited = diffText(a, a.replace(/w7\d/g, 'x'));
    expect(edited.unlike).toBe(false);
    expect(edited.segments.filter(({ op }) => op === 'a').every(({ text }) => text.length < 20)).toBe(true);
    const { segments, unlike } = diffText(`${head}${a}keep\nput it here\n${tail}`, `${head}${b}keep\nput it there\n${tail}`);
    expect([unlike, segments[0], segments.at(-1)]).toEqual([true, { op: 'same', text: head }, { op: 'same', text: `\n${tail}` }]);
    expect(segments.slice(-4, -1).map(({ text }) => text)).toEqual(['\nkeep\nput it ', 'here', 'there']);
  });

  it('gives both sides back by lines too', () => {
    const text = fc.array(fc.constantFrom('a b\n', 'c d e\n', 'f,g', '🚢 h\n', '\n'), { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(text, text, fc.nat(9), (before, behind, from) => {
        const middle = [drawn(1500, 4000, from + 1), drawn(1500, 4000, from + 20)];
        const [a, b] = middle.map((one, at) => `${at === 0 ? before.join('') : behind.join('')}${one}${behind.join('')}`);
        const diff = diffText(a ?? '', b ?? '');
        expect([side(diff, 'b'), side(diff, 'a'), diff.unlike]).toEqual([a, b, true]);
      }),
      { numRuns: 20 },
    );
  });
});
