import { expect, it } from 'vitest';
import { tally } from './tally.ts';

it('counts names that every object seems to have already', () => {
  const counts: Record<string, number> = {};
  for (const name of ['constructor', '__proto__', 'toString', 'constructor', '__proto__', '__proto__']) tally(counts, name, 1);
  expect(Object.entries(counts)).toEqual([
    ['constructor', 2],
    ['__proto__', 3],
    ['toString', 1],
  ]);
});
