import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { REACHED, readAsked, slipsIn } from '../../../shared/library/asked.ts';
import { FACETS, type SearchFilters } from '../../../shared/model/index.ts';
import { openEngine } from '../open.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { tempFolder, writeFile } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';
import { createGatherer } from './gather.ts';
import { dropsOf, facetsOf, fits, type Gathered, grouped, tapeFits, withPlaces } from './narrow.ts';
import { answerOf } from './page-methods.ts';

const LONG = 60_000;
const none = { signal: new AbortController().signal };

type Handlers = Awaited<ReturnType<typeof openEngine>>['handlers'];

const findBy =
  (handlers: Handlers) =>
  (query: string, more: Partial<Parameters<Handlers['search.find']>[0]> = {}) =>
    handlers['search.find'](
      {
        query,
        mode: 'words',
        filters: {},
        sort: 'newest',
        from: 0,
        limit: 50,
        each: undefined,
        around: 1,
        looks: false,
        only: undefined,
        ...more,
      },
      none,
    );

const drawn = (drawings: readonly string[]): string[] => {
  const folder = tempFolder();
  return drawings.map((drawing, at) => writeFile(folder, `s${at}.jsonl`, claudeTree(drawing, { session: `session-${at}` })));
};

/** A catalog of sessions drawn as trees, and what its search page finds. */
const searched = async (drawings: readonly string[]) => {
  const { engine, handlers } = await openEngine({ home: tempFolder(), host: 'terminal', readOnly: false, samples: null });
  await engine.ingest.open(drawn(drawings));
  await engine.ingest.idle();
  return { engine, find: findBy(handlers), close: () => engine.close() };
};

const DRAWING = `u1 "the ledger is locked" > a1 call Bash t1 {"message":{"content":[{"type":"tool_use","id":"t1","name":"Bash","input":{"command":"ls ledger"}}]}} <- step m1 > r1 t1 "ledger locked\\nretryNow() failed\\nat withLedgerLock" failed > a2 call Read t2 {"message":{"content":[{"type":"tool_use","id":"t2","name":"Read","input":{"file_path":"/home/ann/shop/src/ledger.ts"}}]}} <- step m2 > r2 t2 "one\\ntwo ledger locked\\nthree" > a3 "retry_now is what it is called" <- step m3 > a4 call Read t3 {"message":{"content":[{"type":"tool_use","id":"t3","name":"Read","input":{"file_path":"/home/ann/shop/src/ledger.ts"}}]}} <- step m4 > r3 t3 "one\\ntwo ledger locked\\nthree"`;

