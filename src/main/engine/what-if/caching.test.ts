import fc from 'fast-check';
import { expect, test } from 'vitest';
import { priceBook } from '../../../shared/model/prices.ts';
import type { Ask } from '../runs/api.ts';
import { cachingOf } from './caching.ts';

const prices = priceBook({ models: [{ names: ['m'], source: '', prices: [{ input: 10, output: 50, cacheRead: 1, cacheWrite5m: 12.5 }] }] });
const endpoint = { name: 'anthropic:m', model: 'm' };

const asking = (texts: readonly string[], system = 'Be brief.'): Ask => ({
  ...{ model: 'm', system, tools: [], most: null },
  turns: texts.map((text) => ({ role: 'user', parts: [{ text }] })),
});

const LONG = 'x'.repeat(4000);
const both = (before: Ask, ask: Ask) => cachingOf({ before, ask, weights: { unedited: 10_000, edited: 10_000 }, endpoint, prices });

test('what is before the first change is read, what follows is written, each at its price', () => {
  const { read, written, cost, assumed } = both(asking([LONG, LONG, LONG]), asking([LONG, 'y'.repeat(4000), LONG]));
  expect([read + written, Math.round(read / 1000)]).toEqual([10_000, 3]);
  expect(cost.unedited).toBeCloseTo(0.01);
  expect(cost.edited).toBeCloseTo((read + 12.5 * written) / 1e6);
  expect(assumed).toContain('Anthropic charges each request in full');
});

test('a system prompt that changed leaves nothing to read, and no price is said of a model without one', () => {
  expect(both(asking([LONG]), asking([LONG], 'Be long.'))).toMatchObject({ read: 0, written: 10_000 });
  const unpriced = { before: asking([LONG]), ask: asking([LONG]), endpoint: { name: 'openai-compatible:z', model: 'z' }, prices };
  const { cost, assumed } = cachingOf({ ...unpriced, weights: { unedited: 9000, edited: 9000 } });
  expect([cost, assumed]).toEqual([{ unedited: null, edited: null }, expect.stringContaining('is not known')]);
});

test('a request too short for a cache is paid in full', () => {
  const { read, cost } = cachingOf({
    before: asking(['a']),
    ask: asking(['a']),
    weights: { unedited: 500, edited: 500 },
    endpoint,
    prices,
  });
  expect([read, cost]).toEqual([0, { unedited: 0.005, edited: 0.005 }]);
});

test('the later a change, the more is read; without one all of it', () => {
  fc.assert(
    fc.property(fc.array(fc.string(), { minLength: 1, maxLength: 8 }), fc.nat(7), (texts, nat) => {
      const at = nat % texts.length;
      const changed = (place: number) => asking(texts.map((text, index) => (index === place ? `${text}!` : text)));
      const reads = texts.map((_, place) => both(asking(texts), changed(place)).read);
      expect(reads).toEqual([...reads].sort((a, b) => a - b));
      expect(both(asking(texts), asking(texts)).read).toBe(10_000);
      expect(reads[at]).toBeLessThan(10_000);
    }),
  );
});
