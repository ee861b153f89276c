import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { Json } from '../values.ts';
import { grownFrom, parseGrowing } from './growing.ts';

const items = fc.array(fc.oneof(fc.jsonValue({ maxDepth: 3 }), fc.constant('x'.repeat(600))), { minLength: 1, maxLength: 4 });

it('a list that grew is what JSON.parse makes of it, however it grew', () =>
  fc.assert(
    fc.property(fc.array(fc.tuple(items, fc.nat(3)), { minLength: 1, maxLength: 12 }), (growth) => {
      let list: Json[] = [];
      for (const [more, cut] of growth) {
        list = [...list.slice(0, cut === 0 ? 1 : undefined), ...(more as Json[])];
        const text = JSON.stringify(list);
        expect(parseGrowing(text)).toEqual(JSON.parse(text));
      }
    }),
  ));

it('of a list that continues the items from before are the same ones', () => {
  const long = { a: 'x'.repeat(600) };
  const [first] = parseGrowing(JSON.stringify([long])) ?? [];
  const [again, next] = parseGrowing(JSON.stringify([long, { b: 2 }])) ?? [];
  expect([again, next]).toEqual([first, { b: 2 }]);
  expect(again).toBe(first);
  expect(parseGrowing(JSON.stringify([long, { b: 2 }]))?.[1]).toBe(next);
});

it.each(['{"a":1}', '7', ''])('%s is not a list', (text) => expect(parseGrowing(text)).toBeNull());

it.each(['', ',', ',2]]', ',]'])('a list that continues with %j is not JSON, whatever was before', (rest) => {
  const text = JSON.stringify(['x'.repeat(600)]);
  parseGrowing(text);
  expect(() => parseGrowing(`${text.slice(0, -1)}${rest}`)).toThrow(SyntaxError);
});

it('a list of records is what it was, however it grew, and has the very items that it began with before', () =>
  fc.assert(
    fc.property(fc.array(fc.tuple(items, fc.nat(3)), { minLength: 1, maxLength: 12 }), (growth) => {
      let list: Json[] = [];
      let before: readonly Json[] = [];
      for (const [more, cut] of growth) {
        const begun = list.slice(0, cut === 0 ? 1 : undefined);
        list = structuredClone([...begun, ...(more as Json[])]);
        const grown = grownFrom(list);
        expect(grown).toEqual(list);
        expect(begun.every((_, at) => Object.is(grown[at], before[at]))).toBe(true);
        before = grown;
      }
    }),
  ));

it.each([
  [{ a: 1 }, { b: 1 }],
  [{ a: undefined }, { b: undefined }],
  [[1], { 0: 1 }],
  [{ a: [] }, { a: {} }],
  [null, {}],
] as unknown as [Json, Json][])('%j is not taken for %j', (one, other) => {
  const first = { text: `${JSON.stringify(one)} ${JSON.stringify(other)}` };
  grownFrom([first, one]);
  expect(grownFrom([structuredClone(first), other])[1]).toBe(other);
});
