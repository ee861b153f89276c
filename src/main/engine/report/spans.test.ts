import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { RULES } from './rules.ts';
import { matchesOf, spansIn } from './spans.ts';

/** What joins, ends and misleads mail addresses and IP addresses; two of them are halves of one letter. */
const PIECES = [
  ...['a', '@', '%40', '.', '.org', 'é', '😀', '\ud83d', '\ude00', '\\n', '\n', '-', '_', '+', '%', ' ', '['],
  ...[':', '::', '1f', ':2001:', 'fe80', 'x'.repeat(63), '𝒜'.repeat(64), 'y.'.repeat(95), 'ab:'.repeat(14), 'w '.repeat(300)],
];
const hostile = fc.array(fc.constantFrom(...PIECES), { maxLength: 60 }).map((pieces) => pieces.join(''));
const near = RULES.filter((rule) => rule.near !== undefined);

describe('a rule that is searched for around its sign', () => {
  test.each(near)('$what finds what the whole text would give', (rule) => {
    const matches = (found: Iterable<RegExpExecArray>) => [...found].map((match) => [match.index, ...match]);
    fc.assert(
      fc.property(hostile, (text) => {
        expect(matches(matchesOf(text, rule))).toEqual(matches(text.matchAll(rule.pattern)));
      }),
    );
  });

  test.each(near)('$what looks at no more of the text than stands around it', (rule) => {
    let looked = 0;
    class Counted extends RegExp {
      override [Symbol.matchAll](text: string) {
        looked += text.length;
        return super[Symbol.matchAll](text);
      }
    }
    const pattern = new Counted(rule.pattern.source, rule.pattern.flags);
    const text = `${'words '.repeat(100_000)}ada@example.org 2001:db8::8a2e:370:7334${' words'.repeat(100_000)}`;
    expect([...matchesOf(text, { ...rule, pattern })]).toHaveLength(1);
    expect(looked).toBeLessThan(1200);
  });
});

test('a hint that was masked is not a hint any more, and one next to it still is', () => {
  expect(spansIn('ada@example.org bob@example.org ada@').map(({ text }) => text)).toEqual(['ada@example.org', 'bob@example.org']);
});
