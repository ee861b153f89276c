import { expect, it } from 'vitest';
import { perColumn } from './draw/area.ts';

const line = (...points: [x: number, tokens: number][]) => points.map(([x, tokens]) => ({ x, tokens }));

it('has what a line covers of each column that it passes', () => {
  expect(perColumn(line([2, 10], [3, 30], [4, 20]))).toEqual([
    { x: 2, low: 10, high: 30 },
    { x: 3, low: 20, high: 30 },
    { x: 4, low: 20, high: 20 },
  ]);
  expect(perColumn(line([0.5, 0], [2.5, 20]))).toEqual([
    { x: 0, low: 0, high: 5 },
    { x: 1, low: 5, high: 15 },
    { x: 2, low: 15, high: 20 },
  ]);
});

it('takes points of one column together', () => {
  expect(perColumn(line([7.1, 5], [7.4, 9], [7.8, 1]))).toEqual([{ x: 7, low: 1, high: 9 }]);
  expect(perColumn([])).toEqual([]);
});
