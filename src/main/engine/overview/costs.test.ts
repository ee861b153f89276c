import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { drawnTape } from '../../../shared/library/testing.ts';
import type { CostItem } from '../../../shared/model/index.ts';
import { COSTS } from '../../../shared/model/listing.ts';
import type { PriceTable } from '../../../shared/model/prices.ts';
import { contract } from '../../../shared/rpc/contract.ts';
import type { Json } from '../formats/values.ts';
import { importMany } from '../ingest/import-many.ts';
import { lazyProofs } from '../proofs.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree, jsonl } from '../testing/tree.ts';
import { costsOf } from './costs.ts';
import { overviewMethods } from './methods.ts';

const opened = (files: Record<string, readonly Json[]>) => {
  const { store } = openEngineRoom();
  const folder = tempFolder();
  importMany(
    store.db,
    Object.entries(files).map(([name, records]) => writeFile(folder, `${name}.jsonl`, jsonl([...records]))),
  );
  const about = { catalog: store.catalog, ingest: { jobs: () => [] }, options: { home: store.home, readOnly: true } };
  const methods = overviewMethods(about, lazyProofs(store.catalog, { home: store.home, readOnly: false }));
  const ask = async (wish: object) =>
    methods['cost.list'](contract['cost.list'].input.parse(wish), { signal: new AbortController().signal });
  return { store, ask };
};

const SHARED = 'u1 "go" > a1 "one" <- step m1 usage 100 5 0 20 > u2 "on" > a2 "two" <- step m2 usage 30 7 100 10';
const first = claudeTree(`${SHARED} > u3 "further" > a3 "three" <- step m3 usage 40 9 130 0`, { session: 'session-1' });
const fork = claudeTree(`${SHARED} > u4 "another way" > a4 "four" <- step m4 usage 50 11 130 0`, { session: 'session-2' });
/** At $3, $15, $0.30 and $3.75 for a million tokens. */
const dollars = (input: number, output: number, read: number, write: number) => (input * 3 + output * 15 + read * 0.3 + write * 3.75) / 1e6;

describe('what requests cost', () => {
  it('counts a copied request once, is the same sum however it is added up, and says that it is computed', async () => {
    const { ask } = opened({ a: first, b: fork });
    for (const by of COSTS.filter((one) => one !== 'step')) {
      const { total, items } = await ask({ by });
      expect(total).toMatchObject({ steps: 4, input: 220, output: 32, cacheRead: 360, cacheWrite: 30, recorded: 0, priced: true });
      expect(total.cost).toBeCloseTo(dollars(220, 32, 360, 30), 9);
      expect(items.reduce((sum, { cost }) => sum + (cost ?? 0), 0)).toBeCloseTo(total.cost ?? 0, 9);
    }
  });

  it('has nothing for a copy that holds no request of its own, rather than a session without a price', async () => {
    const { store, ask } = opened({ a: first, b: claudeTree(SHARED, { session: 'session-2' }) });
    const copy = store.catalog.tapes().find(({ session }) => session === 'session-2');
    expect(copy?.copied?.steps).toBe(2);
    expect(await ask({ tapes: [copy?.id] })).toMatchObject({ items: [], total: { steps: 0, unpriced: 0 } });
  });

  it('has each step of a tape that is named, and refuses steps of all', async () => {
    const { store, ask } = opened({ a: first });
    const [tape] = store.catalog.tapes();
    const { items, total } = await ask({ by: 'step', tapes: [tape?.id] });
    expect(items.map(({ key, cost }) => [key, cost?.toFixed(6)])).toEqual([
      ['1', dollars(100, 5, 0, 20).toFixed(6)],
      ['2', dollars(30, 7, 100, 10).toFixed(6)],
      ['3', dollars(40, 9, 130, 0).toFixed(6)],
    ]);
    expect(total.cost).toBeCloseTo((await ask({ tapes: [tape?.id] })).total.cost ?? 0, 9);
    await expect(ask({ by: 'step' })).rejects.toThrow('Name the tapes');
  });

  it('says of a model without a price that there is none, and of a sum that something is missing', async () => {
    const strange = claudeTree('u1 "go" > a1 "one" <- step x1 usage 10 5 0 0', { session: 'session-3' }).map((record) =>
      record.type === 'assistant' ? { ...record, message: { ...(record.message as object), model: 'mango-1' } } : record,
    );
    const { ask } = opened({ a: first, c: strange });
    const { items, total } = await ask({ by: 'model' });
    expect(items.map(({ key, cost, priced, unpriced }) => [key, cost === null, priced, unpriced])).toEqual([
      ['claude-sonnet-4-5', false, true, 0],
      ['mango-1', true, false, 1],
    ]);
    expect(total).toMatchObject({ priced: false, unpriced: 1, unpricedModels: ['mango-1'] });
  });

  it('believes the log where it records a price, and prices what is cached for an hour as such', async () => {
    const header = { type: 'session', version: 3, id: 'p', timestamp: '2026-10-01T08:00:00.000Z', cwd: '/home/ann/garden' };
    const answer = {
      ...{ type: 'message', id: 'aa01', parentId: null, timestamp: '2026-11-21T10:00:00Z' },
      message: {
        ...{
          role: 'assistant',
          content: [{ type: 'text', text: 'ok' }],
          api: 'x',
          provider: 'y',
          model: 'claude-sonnet-4-5',
          stopReason: 'stop',
        },
        usage: { input: 10, output: 1, cacheRead: 30, cacheWrite: 0, cost: { total: 0.25 } },
      },
    };
    const hourly = claudeTree('u1 "go" > a1 "one" <- step h1 usage 0 0 0 1000', { session: 'session-4' }).map((record) => {
      const message = record.message as { usage?: object };
      if (record.type !== 'assistant') return record;
      return { ...record, message: { ...message, usage: { ...message.usage, cache_creation: { ephemeral_1h_input_tokens: 400 } } } };
    });
    const { ask } = opened({ p: [header, answer], h: hourly });
    const { total, items } = await ask({ by: 'session' });
    expect(total).toMatchObject({ recorded: 0.25, cacheWriteHour: 400, priced: true });
    expect(total.computed).toBeCloseTo((600 * 3.75 + 400 * 6) / 1e6, 9);
    expect(items.map(({ recorded, computed }) => [recorded > 0, computed > 0])).toEqual([
      [true, false],
      [false, true],
    ]);
  });
});

