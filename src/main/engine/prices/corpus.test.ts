import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { costAt, priceBook } from '../../../shared/model/prices.ts';
import { contract } from '../../../shared/rpc/contract.ts';
import { asNumber, asObject, isObject } from '../formats/json.ts';
import type { Json, JsonObject } from '../formats/values.ts';
import { importMany } from '../ingest/import-many.ts';
import { overviewMethods } from '../overview/methods.ts';
import { lazyProofs } from '../proofs.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder } from '../testing/files.ts';
import { loadPrices } from './table.ts';

const corpus = process.env.TAPESCOPE_CORPUS ?? '';

const recordsOf = (file: string): JsonObject[] =>
  readFileSync(join(corpus, file), 'utf8')
    .split('\n')
    // Two records on one line, as its reader mends them.
    .flatMap((line) => line.split(/(?<=\})(?=\{"type")/))
    .flatMap((line) => {
      try {
        const value: Json = JSON.parse(line);
        return isObject(value) ? [value] : [];
      } catch {
        return [];
      }
    });

/** What an agent reckoned for a model by its own prices, with the tokens that it rests on. */
const reckoned = (record: JsonObject): [model: string, usage: JsonObject][] =>
  Object.entries(asObject(record.modelUsage) ?? {}).flatMap(([model, usage]) =>
    isObject(usage) ? [[model, usage] as [string, JsonObject]] : [],
  );

const costs = (files: readonly string[]) => {
  const { store } = openEngineRoom();
  importMany(store.db, files);
  const about = { catalog: store.catalog, ingest: { jobs: () => [] }, options: { home: store.home, readOnly: true } };
  const methods = overviewMethods(about, lazyProofs(store.catalog, { home: store.home, readOnly: false }));
  return methods['cost.list'](contract['cost.list'].input.parse({}), { signal: new AbortController().signal });
};

describe.skipIf(corpus === '')('cost over the corpus (TAPESCOPE_CORPUS)', () => {
  it('is what the agents themselves reckon, where they say so with the tokens', () => {
    const book = priceBook(loadPrices(tempFolder()));
    const files = globSync('{claude-code,claude-code-trees,lab/claude-code}/**/*.jsonl', { cwd: corpus }).sort();
    const models = new Set<string>();
    let checked = 0;
    for (const file of files)
      for (const record of recordsOf(file).filter(({ type }) => type === 'cost-state'))
        for (const [model, usage] of reckoned(record)) {
          const of = (name: string) => asNumber(usage[name]) ?? 0;
          const cost = of('costUSD');
          // Searches are charged by call, which no list of tokens has.
          if (cost === 0 || of('webSearchRequests') > 0 || book.rates(model, null, 0) === null) continue;
          const tokens = { input: of('inputTokens'), output: of('outputTokens'), cacheRead: of('cacheReadInputTokens') };
          const hour = { cacheWrite: of('cacheCreationInputTokens'), cacheWriteHour: of('cacheCreationEphemeral1hInputTokens') };
          // None of its requests was so large that it cost more.
          const rates = book.rates(model, null, 0);
          expect(rates && costAt(rates, { ...tokens, ...hour }), `${file} ${model}`).toBeCloseTo(cost, 6);
          models.add(model);
          checked += 1;
        }
    expect(checked).toBeGreaterThan(50);
    expect(models.size).toBeGreaterThan(0);
  });

  it('is what a log records, each request once', async () => {
    const files = globSync('pi/**/*.jsonl', { cwd: corpus }).sort();
    let recorded = 0;
    for (const file of files) {
      const own = recordsOf(file).reduce((sum, record) => {
        const usage = asObject(asObject(record.message)?.usage) ?? asObject(record.usage);
        return sum + (asNumber(asObject(usage?.cost)?.total) ?? 0);
      }, 0);
      if (own === 0) continue;
      const { total } = await costs([join(corpus, file)]);
      expect(total.recorded, file).toBeCloseTo(own, 6);
      recorded += 1;
    }
    expect(recorded).toBeGreaterThan(0);
  });

  it('adds up: no token of the corpus is in two sessions', async () => {
    const files = globSync('claude-code/**/*.jsonl', { cwd: corpus }).map((file) => join(corpus, file));
    const { items, total } = await costs(files);
    expect(items.reduce((sum, { cost }) => sum + (cost ?? 0), 0)).toBeCloseTo(total.cost ?? 0, 4);
    expect(total.recorded).toBe(0);
    expect(total.unpricedModels.every((model) => !/^claude-(opus|sonnet|haiku)-\d/.test(model))).toBe(true);
  });
});
