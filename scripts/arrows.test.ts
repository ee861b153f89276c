import { describe, expect, test } from 'vitest';
import { findArrows, judgeArrows } from './arrows.mjs';

const found = (source: string) => findArrows('src/a.tsx', source).map(({ line, name }) => `${line} ${name}`);

describe('an exported arrow is found', () => {
  test.each([
    ['with parameters', 'export const a = (x: number): number => x;', ['1 a']],
    [
      'async, generic or of one bare parameter',
      'export const a = async () => 1;\nexport const b = <T,>(x: T) => x;\nexport const c = x => x;',
      ['1 a', '2 b', '3 c'],
    ],
    ['on the next line', '\nexport const a =\n  (x: number) =>\n  (y: number) => x + y;', ['2 a']],
    ['as a function expression', 'export const a = function () {};', ['1 a']],
    ['in a list at the end', 'const a = () => 1;\nconst b = () => 2;\nexport { a as c };', ['1 a']],
  ])('%s', (_how, source, expected) => expect(found(source)).toEqual(expected));

  test.each([
    ['a function', 'export function a() { return () => 1; }'],
    ['a constant with a type', 'export const run: Run = async () => undefined;'],
    ['what a call makes', 'export const a = memo(() => null);'],
    ['a constant of the file', 'const a = () => 1;\nexport const b = 2;'],
    ['text that looks like one', 'export const a = `\nexport const b = () => 1;`;'],
  ])('and not %s', (_what, source) => expect(found(source)).toEqual([]));
});

test('the judgement names the place, and is broken where it sees no function', () => {
  expect(judgeArrows([['src/a.ts', 'export function a() {}\nexport const b = () => 1;']])).toEqual({
    functions: 1,
    complaints: [expect.stringContaining('src/a.ts:2: write "export function b"')],
  });
  expect(judgeArrows([['src/a.ts', 'export const a = 1;']]).complaints).toEqual([expect.stringContaining('the check itself is broken')]);
});
