import { expect, test } from 'vitest';
import { createStyle, wantsColour } from './style.ts';

test('colour is for a terminal that was not told otherwise', () => {
  expect(wantsColour(true, {})).toBe(true);
  expect(wantsColour(false, {})).toBe(false);
  expect(wantsColour(true, { NO_COLOR: '1' })).toBe(false);
  expect(wantsColour(true, { NO_COLOR: '' })).toBe(true);
  expect(wantsColour(true, { TERM: 'dumb' })).toBe(false);
});

test('without colour, paint changes nothing', () => {
  const { bold, bad } = createStyle(false);
  expect(bold(bad('x'))).toBe('x');
});
