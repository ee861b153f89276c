import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import builtIn from '../../../resources/prices.json' with { type: 'json' };
import { costAt, PROMPT_SIZES, type PriceFile, priceBook, pricedName, sizeClass, sizeIn } from './prices.ts';

const file: PriceFile = builtIn;
const book = priceBook(file, Date.parse('2026-11-26'));
const tokens = (input: number, more = {}) => ({ input, output: 0, cacheRead: 0, cacheWrite: 0, ...more });
const day = (text: string) => Date.parse(text);

describe('the list of prices that ships', () => {
  it('names the page of each price and the day it was taken, and no model twice', () => {
    const names = file.models.flatMap((model) => model.names);
    expect(new Set(names).size).toBe(names.length);
    for (const { source, prices, names: of } of file.models) {
      expect(file.sources[source], of.join()).toMatchObject({
        url: expect.stringMatching(/^https:/),
        taken: expect.stringMatching(/^\d{4}-/),
      });
      for (const row of prices) {
        if (row.above) expect(PROMPT_SIZES).toContain(row.above.tokens);
        for (const rate of [row.cacheRead, row.above?.cacheRead]) if (rate !== undefined) expect(rate).toBeLessThan(row.input);
      }
    }
  });

  it('knows a model by the names that providers and logs give it, and prices no other', () => {
    const names = [
      'claude-sonnet-4-5-20250929',
      'us.anthropic.claude-sonnet-4-5-20250929-v1:0',
      'anthropic/claude-sonnet-4.5',
      'claude-sonnet-4-5[1m]',
    ];
    expect(names.map((name) => pricedName(name).replace('.', '-'))).toEqual(names.map(() => 'claude-sonnet-4-5'));
    for (const name of names) expect(book.rates(name, null, 0)?.input).toBe(3);
    expect(book.cost('gpt-5-2025-08-07', null, tokens(200_000))).toBeCloseTo(0.25);
    for (const model of ['opus', 'sonnet-lab', 'gpt-5.3-codex-spark', 'deepseek-v4-pro', '', null])
      expect(book.rates(model, null, 0)).toBeNull();
  });

  it('has the price of the day of the request, and none where none is known any more', () => {
    const read = (time: string) => book.rates('claude-sonnet-5-5', day(time), 1)?.cacheRead;
    expect([read('2026-10-06T23:59:59Z'), read('2026-10-07T00:00:00Z')]).toEqual([0.2, 0.1]);
    expect(book.rates('gpt-5.6-sol', day('2026-11-21T12:00:00Z'), 1)?.input).toBe(4);
    expect(book.rates('gpt-5.6-sol', day('2026-11-22T00:00:00Z'), 1)).toBeNull();
  });

  it('prices all tokens of a long request higher, and what is cached for an hour', () => {
    expect(book.rates('claude-haiku-5-5', null, 100_000)?.input).toBe(0.1);
    expect(book.rates('claude-haiku-5-5', null, 100_001)?.output).toBe(2.5);
    expect(book.cost('claude-opus-5', null, tokens(0, { cacheWrite: 2_000, cacheWriteHour: 500 }))).toBeCloseTo(
      (1_500 * 6.25 + 500 * 10) / 1e6,
    );
  });
});

const counts = fc.record({ input: fc.nat(1e6), output: fc.nat(1e5), cacheRead: fc.nat(1e6), cacheWrite: fc.nat(1e6) });
const rates = fc.record({ input: fc.double({ min: 0.01, max: 50, noNaN: true }), output: fc.double({ min: 0.01, max: 90, noNaN: true }) });

describe('what tokens cost', () => {
  it('adds up: two requests cost what their tokens cost together', () => {
    fc.assert(
      fc.property(rates, counts, counts, (rate, a, b) => {
        const sum = {
          ...{ input: a.input + b.input, output: a.output + b.output },
          ...{ cacheRead: a.cacheRead + b.cacheRead, cacheWrite: a.cacheWrite + b.cacheWrite },
        };
        expect(costAt(rate, sum)).toBeCloseTo(costAt(rate, a) + costAt(rate, b), 6);
      }),
    );
  });

  it('goes by a class of sizes as by the size itself', () => {
    fc.assert(
      fc.property(fc.nat(400_000), (context) => {
        for (const size of PROMPT_SIZES) expect(sizeIn(sizeClass(context)) > size).toBe(context > size);
      }),
    );
  });
});
