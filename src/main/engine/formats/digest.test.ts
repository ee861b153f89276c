import fc from 'fast-check';
import { expect, it } from 'vitest';
import { canonical, canonicalFlat } from './digest.ts';
import type { Json } from './format.ts';

it('reads the same for any value, recursive or not, whatever the order of its keys', () => {
  fc.assert(
    fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
      const json = JSON.parse(JSON.stringify(value)) as Json;
      expect(canonical(json)).toBe(canonicalFlat(json));
      expect(JSON.parse(canonical(json))).toEqual(json);
      expect(canonical(turned(json))).toBe(canonical(json));
    }),
  );
});

it('puts few keys and many in order, those that look like numbers and those that it has met before too', () => {
  const key = fc.oneof(fc.string({ unit: 'binary', maxLength: 3 }), fc.nat(200).map(String), fc.constant('__proto__'));
  fc.assert(
    fc.property(fc.dictionary(key, fc.nat(9), { maxKeys: 40, size: 'max' }), (value) => {
      const json = JSON.parse(JSON.stringify(value)) as Json;
      expect(canonical(json)).toBe(canonicalFlat(json));
    }),
  );
});

it('takes what is nested deeper than the stack', () => {
  let deep: Json = 1;
  for (let depth = 0; depth < 100_000; depth += 1) deep = depth % 2 === 0 ? [deep] : { a: deep };
  expect(canonical(deep)).toBe(canonicalFlat(deep));
  expect(canonical(deep)).toHaveLength(1 + 50_000 * 2 + 50_000 * 6);
});

/** The same value with its keys the other way around. */
const turned = (value: Json): Json => {
  if (Array.isArray(value)) return value.map(turned);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(
    Object.entries(value)
      .toReversed()
      .map(([key, item]) => [key, turned(item)]),
  );
};
