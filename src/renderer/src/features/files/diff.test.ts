import fc from 'fast-check';
import { expect, it } from 'vitest';
import { diffRuns, isOnlyStamp } from './DiffText.tsx';

const lines = (from: number, to: number): string => Array.from({ length: to - from }, (_, at) => `line ${from + at}`).join('\n');

it('folds what both have, but for the lines next to a difference', () => {
  const runs = diffRuns({
    segments: [
      { op: 'same', text: `${lines(0, 20)}\n` },
      { op: 'b', text: 'new\n' },
      { op: 'same', text: lines(20, 22) },
    ],
  });
  expect(runs.map(({ op }) => op)).toEqual(['fold', 'same', 'b', 'same']);
  expect(runs[1]?.text).toContain('line 19');
  expect(runs[0]).toMatchObject({ lines: 18 });
});

it('gives both sides back when its runs are put together', () => {
  const segment = fc.record({
    op: fc.constantFrom('same', 'a', 'b'),
    text: fc.array(fc.constantFrom('x', '\n'), { minLength: 1, maxLength: 40 }),
  });
  fc.assert(
    fc.property(fc.array(segment, { maxLength: 8 }), (drawn) => {
      const segments = drawn.map(({ op, text }) => ({ op: op as 'same' | 'a' | 'b', text: text.join('') }));
      for (const side of ['a', 'b'] as const) {
        const other = side === 'a' ? 'b' : 'a';
        const whole = segments.flatMap(({ op, text }) => (op === other ? [] : [text])).join('');
        expect(
          diffRuns({ segments })
            .flatMap(({ op, text }) => (op === other ? [] : [text]))
            .join(''),
        ).toBe(whole);
      }
    }),
  );
});

it('knows builds that differ in nothing but when and of what they were built', () => {
  const stamp = (op: 'a' | 'b', text: string) => ({ op, text });
  const same = (text: string) => ({ op: 'same' as const, text });
  const segments = [same('> Generated: '), stamp('a', '2026-01-03'), stamp('b', '2026-01-04'), same('\n\nRules.\n')];
  expect(isOnlyStamp({ segments })).toBe(true);
  expect(isOnlyStamp({ segments: [...segments, stamp('b', 'More.')] })).toBe(false);
});
