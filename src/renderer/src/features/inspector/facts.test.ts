import { expect, it } from 'vitest';
import { outputWords } from './facts.ts';

it.each([
  [73, 240, '73 tokens recorded'],
  [1, 4, '1 token recorded'],
  [0, 0, '0 tokens recorded'],
  [3, 900, '3 tokens recorded, too few for what it wrote'],
])('%i tokens beside %i characters', (output, written, words) => expect(outputWords(output, written)).toBe(words));