describe('the search page', () => {
  it('of a window makes searchable what a terminal imported meanwhile', async () => {
    const home = tempFolder();
    const window = await openEngine({ home, host: 'browser', readOnly: true, samples: null });
    // What it does by itself at its start is done.
    await window.engine.ingest.idle();
    const terminal = await openEngine({ home, host: 'terminal', readOnly: false, samples: null });
    await terminal.engine.ingest.open(drawn([DRAWING]), { text: false });
    const find = findBy(window.handlers);
    await find('locked ledger');
    await window.engine.ingest.idle();
    expect(await find('locked ledger')).toMatchObject({ total: 4 });
    await terminal.engine.close();
    await window.engine.close();
  });

  it('of a window is made of a tape that a terminal imported as soon as it is opened', async () => {
    const home = tempFolder();
    const terminal = await openEngine({ home, host: 'terminal', readOnly: false, samples: null });
    const [first = '', second = ''] = drawn([DRAWING, DRAWING]);
    const imported = async (path: string) => (await terminal.engine.ingest.open([path], { text: false })).tapes[0] ?? '';
    const before = await imported(first);
    const window = await openEngine({ home, host: 'browser', readOnly: true, samples: null });
    const searchable = (id: string) => expect.poll(() => window.engine.catalog.tape(id), { timeout: LONG });
    // What it does by itself at its start is done once this is.
    await searchable(before).toMatchObject({ textTo: window.engine.catalog.tape(before).entries });
    await window.engine.ingest.idle();
    const id = await imported(second);
    const { tape } = await window.handlers['tapes.get']({ tape: id }, none);
    expect(tape.textTo).toBe(0);
    await searchable(id).toMatchObject({ textTo: tape.entries });
    await terminal.engine.close();
    await window.engine.close();
  });

  it(
    'finds words, phrases, identifiers, Chinese and patterns',
    async () => {
      const { find, close } = await searched([DRAWING, 'u1 "我们研究生命 RETRY_NOW"']);
      const seqs = async (...asked: Parameters<typeof find>) =>
        (await find(...asked)).hits.map(({ seq, tape }) => `${tape === '' ? '' : seq}`);
      expect((await find('locked ledger')).total).toBe(4);
      expect((await find('locked ledger', { mode: 'phrase' })).total).toBe(0);
      expect((await find('ledger locked', { mode: 'phrase' })).total).toBe(3);
      expect((await find('retryNow', { mode: 'code' })).total).toBe(3);
      // Letters in one piece are one word of the index, which does not tell where else they could be parted.
      expect((await find('retrynow', { mode: 'code' })).total).toBe(1);
      expect(await seqs('ledgerLock', { mode: 'code' })).toEqual(['3']);
      expect(await seqs('edgerLock', { mode: 'code' })).toEqual([]);
      expect(await seqs('研究', { mode: 'phrase' })).toEqual(['1']);
      expect(await seqs('研究', { mode: 'code' })).toEqual(['1']);
      expect(await seqs('retry.?now\\b', { mode: 'regex' })).toHaveLength(3);
      expect(await seqs('with[A-Z]\\w+', { mode: 'regex' })).toEqual(['3']);
      await expect(find('(', { mode: 'regex' })).rejects.toMatchObject({ code: 'bad-input' });
      await close();
    },
    LONG,
  );

  it(
    'says of each hit what it is, with its lines, and folds what says the same',
    async () => {
      const { find, close } = await searched([DRAWING]);
      const answer = await find('two ledger');
      expect(answer).toMatchObject({ total: 2, repeats: 1, sessions: 1, complete: true, next: null, note: null });
      const [hit] = answer.hits;
      expect(hit).toMatchObject({
        what: 'result',
        role: 'tool',
        tool: 'Read',
        file: '/home/ann/shop/src/ledger.ts',
        of: 3,
        found: 2,
        same: [5],
      });
      expect(hit?.lines.map(({ line, text }) => [line, text])).toEqual([
        [1, 'one'],
        [2, 'two ledger locked'],
        [3, 'three'],
      ]);
      expect(hit?.lines[1]?.matches).toEqual([
        [0, 3],
        [4, 10],
      ]);
      const { hits } = await find('ledger', { filters: { error: true } });
      expect(hits).toMatchObject([{ what: 'error', tool: 'Bash', file: null, seq: 3 }]);
      await close();
    },
    LONG,
  );

  it(
    'says which condition to drop where nothing is found',
    async () => {
      const { find, close } = await searched([DRAWING]);
      const { total, drops } = await find('ledger', { filters: { tool: ['Bash'], kind: ['user'] } });
      expect(total).toBe(0);
      expect(drops).toEqual([
        { filter: 'kind', count: 2 },
        { filter: 'tool', count: 1 },
      ]);
      await close();
    },
    LONG,
  );

  it(
    'finds by conditions alone',
    async () => {
      const { find, close } = await searched([DRAWING]);
      expect((await find('', { filters: { tool: ['Read'], kind: ['result'] } })).hits.map(({ seq }) => seq)).toEqual([8]);
      await expect(find(' ')).rejects.toMatchObject({ code: 'bad-input' });
      await close();
    },
    LONG,
  );

  it(
    'tells which of the hits the model received, once somebody asks, and narrows by that',
    async () => {
      const session = `u1 "ledger one" > a1 "ledger two" <- step m1 > u2 "on" > a2 "kept" <- step m2 > b1 boundary auto 9 keep a2..a2 behind c1 > c1 summary "It was mended."
        u3 "ledger three" @a2 > a3 "done" <- step m3
        u4 "ledger four" @a2 > a4 "done too" <- step m4`;
      const { find, close } = await searched([session, 'u1 "a ledger that nobody answered"']);
      const first = await find('ledger');
      expect([first.total, first.looked, first.facets.reached]).toEqual([5, { done: 0, of: 5 }, []]);
      const looked = await find('ledger', { looks: true });
      expect(looked.looked).toEqual({ done: 5, of: 5 });
      expect(Object.fromEntries(looked.facets.reached?.map(({ value, count }) => [value, count]) ?? [])).toEqual({
        in: 1,
        left: 2,
        other: 1,
        never: 1,
      });
      const said = async (...reached: string[]) => {
        const { hits } = await find('ledger', { filters: { reached } });
        return hits.map(({ snippet }) => snippet).sort();
      };
      expect(await said('left')).toEqual(['ledger one', 'ledger two']);
      expect(await said('in', 'never')).toEqual(['a ledger that nobody answered', 'ledger four']);
      expect(await said('other')).toEqual(['ledger three']);
      // By that alone nothing is looked for.
      await expect(find('', { filters: { reached: ['left'] } })).rejects.toMatchObject({ code: 'bad-input' });
      await close();
    },
    LONG,
  );

  it('reads no tape that began and ended outside of the times that are asked for', () => {
    const tape = { id: 'a', format: 'pi', project: '/p', started: 10, ended: 20 };
    const holds = (filters: SearchFilters) => tapeFits(tape, filters);
    expect([holds({ since: 20 }), holds({ until: 10 }), holds({ since: 12, until: 15 })]).toEqual([true, true, true]);
    expect([holds({ since: 21 }), holds({ until: 9 })]).toEqual([false, false]);
    expect(tapeFits({ ...tape, started: null, ended: null }, { since: 1 })).toBe(false);
  });

  it('counts a tool by all spellings of its name, as it is filtered by', () => {
    const hits = ['Read', 'read', 'Bash'].map((tool) => drawnHit({ tool }));
    const facets = facetsOf(hits, {}).tool;
    expect(facets).toEqual([
      { value: 'Read', count: 2 },
      { value: 'Bash', count: 1 },
    ]);
    for (const { value, count } of facets) expect(hits.filter((hit) => fits(hit, { tool: [value] }))).toHaveLength(count);
  });

  it('takes a repository for all of its worktrees and clones', () => {
    const places = new Map([
      ['/home/ann/shop', { of: 'example.org/ann/shop' }],
      ['/home/ann/3', { of: 'example.org/ann/shop' }],
    ]);
    const hits = ['/home/ann/shop', '/home/ann/3', '/home/ann/other'].map((project) => drawnHit({ project }));
    expect(facetsOf(hits, {}, places).project).toEqual([
      { value: 'example.org/ann/shop', count: 2 },
      { value: '/home/ann/other', count: 1 },
    ]);
    for (const value of ['example.org/ann/shop', 'SHOP'])
      expect(hits.filter((hit) => fits(hit, withPlaces({ project: [value] }, places)))).toHaveLength(2);
    expect(hits.filter((hit) => fits(hit, withPlaces({ project: ['/home/ann/3'] }, places)))).toHaveLength(1);
  });

  it(
    'ends a pattern that takes for ever, and keeps what was found until then',
    async () => {
      const { find, close } = await searched([`u1 "${'a'.repeat(60)}b"`, 'u1 "aaaa"']);
      // Whoever types on asks the next before the first has ended.
      const [answer, next] = await Promise.all([find('^(a+)+$', { mode: 'regex' }), find('^a{4}$', { mode: 'regex' })]);
      expect(answer.stopped?.left).toBeGreaterThan(0);
      expect(next.total).toBe(1);
      // The same once more is the answer that is kept, until somebody asks to look for longer.
      expect((await find('^(a+)+$', { mode: 'regex' })).stopped).toEqual(answer.stopped);
      const longer = await find('^(a+)+$', { mode: 'regex', longer: true });
      expect(longer.stopped?.ms).toBeGreaterThan(9_000);
      expect((await find('^(a+)+$', { mode: 'regex' })).stopped).toEqual(longer.stopped);
      await close();
    },
    LONG,
  );
});