const table: PriceTable = {
  ...{ date: '2026-11-24', currency: 'USD', sources: {}, own: null, problem: null },
  models: [{ names: ['m'], source: 's', prices: [{ input: 3, output: 15, above: { tokens: 200_000, input: 6, output: 30 } }] }],
};

const spent = fc.tuple(
  ...[fc.integer({ min: -1, max: 400 }), fc.constantFrom('m', 'n', null), fc.nat(5), fc.constant(0), fc.nat(2)],
  ...[fc.nat(900), fc.nat(90), fc.nat(900), fc.nat(90), fc.constantFrom(0), fc.nat(3), fc.nat(90), fc.nat(3)],
) as fc.Arbitrary<[number, string | null, ...number[]]>;

describe('sums of cost', () => {
  it('close in every direction, whatever the tapes', () => {
    const drawn = fc.record({
      rows: fc.array(spent, { maxLength: 6 }),
      project: fc.constantFrom('/a', '/b'),
      format: fc.constantFrom('one', 'two'),
    });
    fc.assert(
      fc.property(fc.array(drawn, { maxLength: 8 }), (all) => {
        const parts = all.map(({ rows, project, format }, at) => ({
          ...{ tape: drawnTape(`t${at}`, { project, format }), compacted: [] },
          spent: rows as never,
        }));
        const sums = COSTS.filter((by) => by !== 'step').map((by) => {
          const wish = { by, dayOf: (quarter: number) => `${Math.floor(quarter / 96)}`, nameOf: (id: string) => id, from: null, to: null };
          const { items, total } = costsOf(parts, wish, table);
          const figure = (of: keyof CostItem) => items.reduce((sum, item) => sum + Number(item[of] ?? 0), 0);
          for (const name of ['steps', 'input', 'output', 'cacheRead', 'cacheWrite', 'unpriced'] as const)
            expect(figure(name)).toBe(total[name]);
          for (const name of ['recorded', 'computed'] as const) expect(figure(name)).toBeCloseTo(total[name], 6);
          expect(total.priced).toBe(total.cost !== null && total.unpriced === 0);
          return [total.input, total.steps, total.cost?.toFixed(6)];
        });
        expect(new Set(sums.map(String)).size).toBe(1);
      }),
    );
  });
});
