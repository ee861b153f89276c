import { expect, it } from 'vitest';
import { linesAround } from './cut.ts';

it.each([
  ['near '.repeat(12), 1, false],
  ['far '.repeat(40), 1, true],
  ['far '.repeat(40), 40, false],
])('%s and %i lines around: a line is cut only where its match would be out of sight', (before, around, cut) => {
  const text = `${before}needle`;
  const [line] = linesAround(text, [{ from: before.length, to: text.length }], around).lines;
  expect(line?.text.startsWith('…')).toBe(cut);
  expect(line?.text.slice(...(line.matches[0] ?? [0, 0]))).toBe('needle');
});