function drawnHit(part: Partial<Gathered>): Gathered {
  return {
    ...{ tape: 'a', seq: 1, kind: 'message', what: 'user', role: 'user', time: 1, step: null, agent: 'pi', project: '/p' },
    ...{ tool: null, file: null, failed: false, reached: null, text: '', places: [], found: 1, score: 1, ...part },
  };
}

const value = fc.constantFrom('a', 'b', 'c');
const hit = fc.record<Omit<Gathered, 'places' | 'seq'>>({
  tape: value,
  kind: value,
  what: value,
  role: fc.option(value),
  time: fc.option(fc.integer({ min: 0, max: 9 })),
  step: fc.constant(null),
  agent: value,
  project: value.map((name) => `/home/ann/${name}`),
  tool: fc.option(value),
  file: fc.option(value.map((name) => `/home/ann/${name}.ts`)),
  failed: fc.boolean(),
  reached: fc.option(fc.constantFrom(...REACHED)),
  text: fc.constantFrom('', 'one', 'two'),
  found: fc.nat(9),
  score: fc.nat(9),
});
const hits = fc
  .array(hit, { maxLength: 40 })
  .map((all) =>
    all.map((one, seq): Gathered => ({ ...one, seq, places: [] })).sort((a, b) => (a.tape < b.tape ? -1 : a.tape > b.tape ? 1 : 0)),
  );
