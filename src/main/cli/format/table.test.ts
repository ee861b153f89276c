import { stripVTControlCharacters } from 'node:util';
import { expect, test } from 'vitest';
import { createStyle } from './style.ts';
import { table } from './table.ts';
import { displayWidth } from './width.ts';

const layout = (width: number, colour = false) => ({ width, style: createStyle(colour), now: 0 });
const columns = [
  { head: 'NAME', grows: true },
  { head: 'N', align: 'right' as const },
];
const rows = [
  [{ text: '日本語の長い名前です' }, { text: '1,000' }],
  [{ text: 'short' }, { text: '7' }],
];

test('columns line up by display width', () => {
  expect(table(rows, columns, layout(80))).toEqual([
    'NAME                      N',
    '日本語の長い名前です  1,000',
    'short                     7',
  ]);
});

test('the growing column gives way so that a row fits', () => {
  const lines = table(rows, columns, layout(20));
  expect(lines[1]).toBe('日本語の長い…  1,000');
  expect(Math.max(...lines.map(displayWidth))).toBe(20);
});

test('colour changes no width', () => {
  const painted = rows.map((row) => row.map((cell) => ({ ...cell, paint: createStyle(true).bold })));
  const lines = table(painted, columns, layout(20, true));
  const bare = lines.map((line) => stripVTControlCharacters(line));
  expect(bare).toEqual(table(rows, columns, layout(20)));
  expect(lines[2]).toContain('\u001b[1mshort\u001b[22m');
});

test('a cell with a dollar sign is text, not a pattern', () => {
  const cell = { text: "a$&b$'", paint: createStyle(true).dim };
  expect(table([[cell]], [{ head: 'X' }], layout(80, true))[1]).toBe("\u001b[2ma$&b$'\u001b[22m");
});
