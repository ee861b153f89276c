import { describe, expect, it } from 'vitest';
import { DANGLING, Flag } from '../../../shared/model/vocabulary.ts';
import type { JsonObject } from '../formats/format.ts';
import { bubTape } from '../testing/bub-script.ts';
import { openEngineRoom } from '../testing/catalog.ts';
import { writeTape } from '../testing/files.ts';
import { claudeTree } from '../testing/tree.ts';

const openTape = async (records: Parameters<typeof writeTape>[0], name?: string) => {
  const { ingest, store } = openEngineRoom();
  const [id = ''] = (await ingest.open([writeTape(records, name)], { text: false })).tapes;
  const { catalog } = store;
  return { catalog, id, rows: catalog.entries(id, 1, 1e6), steps: catalog.steps(id, 1, 100).items, anchors: catalog.anchors(id) };
};

describe('the tree of a Claude session', () => {
  it('joins parents over the whole file, also those that are written later, and keeps missing ones', async () => {
    const { rows, catalog, id } = await openTape(
      claudeTree(`
        u1 "go"
        a2 "early" @a1
        a1 "late" @u1
        u2 "lost" @gone
      `),
    );
    expect(rows.map((row) => row.parentSeq)).toEqual([null, 3, 1, DANGLING]);
    expect(rows[3]?.danglingParent).toMatch(/^[0-9a-f-]{36}$/);
    expect(rows.map((row) => row.origin)).toEqual([1, 1, 1, 4]);
    expect(catalog.children(id, 3).map((row) => row.seq)).toEqual([2]);
    expect(catalog.stats(id)).toMatchObject({ nodes: 4, roots: 1, leaves: 2, danglingParents: 1 });
  });

  it('joins to the first of equal ids, and to a parent many lines before', async () => {
    const [first, ...records] = claudeTree('u1 "go" > a1 "one"\nu2 "again" @u1\nu3 "on" @a1\nu4 "far" @u1') as { uuid: string }[];
    const between = Array.from({ length: 20 }, (_, at) => ({ ...first, uuid: `between-${at}`, parentUuid: first?.uuid }));
    const [one, again, on, far] = records as [object, { uuid: string }, object, object];
    const double = { ...again, uuid: (one as { uuid: string }).uuid };
    const { rows, catalog, id } = await openTape([first, one, double, on, ...between, far] as JsonObject[]);
    expect(rows[3]?.parentSeq).toBe(2);
    expect(rows.at(-1)?.parentSeq).toBe(1);
    expect(catalog.stats(id)).toMatchObject({ danglingParents: 0 });
  });

  it('does not hang on parents that run in a circle', async () => {
    const { rows } = await openTape(claudeTree('u1 "a" @u2\nu2 "b" @u1\nu3 "c" @u3'));
    expect(rows.map((row) => row.parentSeq)).toEqual([2, 1, 3]);
    expect(rows.every((row) => (row.origin ?? 0) > 0)).toBe(true);
  });
});

describe('steps', () => {
  it('group the lines of one answer wherever they stand, with usage and model of the last line', async () => {
    const { steps, rows, catalog, id } = await openTape(
      claudeTree(`
        u1 "go"
          a1 think "hm"          <- step m1 usage 10 1 100 5
            a2 call Read t1      <- step m1 usage 10 1 100 5
              r1 t1
                a3 call Grep t2  <- step m1 usage 10 40 100 5
                  a4 "done"      <- step m2 usage 3 7 110 0
      `),
    );
    expect(steps).toMatchObject([
      { step: 1, first: 2, last: 5, line: 2, usage: { input: 10, output: 40, cacheRead: 100, cacheWrite: 5 }, model: 'claude-sonnet-4-5' },
      { step: 2, first: 6, last: 6, usage: { output: 7 } },
    ]);
    expect(rows.map((row) => row.step)).toEqual([null, 1, 1, null, 1, 2]);
    expect(catalog.stats(id).usage).toEqual({ input: 13, output: 47, cacheRead: 210, cacheWrite: 5 });
    expect(catalog.tool(id, 't1')).toEqual({ calls: [3], results: [4] });
    expect(catalog.tool(id, 'nobody')).toEqual({ calls: [], results: [] });
  });

  it('say what is a sidechain, written by the program, or failed', async () => {
    const { steps } = await openTape(claudeTree('z1 "look" side > a1 "seen" <- step m1\nu1 "go" > e1 error "overloaded" <- step m2'));
    expect(steps).toMatchObject([
      { sidechain: true, synthetic: false, failed: false },
      { sidechain: false, synthetic: true, failed: true },
    ]);
  });
});

