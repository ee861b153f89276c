import { appendFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { totalsOf } from '../../../shared/library/query.ts';
import { drawnTape } from '../../../shared/library/testing.ts';
import type { LibraryOverview, Sums } from '../../../shared/model/index.ts';
import { OVERVIEWS, tokensOf } from '../../../shared/model/overview.ts';
import { priceBook } from '../../../shared/model/prices.ts';
import { contract } from '../../../shared/rpc/contract.ts';
import type { Catalog } from '../catalog/types.ts';
import { importMany } from '../ingest/import-many.ts';
import { libraryMethods } from '../library/methods.ts';
import { createParts } from '../prices/parts.ts';
import { createPriceTable } from '../prices/table.ts';
import { createTapeCosts } from '../prices/tape-cost.ts';
import { lazyProofs } from '../proofs.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree, jsonl } from '../testing/tree.ts';
import { overviewMethods } from './methods.ts';
import { overviewOf } from './overview.ts';

type Wish = Partial<{ zone: string; from: string; to: string; filter: string; limit: number }>;

const opened = () => {
  const { store } = openEngineRoom();
  const about = { catalog: store.catalog, ingest: { jobs: () => [] }, options: { home: store.home, readOnly: true } };
  const methods = overviewMethods(about, lazyProofs(store.catalog, { home: store.home, readOnly: false }));
  const ask = async (wish: Wish = {}): Promise<LibraryOverview> =>
    methods['library.overview'](contract['library.overview'].input.parse(wish), { signal: new AbortController().signal });
  const { 'library.counts': counted } = libraryMethods(about, lazyProofs(store.catalog, { home: store.home, readOnly: false }));
  const counts = async (queries: string[]): Promise<number[]> =>
    (await counted({ queries }, { signal: new AbortController().signal })).counts;
  return { store, ask, counts, folder: tempFolder() };
};

const FIGURES = [
  'steps',
  'silent',
  'errors',
  'compactions',
  'input',
  'output',
  'cacheRead',
  'cacheWrite',
  'priced',
  'dollars',
  'computed',
  'unpriced',
] as const;

/** Money to a millionth of a dollar, which is what a token costs: it is added up in another order each time. */
const added = (all: readonly Sums[]) =>
  Object.fromEntries(FIGURES.map((name) => [name, Math.round(all.reduce((sum, one) => sum + one[name], 0) * 1e6) / 1e6]));

const at = (records: ReturnType<typeof claudeTree>, time: string, model = 'model-a') =>
  records.map((record, number) => ({
    ...{ ...record, timestamp: new Date(Date.parse(time) + number * 60_000).toISOString() },
    ...(record.type === 'assistant' && { message: { ...(record.message as object), model } }),
  }));

const SHARED = 'u1 "go" > a1 "one" <- step m1 usage 100 5 0 20 > u2 "on" > a2 "two" <- step m2 usage 30 7 100 10';
const first = claudeTree(`${SHARED} > u3 "further" > a3 "three" <- step m3 usage 40 9 130 0`, { session: 'session-1' });
const fork = claudeTree(`${SHARED} > u4 "another way" > a4 "four" <- step m4 usage 50 11 130 0`, { session: 'session-2' });

const priced = (id: string, parentId: string | null, timestamp: string, cost: number) => ({
  ...{ type: 'message', id, parentId, timestamp },
  message: {
    ...{ role: 'assistant', content: [{ type: 'text', text: 'ok' }], api: 'x', provider: 'y', model: 'model-p', stopReason: 'stop' },
    usage: { input: 10, output: 1, cacheRead: 30, cacheWrite: 0, cost: { total: cost } },
  },
});

const header = (id: string) => ({ type: 'session', version: 3, id, timestamp: '2026-10-01T08:00:00.000Z', cwd: '/home/ann/garden' });

describe('what a library came to', () => {
  it('is the same by day, project, model and agent, counts a copied request once, and is what the table of the library adds up to', async () => {
    const { store, ask, folder } = opened();
    const files = [
      writeFile(folder, 'a.jsonl', jsonl(at(first, '2026-11-20T23:56:00Z'))),
      writeFile(folder, 'b.jsonl', jsonl(at(fork, '2026-11-20T23:56:00Z', 'model-b'))),
      writeFile(
        folder,
        'c.jsonl',
        jsonl([header('c'), priced('aa01', null, '2026-11-21T10:00:00Z', 0.25), priced('aa02', 'aa01', '2026-11-22T10:00:00Z', 0.5)]),
      ),
    ];
    importMany(store.db, files);
    const check = async () => {
      const found = await ask();
      for (const by of OVERVIEWS) expect(added(found[by].groups)).toEqual(added([found.total]));
      const totals = totalsOf(store.catalog.tapes());
      expect([tokensOf(found.total), found.total.steps, found.total.compactions]).toEqual([
        totals.tokens,
        totals.steps,
        totals.compactions,
      ]);
      expect([found.total.sessions, found.total.subAgents]).toEqual([totals.sessions, totals.subAgents]);
      return found;
    };
    const found = await check();
    expect(found.total).toMatchObject({ steps: 6, output: 5 + 7 + 9 + 11 + 2, dollars: 0.75, priced: 2 });
    expect(found.model.groups.map(({ key, steps }) => [key, steps]).toSorted()).toEqual([
      ['model-a', 3],
      ['model-b', 1],
      ['model-p', 2],
    ]);
    expect(found.day.groups.map(({ key, steps, dollars }) => [key, steps, dollars])).toEqual([
      ['2026-11-20', 2, 0],
      ['2026-11-21', 3, 0.25],
      ['2026-11-22', 1, 0.5],
    ]);
    appendFileSync(files[2] ?? '', jsonl([priced('aa03', 'aa02', '2026-11-23T10:00:00Z', 1)]));
    importMany(store.db, [files[2] ?? '']);
    expect((await check()).total).toMatchObject({ steps: 7, dollars: 1.75 });
  });

  it('leads from each figure to as many sessions, also of those with several models and days, and of names that others begin with', async () => {
    const { store, ask, counts, folder } = opened();
    const mixed = [...at(first, '2026-11-20T23:56:00Z').slice(0, 4), ...at(first, '2026-11-22T10:00:00Z', 'model-a-mini').slice(4)];
    const near = at(fork, '2026-11-21T12:00:00Z').map((record) => ({ ...record, cwd: '/home/ann/app/inner' }));
    importMany(store.db, [
      writeFile(folder, 'a.jsonl', jsonl(mixed)),
      writeFile(folder, 'b.jsonl', jsonl(near)),
      writeFile(folder, 'c.jsonl', jsonl([header('c'), priced('aa01', null, '2026-11-21T10:00:00Z', 0.25)])),
    ]);
    const { day, ...others } = await ask({ zone: Intl.DateTimeFormat().resolvedOptions().timeZone });
    const links = (['project', 'model', 'agent'] as const).flatMap((by) =>
      others[by].groups.map(({ key, sessions }) => [`${by}:="${key}"`, sessions] as const),
    );
    expect(await counts(links.map(([query]) => query))).toEqual(links.map(([, sessions]) => sessions));
    // The first session rests on the 21st, on which the others work.
    const days = await Promise.all(day.groups.map(({ key }) => counts([`since:${key} until:${key}`])));
    expect(days.flat()).toEqual(day.groups.map(({ sessions }) => sessions));
    expect([day.groups.length, await counts(['since:2026-11-20', 'since:2026-11-21 until:2026-11-21'])]).toEqual([3, [3, 2]]);
  });

  it('has the days of the time zone that asks, also where the clocks change', async () => {
    const { store, ask, folder } = opened();
    // 25 October 2026 has 25 hours in Berlin: it begins at 22:00 and ends at 23:00 UTC.
    for (const [name, time] of Object.entries({ a: '2026-10-24T21:50:00Z', b: '2026-10-25T22:30:00Z', c: '2026-10-25T23:10:00Z' }))
      importMany(store.db, [writeFile(folder, `${name}.jsonl`, jsonl([header(name), priced(`${name}1`, null, time, 1)]))]);
    const days = async (zone: string) => (await ask({ zone })).day.groups.map(({ key, steps }) => `${key.slice(5)}: ${steps}`);
    expect(await days('Europe/Berlin')).toEqual(['10-24: 1', '10-25: 1', '10-26: 1']);
    expect(await days('UTC')).toEqual(['10-24: 1', '10-25: 2']);
    expect(await days('Asia/Kathmandu')).toEqual(['10-25: 1', '10-26: 2']);
    expect(await days('America/Los_Angeles')).toEqual(['10-24: 1', '10-25: 2']);
    await expect(days('Nowhere/Land')).rejects.toThrow('not a time zone');
    const one = await ask({ zone: 'Europe/Berlin', from: '2026-10-25', to: '2026-10-25' });
    expect([one.total.steps, one.total.sessions, one.largest.length]).toEqual([1, 1, 1]);
    expect((await ask({ filter: 'agent:nobody' })).total.steps).toBe(0);
  });
});

describe('sums of many sessions', () => {
  it('let others have their turn, end when nobody waits, and are read once for sums and for prices', async () => {
    const { store, folder } = opened();
    const tree = (session: string) => jsonl(claudeTree('u1 "go" > a1 "one" <- step m1 usage 100 5 0 20', { session }));
    const files = Array.from({ length: 101 }, (_, at) => writeFile(folder, `s${at}.jsonl`, tree(`s${at}`)));
    await importMany(store.db, files);
    const read: string[] = [];
    const spent: Catalog['spent'] = (tape) => {
      read.push(tape.id);
      return store.catalog.spent(tape);
    };
    const catalog = { ...store.catalog, spent };
    const about = { catalog, ingest: { jobs: () => [] }, options: { home: store.home, readOnly: true } };
    const methods = overviewMethods(about, lazyProofs(catalog, { home: store.home, readOnly: false }));
    const asked = contract['library.overview'].input.parse({});
    const given = new AbortController();
    setImmediate(() => given.abort());
    await expect(methods['library.overview'](asked, given)).rejects.toThrow('cancelled');
    expect(read).toHaveLength(100);
    await createTapeCosts(catalog, createPriceTable(store.home)).all(() => {});
    const { total } = await methods['library.overview'](asked, new AbortController());
    expect([total.sessions, read.length, new Set(read).size]).toEqual([101, 101, 101]);
  });
});

/** Of one of the two models a price is known. */
const DRAWN = { models: [{ names: ['m'], source: 's', prices: [{ input: 3, output: 15 }] }] };

const figures = fc.tuple(
  fc.integer({ min: -1, max: 400 }),
  fc.constantFrom('m', 'n', null),
  fc.nat(5),
  fc.nat(2),
  fc.nat(2),
  fc.nat(900),
  fc.nat(90),
  fc.nat(900),
  fc.nat(90),
  fc.nat(2),
  fc.nat(3),
  fc.nat(90),
  fc.nat(3),
);

describe('sums of parts', () => {
  it('close in every direction, whatever the tapes', async () => {
    const drawn = fc.record({
      spent: fc.array(figures, { maxLength: 6 }),
      copied: fc.boolean(),
      extra: fc.nat(50),
      relation: fc.constantFrom(null, 'sub-agent', 'fork', 'aside' as const),
      ...{
        project: fc.constantFrom('/a', '/b', '/c/d'),
        format: fc.constantFrom('one', 'two'),
        compacted: fc.array(fc.nat(4e8), { maxLength: 2 }),
      },
    });
    await fc.assert(
      fc.asyncProperty(fc.array(drawn, { maxLength: 12 }), fc.integer({ min: 1, max: 3 }), async (all, limit) => {
        const tapes = all.map(({ spent, copied, extra, relation, project, format, compacted }, number) => {
          const own = spent.slice(copied ? 1 : 0);
          const sum = (at: number) => own.reduce((total, row) => total + (row[at] as number), 0);
          const usage = { input: sum(5) + extra, output: sum(6), cacheRead: sum(7), cacheWrite: sum(8) };
          const row = { relation, project, format, usage, steps: sum(2), ended: 3e8, compactions: compacted.length } as const;
          return { tape: drawnTape(`t${number}`, row), spent, copied: copied ? spent.slice(0, 1) : [], cost: sum(10), compacted };
        });
        const outlays = new Map(tapes.map(({ tape, ...outlay }) => [tape, outlay]));
        const partOf = createParts({ spent: (tape) => outlays.get(tape) ?? { spent: [], copied: [], cost: 0, compacted: [] } });
        const wish = {
          dayOf: (quarter: number) => `${Math.floor(quarter / 96)}`,
          from: null,
          to: null,
          fits: () => true,
          nameOf: (id: string) => id,
          limit,
          book: priceBook(DRAWN),
        };
        const found = await overviewOf(
          tapes.map(({ tape }) => partOf(tape)),
          wish,
        );
        const totals = totalsOf(tapes.map(({ tape }) => tape));
        expect([tokensOf(found.total), found.total.steps, found.total.compactions]).toEqual([
          totals.tokens,
          totals.steps,
          totals.compactions,
        ]);
        expect([found.total.sessions, found.total.subAgents]).toEqual([totals.sessions, totals.subAgents]);
        for (const by of OVERVIEWS)
          expect(added([...found[by].groups, ...(found[by].others ? [found[by].others] : [])])).toEqual(added([found.total]));
      }),
    );
  });
});
