import fc from 'fast-check';
import { expect, it } from 'vitest';
import { priceBook } from '../../../../shared/model/prices.ts';
import { partsOf, priceLines, sessionWords, sumWords } from './sums.ts';

const book = priceBook({
  models: [{ names: ['claude-m'], source: 's', prices: [{ input: 3, output: 15, cacheRead: 0.3, cacheWrite5m: 3.75, cacheWrite1h: 6 }] }],
});

it('splits a request into lines that add up to its tokens and to its price, whatever was sent again', () => {
  const nat = fc.nat(200_000);
  fc.assert(
    fc.property(
      nat,
      nat,
      nat,
      nat,
      nat,
      fc.double({ min: 0, max: 1, noNaN: true }),
      (input, output, cacheRead, cacheWrite, again, share) => {
        const usage = { input, output, cacheRead, cacheWrite, cacheWriteHour: Math.floor(cacheWrite * share) };
        const step = { model: 'claude-m', time: null, usage };
        const lines = priceLines(step, { again }, book);
        expect(lines.reduce((sum, { tokens }) => sum + tokens, 0)).toBe(input + output + cacheRead + cacheWrite);
        expect(lines.reduce((sum, { dollars }) => sum + (dollars ?? 0), 0)).toBeCloseTo(book.cost('claude-m', null, usage) ?? 0, 6);
      },
    ),
  );
});

it('has tokens and no money of a model without a price', () => {
  const step = { model: 'mango', time: null, usage: { input: 1, output: 2, cacheRead: 3, cacheWrite: 0 } };
  expect(priceLines(step, undefined, book).map(({ dollars, rate }) => [dollars, rate])).toEqual([
    [null, null],
    [null, null],
    [null, null],
  ]);
});

it('says of requests without an answer that nothing is recorded, and not that they have no price', () => {
  const [silent, unpriced, priced] = [
    { cost: null, unpriced: 0 },
    { cost: null, unpriced: 2 },
    { cost: 0.5, unpriced: 0 },
  ];
  expect([[silent], [silent, unpriced], [silent, priced]].map(sumWords)).toEqual(['no tokens recorded', 'no price', '$0.50']);
});

it('names what sub-agents and captures of a session came to, and not a sub-agent as a part of itself', () => {
  const items = [
    { tape: 'parent', relation: null, cost: 3, unpriced: 0 },
    { tape: 'agent', relation: 'sub-agent', cost: 0.25, unpriced: 0 },
    { tape: 'other', relation: 'sub-agent', cost: 0.25, unpriced: 0 },
  ] as const;
  expect(partsOf(items, 'parent')).toEqual([{ words: 'sub-agents', sum: '$0.50' }]);
  expect(partsOf([items[1]], 'agent')).toEqual([]);
});

it('says of a copy that it is counted elsewhere, and not that it has no price', () => {
  const said = [
    { steps: 0, cost: null },
    { steps: 2, cost: null },
    { steps: 2, cost: 0.5 },
  ].map(sessionWords);
  expect(said).toEqual(['counted in another copy', 'no price', '$0.50']);
});
