import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { priceBook } from '../../../shared/model/prices.ts';
import { tempFolder } from '../testing/files.ts';
import { createPriceTable, loadPrices } from './table.ts';

const own = (home: string, value: unknown): void =>
  writeFileSync(join(home, 'prices.json'), typeof value === 'string' ? value : JSON.stringify(value));
const mango = { names: ['mango-1'], prices: [{ input: 2, output: 4 }] };

describe("the user's own prices", () => {
  it('come before those that ship, model by model', () => {
    const home = tempFolder();
    expect(loadPrices(home)).toMatchObject({ own: null, problem: null, currency: 'USD' });
    own(home, { date: '2026-11-01', models: [mango, { names: ['claude-opus-5'], prices: [{ input: 1, output: 1 }] }] });
    const table = loadPrices(home);
    expect(table).toMatchObject({ own: { models: ['mango-1', 'claude-opus-5'], date: '2026-11-01' }, problem: null });
    const book = priceBook(table);
    expect([book.rates('mango-1', null, 0)?.output, book.rates('claude-opus-5', null, 0)?.input]).toEqual([4, 1]);
    expect(book.rates('claude-opus-4-8', null, 0)?.input).toBe(5);
  });

  it.each([
    ['{"models": [', 'is not JSON'],
    ['[]', 'has no list of models'],
    [{ currency: 'EUR', models: [mango] }, 'one currency'],
    [{ models: [{ names: ['x'], prices: [{ input: '3', output: 1 }] }, mango] }, 'model 1 is left out'],
    [
      { models: [mango, { names: ['x'], prices: [{ input: 3, output: 1, above: { tokens: 7, input: 1, output: 1 } }] }] },
      'model 2 is left out',
    ],
  ])('that cannot be used say why, in one sentence with the name of the file: %j', (value, why) => {
    const home = tempFolder();
    own(home, value);
    const { problem, models } = loadPrices(home);
    expect(problem).toContain(why);
    expect(problem).toContain(join(home, 'prices.json'));
    expect(models.length).toBeGreaterThan(10);
  });

  it('are read again when their file changes, and are the same table as long as it does not', () => {
    const home = tempFolder();
    const now = createPriceTable(home);
    const first = now();
    expect(now()).toBe(first);
    own(home, { models: [mango] });
    expect(now().own?.models).toEqual(['mango-1']);
    expect(now()).toBe(now());
  });
});