describe('compactions', () => {
  it('become anchors with what was before them, and begin a chain', async () => {
    const { anchors, rows } = await openTape(
      claudeTree(`
        u1 "go" > a1 "ok" <- step m1
          b1 boundary auto 160000
            c1 summary "so far"
              u2 "on" > a2 "sure" <- step m2
      `),
    );
    expect(anchors).toMatchObject([
      { seq: 1, name: 'session/start', type: 'start', derived: true, before: {} },
      {
        seq: 3,
        name: 'compaction 1 · auto',
        type: 'compaction',
        before: { message: 2 },
        compaction: { trigger: 'auto', preTokens: 160000, logicalParent: 2, summary: 4, preserved: [] },
      },
    ]);
    expect(rows.map((row) => row.origin)).toEqual([1, 1, 3, 3, 3, 3]);
  });

  it('that keep a segment take over what is written below it', async () => {
    const { anchors, rows, catalog, id } = await openTape(
      claudeTree(`
        u1 "go" > a1 "ok" <- step m1 > u2 "and" > a2 "yes" <- step m2
          b1 boundary manual 9000 keep u2..a2 behind c1
            c1 summary "so far"
        u3 "on" @a2
          a3 "sure" <- step m3
      `),
    );
    expect(anchors[1]).toMatchObject({ name: 'compaction 1 · manual', compaction: { summary: 6, preserved: [3, 4], logicalParent: 4 } });
    expect(rows.map((row) => row.origin)).toEqual([1, 1, 1, 1, 5, 5, 5, 5]);
    expect(catalog.step(id, 3).origin).toBe(5);
  });

  it('in place name the calls whose results they cleared', async () => {
    const { anchors } = await openTape(claudeTree('u1 "go" > k1 micro t1 t2'));
    expect(anchors[1]).toMatchObject({ type: 'micro-compaction', compaction: { clearedCalls: ['t1', 't2'], summary: null } });
  });
});

describe('a Bub tape', () => {
  const TURN = `
    anchor session/start {"owner":"human"}
    event loop.start {"prompt":"fix"}
    event loop.step.start {"step":1}
    anchor phase-1 {"summary":"made by a tool"}
    system "You are Bub."       <- run r1
    user "fix the tests"        <- run r1
    call fs_read c1 bash c2     <- run r1
    result "one"                <- run r1
    run 1200 80 400             <- run r1
    event loop.step {"status":"ok"}
    event loop.step.start {"step":2}
    assistant "done"            <- run r2
    run 1300 20 1000            <- run r2
  `;

  it('opens each step where the request was opened, and pairs results by place', async () => {
    const { steps, rows, anchors, catalog, id } = await openTape(bubTape(TURN), 'aaaabbbbccccdddd__0b871d5e50e7c192.jsonl');
    expect(steps).toMatchObject([
      { step: 1, first: 3, last: 9, usage: { input: 800, output: 80, cacheRead: 400 }, model: 'qwen3-coder', origin: null },
      { step: 2, first: 11, last: 13 },
    ]);
    expect(rows.map((row) => row.step)).toEqual([null, null, 1, 1, 1, 1, 1, 1, 1, null, 2, 2, 2]);
    expect(rows.filter((row) => (row.flags & Flag.StepPrompt) !== 0).map((row) => row.seq)).toEqual([5, 6]);
    expect(rows[7]?.results).toEqual(['c1']);
    expect(catalog.tool(id, 'c2')).toEqual({ calls: [7], results: [] });
    expect(anchors.map(({ seq, name, derived }) => [seq, name, derived])).toEqual([
      [1, 'session/start', false],
      [4, 'phase-1', false],
    ]);
    expect(anchors[1]?.before).toEqual({ anchor: 1, event: 2 });
    expect(rows.every((row) => row.id === null && row.parentSeq === null && row.origin === null)).toBe(true);
  });

  it('of an old writer pairs results with the newest calls', async () => {
    const { rows } = await openTape(bubTape('call bash a1 bash a2\nresult "one" "two" "three"\nresult "stray"', { writer: '0.2.0' }));
    expect(rows.map((row) => row.results)).toEqual([[], ['a1', 'a2'], []]);
  });
});
