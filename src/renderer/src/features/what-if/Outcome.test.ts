import { expect, it } from 'vitest';
import { sameWords } from './Outcome.tsx';

it('says of one block that it is the same, and how many are', () => {
  expect(sameWords(1, false)).toBe('Both are the same block.');
  expect(sameWords(7, false)).toBe('Both are the same 7 blocks.');
  expect(sameWords(1, true)).toBe('Both have the same block, with your words where you changed them.');
});