const filters: fc.Arbitrary<SearchFilters> = fc.record(
  {
    agent: fc.array(value, { minLength: 1, maxLength: 2 }),
    project: fc.array(
      value.map((name) => `/home/ann/${name}`),
      { minLength: 1, maxLength: 2 },
    ),
    kind: fc.array(value, { minLength: 1, maxLength: 2 }),
    tool: fc.array(value, { minLength: 1, maxLength: 2 }),
    file: fc.array(
      value.map((name) => `/home/ann/${name}.ts`),
      { minLength: 1, maxLength: 2 },
    ),
    since: fc.integer({ min: 0, max: 9 }),
    error: fc.boolean(),
    reached: fc.array(fc.constantFrom(...REACHED), { minLength: 1, maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const page = { sort: 'newest', from: 0, limit: 10_000, each: undefined } as const;

describe('of any hits', () => {
  it('each value of a facet counts the hits that choosing it alone would leave', () => {
    fc.assert(
      fc.property(hits, filters, (all, asked) => {
        const facets = facetsOf(all, asked);
        for (const facet of FACETS) {
          for (const { value: one, count } of facets[facet]) {
            const chosen = facet === 'kind' ? all.filter((hit) => hit.what === one) : all;
            expect(chosen.filter((hit) => fits(hit, { ...asked, [facet]: [one] }))).toHaveLength(count);
          }
          const rest = all.filter((hit) => fits(hit, { ...asked, [facet]: undefined }));
          const named = rest.filter((hit) => (facet === 'kind' ? hit.what : hit[facet]) !== null);
          expect(facets[facet].reduce((sum, { count }) => sum + count, 0)).toBe(named.length);
        }
      }),
    );
  });

  it('pages in a row are the whole, and folding loses none', () => {
    fc.assert(
      fc.property(hits, filters, fc.constantFrom('newest', 'best'), fc.integer({ min: 1, max: 7 }), (all, asked, sort, limit) => {
        const whole = answerOf(all, { ...page, filters: asked, sort });
        const rows: typeof whole.rows = [];
        for (let from: number | null = 0; from !== null; ) {
          const { rows: some, told } = answerOf(all, { filters: asked, sort, from, limit, each: undefined });
          rows.push(...some);
          from = told.next;
        }
        expect(rows).toEqual(whole.rows);
        const seqs = rows.flatMap(({ hit, same }) => [hit, ...same]).map(({ seq }) => seq);
        expect(seqs.toSorted((a, b) => a - b)).toEqual(
          all
            .filter((hit) => fits(hit, asked))
            .map(({ seq }) => seq)
            .sort((a, b) => a - b),
        );
        expect(whole.told.groups.reduce((sum, group) => sum + group.hits, 0)).toBe(whole.told.total);
        expect(whole.told.total - whole.told.repeats).toBe(rows.length);
      }),
    );
  });

  it('what to drop is what then is found', () => {
    fc.assert(
      fc.property(hits, filters, (all, asked) => {
        for (const { filter, count } of dropsOf(all, asked)) {
          const { [filter as keyof SearchFilters]: _, ...rest } = asked;
          expect(all.filter((hit) => fits(hit, rest))).toHaveLength(count);
        }
        expect(grouped(all, 'best').flatMap(({ rows }) => rows).length).toBeLessThanOrEqual(all.length);
      }),
    );
  });
});

it('conditions leave of the hits without them those that fit', async () => {
  const room = openEngineRoom();
  await room.ingest.open([writeFile(tempFolder(), 's.jsonl', claudeTree(DRAWING))]);
  await room.ingest.idle();
  const gather = createGatherer(room.home, room.store.db);
  const ask = (asked: SearchFilters) => gather({ query: 'ledger', mode: 'words', filters: asked, limit: 9000 }).hits;
  const all = ask({});
  expect(all.length).toBe(7);
  const some: SearchFilters[] = [
    { tool: ['Read'] },
    { kind: ['error'] },
    { error: false },
    { file: ['src/ledger.ts'] },
    { role: ['tool'] },
    { since: 0, until: 1 },
  ];
  for (const asked of some) expect(ask(asked)).toEqual(all.filter((hit) => fits(hit, asked)));
});

it('what was typed is words and conditions', () => {
  expect(readAsked('retry kind:error,result project:"my shop" now', 0)).toEqual({
    query: 'retry now',
    filters: { kind: ['error', 'result'], project: ['my shop'] },
  });
  expect(readAsked('a:b http://x kind: error:maybe "kind:x"', 0)).toEqual({
    query: 'a:b http://x kind: error:maybe "kind:x"',
    filters: {},
  });
  expect(readAsked('error:yes since:1d tool:Bash tool:Read', 86_400_000)).toEqual({
    query: '',
    filters: { error: true, since: 0, tool: ['Bash', 'Read'] },
  });
  expect(readAsked('since:yesterday', 0).filters.since).toBeLessThanOrEqual(0);
});

it('a condition whose value makes no sense is named', () => {
  expect(slipsIn('retry since:noon error:maybe a:b kind:x', 0)).toEqual([
    'since:noon is searched for as words: since: takes an age (6h, 14d, 2w), today, yesterday or a date (2026-03-01).',
    'error:maybe is searched for as words: error: takes yes or no.',
  ]);
  expect(slipsIn('since:2d "since:noon"', 0)).toEqual([]);
});
