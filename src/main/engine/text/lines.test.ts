import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { diffLines } from './lines.ts';

const drawn = (before: string, after: string) =>
  diffLines(before, after).lines.map(({ mark, text }) => `${{ same: ' ', gone: '-', new: '+' }[mark]}${text}`);

const side = (before: string, after: string, not: 'gone' | 'new') =>
  diffLines(before, after)
    .lines.filter(({ mark }) => mark !== not)
    .map(({ text }) => text);

const line = fc.constantFrom('', 'a', 'b', 'c d', 'const port = 3000;', 'const port = 4000;', '日本');
const text = fc.array(line, { maxLength: 12 }).map((lines) => lines.map((one) => `${one}\n`).join(''));
const linesOf = (value: string) => (value === '' ? [] : value.slice(0, -1).split('\n'));

describe('a change, line by line', () => {
  it('keeps what both have, and shows what went before what came in its place', () => {
    expect(drawn('a\nb\nc', 'a\nc')).toEqual([' a', '-b', ' c']);
    expect(drawn('a\nold\nc\n', 'a\nnew\nmore\nc\n')).toEqual([' a', '-old', '+new', '+more', ' c']);
    expect(drawn('', 'x\ny')).toEqual(['+x', '+y']);
    expect(drawn('a', 'a\n')).toEqual([' a']);
  });

  it('marks the words that differ in lines that take each other’s place, unless most of them do', () => {
    expect(diffLines('let port = 3000;', 'let port = 4000;').lines).toEqual([
      { mark: 'gone', text: 'let port = 3000;', changed: [[11, 15]] },
      { mark: 'new', text: 'let port = 4000;', changed: [[11, 15]] },
    ]);
    expect(diffLines('alpha', 'omega').lines).toEqual([
      { mark: 'gone', text: 'alpha' },
      { mark: 'new', text: 'omega' },
    ]);
  });

  it('counts the lines that are too far in to be compared', () => {
    const long = Array.from({ length: 3000 }, (_, at) => `line ${at} of a long file`).join('\n');
    const { lines, hidden } = diffLines(long, '');
    expect(lines.length + hidden).toBe(3000);
    expect(hidden).toBeGreaterThan(1000);
  });

  it('does not show the beginning of a line as alike where the rest of it is not compared', () => {
    const long = 'x'.repeat(50_000);
    expect(diffLines(long, `${long}y`)).toEqual({ lines: [], hidden: 2 });
    expect(drawn(`a\n${long}`, `b\n${long}y`)).toEqual(['-a', '+b']);
  });

  it('gives back both texts', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        expect(side(before, after, 'new')).toEqual(linesOf(before));
        expect(side(before, after, 'gone')).toEqual(linesOf(after));
      }),
    );
  });

  it('marks stretches within a line, in order, that do not touch', () => {
    fc.assert(
      fc.property(text, text, (before, after) => {
        for (const { text: whole, changed = [] } of diffLines(before, after).lines) {
          const edges = changed.flat();
          expect(edges).toEqual(edges.toSorted((a, b) => a - b));
          expect(edges.every((edge) => edge >= 0 && edge <= whole.length)).toBe(true);
        }
      }),
    );
  });
});
