import { expect, it } from 'vitest';
import { costWords, outputWords } from './labels.ts';

it.each([
  [73, 240, '73 tokens recorded'],
  [1, 4, '1 token recorded'],
  [0, 0, '0 tokens recorded'],
  [3, 900, '3 tokens recorded, too few for what it wrote'],
])('%i tokens for %i characters', (output, written, words) => expect(outputWords(output, written)).toBe(words));

it('says what a request cost as exactly as it matters', () => {
  expect([0.0212345, 12.5, 0.00001].map(costWords)).toEqual(['$0.0212 recorded', '$12.50 recorded', 'less than $0.0001 recorded']);
});
