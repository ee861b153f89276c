import { describe, expect, it } from 'vitest';
import type { BranchClass } from '../../../shared/model/index.ts';
import { createGraphReader } from '../families/material.ts';
import type { JsonObject } from '../formats/format.ts';
import { bubTape } from '../testing/bub-script.ts';
import { DRAWINGS } from '../testing/laws/drawings.ts';
import { importDrawn } from '../testing/laws/drawn.ts';
import { claudeTree } from '../testing/tree.ts';
import { createGraphService } from './service.ts';
import { drawn, ties, told } from './testing.ts';

const one = async (tree: string, query = {}) => (await drawn({ 's1.jsonl': tree })).graph('s1.jsonl', query);

const LINE = 'u1 "fix it" > a1 call Bash t1 <- step m1 usage 900 40 0 0 > r1 t1 > a2 "done" <- step m2 usage 1200 10 0 0';

describe('a line', () => {
  it('is a start, one segment with its counts, and a leaf', async () => {
    const graph = await one(LINE);
    expect(told(graph)).toEqual(['1-1 start+', '2-3 segment+', '4-4 leaf*']);
    expect(ties(graph)).toEqual(['1>2 chain', '2>4 chain']);
    const [, segment, leaf] = graph.nodes;
    expect(segment).toMatchObject({ entries: 2, steps: 1, step: 1, tokens: { value: 900, basis: 'recorded' }, leaf: false });
    expect(leaf).toMatchObject({ entries: 1, steps: 1, step: 2, tokens: { value: 1200, basis: 'recorded' }, leaf: true });
    expect(graph).toMatchObject({ total: 4, lanes: 1, folded: null, copies: 0 });
  });

  it('keeps bookkeeping in the node of the entry before it, also before the first', async () => {
    const graph = await one('- mode {"mode":"x"}\nu1 "fix" > a1 "ok"\n- ai-title {"aiTitle":"Fix"}');
    expect(graph.owners[0]).toMatchObject({ from: Uint32Array.from([1, 3]), node: Int32Array.from([0, 1]) });
    expect(graph.nodes.map(({ entries }) => entries)).toEqual([2, 2]);
  });

  it('marks estimates where nothing is recorded', async () => {
    const graph = await one('u1 "fix it, please" > a1 "what?" > u2 "all of it" > a2 "done"');
    expect(graph.nodes.every(({ tokens }) => tokens.basis === 'estimated')).toBe(true);
    expect(graph.nodes.at(-1)?.tokens.value).toBeGreaterThan(graph.nodes[0]?.tokens.value ?? 0);
  });
});

describe('a list of messages with ids', () => {
  const USED = { input: 900, output: 40 };
  const called = { id: 'c1', input: 'ls', output: 'boats', used: USED };
  const turn = (prompt: string) => ({ prompt, calls: [called], answer: `${prompt}, done`, used: USED, summary: null, strange: null });

  it.each(['gemini', 'opencode', 'copilot'] as const)('is a line of %s, and no entry is a start of its own', async (format) => {
    const { tape, store } = importDrawn(DRAWINGS[format], DRAWINGS[format].write([turn('fix it'), turn('build it')]));
    const reader = createGraphReader(store.db);
    const asked = { tape, family: false, show: [], agents: 'nested', limit: 5000, refs: [] } as const;
    const { nodes, edges } = await createGraphService(reader).graph(asked);
    expect(nodes.filter(({ type }) => type === 'start')).toHaveLength(1);
    expect(edges).toHaveLength(nodes.length - 1);
  });
});

const REWIND = `
u1 "fix it" > a1 "how?" <- step m1
  u2 "like this" > a2 "done" <- step m2 > u3 "no" > a3 "oh" <- step m3
  u4 "like that" > a4 "done" <- step m4 > u5 "yes" > a5 "fine" <- step m5`;

describe('a rewind', () => {
  it('is drawn as a fork, and the new side is alive', async () => {
    const graph = await one(REWIND);
    expect(told(graph)).toEqual(['1-1 start+', '2-2 fork+', ' 3-5 segment', ' 6-6 leaf', '7-9 segment+', '10-10 leaf*']);
    expect(ties(graph)).toEqual(['1>2 chain', '2>3 fork', '2>7 fork', '3>6 chain', '7>10 chain']);
    expect(graph.nodes[1]?.fork).toBe('rewind');
    expect(graph.classes.rewind).toBe(1);
    expect(graph.edges.filter(({ active }) => active)).toHaveLength(3);
  });

  it('is alive on the new side as soon as the new prompt is written', async () => {
    const graph = await one('u1 "fix it" > a1 "how?"\n  u2 "like this" @a1 > a2 "done" > u3 "no" > a3 "oh"\nu4 "like that" @a1');
    expect(told(graph)).toEqual(['1-1 start+', '2-2 fork+', ' 3-5 segment', ' 6-6 leaf', '7-7 leaf+']);
  });

  it('names the first prompt of each side', async () => {
    const graph = await one(REWIND);
    expect(graph.nodes.filter(({ type }) => type === 'segment').map(({ prompt }) => prompt)).toEqual([3, 7]);
  });
});

/** Every class of branch: how it is drawn by default, and with --all. */
const CLASSES: { name: BranchClass; tree: string; folded: number; shown: number }[] = [
  { name: 'rewind', tree: 'u1 "a" > a1 "b"\n  u2 "c" @a1 > a2 "d"\nu3 "e" @a1 > a3 "f"', folded: 3, shown: 6 },
  {
    name: 'parallelTools',
    tree: `
u1 "look" > a1 call Read t1 <- step m1
  a2 call Grep t2 <- step m1 > r2 t2 > a3 "done" <- step m2
r1 t1 @a1`,
    folded: 3,
    shown: 5,
  },
  {
    name: 'progress',
    tree: 'u1 "run" > a1 call Bash t1 <- step m1\n  p1 progress t1 @a1\nr1 t1 @a1 > a2 "ran" <- step m2',
    folded: 3,
    shown: 5,
  },
  {
    name: 'synthetic',
    tree: 'u1 "run" > a1 "ran"\n  a2 "No response requested." synthetic @a1\nu2 "again" @a1 > a3 "ran"',
    folded: 3,
    shown: 5,
  },
  {
    name: 'twoWriters',
    tree: `
u1 "go" > a1 "ok"
u2 "left" @a1
u3 "right" @a1
a2 "l" @u2
a3 "r" @u3
u4 "left" @a2
u5 "right" @a3
a4 "l" @u4
a5 "r" @u5`,
    folded: 3,
    shown: 6,
  },
];

describe.each(CLASSES)('$name', ({ name, tree, folded, shown }) => {
  it(`is ${name === 'rewind' ? '' : 'not '}drawn unless it is asked for, and counted either way`, async () => {
    const session = await drawn({ 's1.jsonl': tree });
    const without = await session.graph('s1.jsonl', { show: name === 'rewind' ? [] : ['rewind'] });
    const shownGraph = await session.graph('s1.jsonl', { show: [name] });
    expect(without.nodes.filter(({ fork }) => fork !== null)).toEqual([]);
    expect(without.classes[name]).toBe(1);
    expect(shownGraph.nodes.filter(({ fork }) => fork === name)).toHaveLength(1);
    expect([without.nodes.length, shownGraph.nodes.length]).toEqual([folded, shown]);
  });
});

describe('compaction', () => {
  it('is a node with its summary; what comes before it is on the path but no longer in context', async () => {
    const graph = await one(
      'u1 "a" > a1 "b" > u2 "c" > a2 "d"\n  b1 boundary auto 160000 @a2 > c1 summary "so far" > u3 "e" > a3 "f" > u4 "g" > a4 "h"',
    );
    expect(told(graph)).toEqual(['1-1 start*', '2-4 segment*', '5-6 compaction+', '7-9 segment+', '10-10 leaf*']);
    expect(graph.nodes[2]).toMatchObject({ label: 'compaction 1 · auto', leaf: false });
    expect(ties(graph)).toContain('2>5 compaction');
  });

  it('continues after the summary where a segment was kept, and the kept entries stay in context', async () => {
    const graph = await one(`
u1 "a" > a1 "b" > u2 "c" > a2 "d"
  b1 boundary auto 160000 keep u2..a2 behind c1 @a2
    c1 summary "so far"
u3 "e" @a2 > a3 "f" > u4 "g" > a4 "h"`);
    expect(told(graph)).toEqual(['1-1 start*', '2-4 segment+', '5-6 compaction+', '7-9 segment+', '10-10 leaf*']);
    expect(ties(graph)).toEqual(['1>2 chain', '2>5 compaction', '5>7 chain', '7>10 chain']);
    expect(graph.nodes.filter(({ fork }) => fork !== null)).toEqual([]);
  });

  it('sees a rewind after a kept segment', async () => {
    const graph = await one(`
u1 "a" > a1 "b" > u2 "c" > a2 "d"
  b1 boundary auto 160000 keep u2..a2 behind c1 @a2
    c1 summary "so far"
u3 "e" @a2 > a3 "f"
u4 "g" @a2 > a4 "h"`);
    expect(graph.nodes.filter(({ fork }) => fork === 'rewind').map(({ type, first, last }) => [type, first, last])).toEqual([
      ['compaction', 5, 6],
    ]);
    expect(graph.nodes.filter(({ leaf }) => leaf).map(({ active }) => active)).toEqual([false, true]);
  });

  it('follows the entry before it where the log names none that is there', async () => {
    const graph = await one('u1 "a" > a1 "b"\nb1 boundary auto 160000 @gone > c1 summary "so far" > u3 "e" > a3 "f"');
    expect(told(graph)).toEqual(['1-1 start*', '2-2 segment*', '3-4 compaction+', '5-5 segment+', '6-6 leaf*']);
  });

  it('cleared results in place: a node on the line', async () => {
    const graph = await one('u1 "a" > a1 call Bash t1 > r1 t1 > k1 micro t1 > u2 "b" > a2 "c"');
    expect(told(graph)).toEqual(['1-1 start+', '2-3 segment+', '4-4 compaction*', '5-5 segment+', '6-6 leaf*']);
  });
});

describe('records that are there twice', () => {
  it('are in one node with the first of them, and are no fork', async () => {
    const [u1, a1, u2, a2] = claudeTree('u1 "a" > a1 "b" > u2 "c" > a2 "d"') as [JsonObject, JsonObject, JsonObject, JsonObject];
    const session = await drawn({ 's1.jsonl': [u1, a1, u2, { ...u2, cwd: '/elsewhere' }, a2] });
    const graph = await session.graph('s1.jsonl');
    expect(told(graph)).toEqual(['1-1 start+', '2-4 segment+', '5-5 leaf*']);
    expect(graph.nodes.reduce((sum, { entries }) => sum + entries, 0)).toBe(5);
  });

  it('below two parents are a copied prefix: counted, drawn when asked for', async () => {
    const [u1, a1, u2, a2, u3] = claudeTree('u1 "a" > a1 "b" > u2 "c" > a2 "d"\nu3 "e" @a1') as [
      JsonObject,
      JsonObject,
      JsonObject,
      JsonObject,
      JsonObject,
    ];
    const session = await drawn({ 's1.jsonl': [u1, a1, u2, a2, u3, { ...u2, parentUuid: u3.uuid ?? null }] });
    expect((await session.graph('s1.jsonl')).nodes.reduce((sum, { entries }) => sum + entries, 0)).toBe(6);
  });
});

it('what has no class of its own is counted as other, and folded', async () => {
  const graph = await one(
    'u1 "a" > a1 "b"\n  x1 attach file "one" @a1\n  x2 attach file "two" @a1 > s1 system away_summary\nu2 "c" @a1 > a2 "d"',
  );
  expect(Object.values(graph.classes).reduce((sum, many) => sum + many, 0)).toBe(1);
  expect(told(graph)).toEqual(['1-1 start+', '2-6 segment+', '7-7 leaf*']);
});

it('the tail of a kept segment is counted as a compaction, and is not a fork', async () => {
  const graph = await one(`
u1 "a" > a1 "b" <- step m1
  s1 system away_summary
  b1 boundary auto 9 keep u1..a1 behind c1
    c1 summary "so far"
u3 "after" @a1 > a3 "ok"`);
  expect(graph.classes.compaction).toBe(1);
  expect(told(graph)).toEqual(['1-1 start+', '2-3 segment+', '4-5 compaction+', '6-6 segment+', '7-7 leaf*']);
});

describe('roots', () => {
  it('begin again after a reset, each with its own line', async () => {
    const graph = await one('u1 "a" > a1 "b"\nu2 "c" @- > a2 "d"');
    expect(told(graph)).toEqual(['1-1 start', '2-2 leaf', '3-3 start+', '4-4 leaf*']);
  });

  it('say so where the parent is missing, and are mended where a call is answered', async () => {
    const graph = await one('u1 "a" > a1 call Bash t1\nr1 t1 @gone > a2 "b"\nu2 "c" @gone > a3 "d"');
    expect(told(graph)).toEqual(['1-1 start+', '2-4 segment+', '5-5 segment+', '6-6 leaf*']);
    expect(graph.nodes[2]?.label).toBe('its parent is not in the file');
  });

  it('are not made of records in which nobody speaks', async () => {
    const graph = await one('u1 "a" > a1 "b"\ns1 system turn_duration @-\nu2 "c" @a1 > a2 "d"');
    expect(told(graph)).toEqual(['1-1 start+', '2-4 segment+', '5-5 leaf*']);
  });

  it('open a circle of parents, which no agent writes', async () => {
    const graph = await one('u1 "a" @a2 > a1 "b" > u2 "c" > a2 "d"');
    expect(graph.nodes.reduce((sum, { entries }) => sum + entries, 0)).toBe(4);
  });
});

const SIDECHAIN = `
u1 "find it" > a1 call Task t1 "look around" <- step m1
z1 "look around" side @- > a2 call Grep t2 <- step m2 > r2 t2 > a3 "there" <- step m3
r1 t1 @a1 > a4 "found" <- step m4`;

describe('a sub-agent in its caller’s file', () => {
  it('is one node below its call', async () => {
    const graph = await one(SIDECHAIN);
    expect(told(graph)).toEqual(['1-1 start+', '2-2 segment+', ' 3-6 agent', '7-7 segment+', '8-8 leaf*']);
    expect(ties(graph)).toContain('2>3 agent');
    expect(graph.nodes[2]).toMatchObject({ entries: 4, steps: 2, relation: 'sub-agent' });
  });

  it('is a branch of its own as a sibling', async () => {
    const graph = await one(SIDECHAIN, { agents: 'siblings' });
    expect(told(graph)).toEqual(['1-1 start+', '2-2 segment+', ' 3-3 agent', ' 4-5 segment', ' 6-6 leaf', '7-7 segment+', '8-8 leaf*']);
  });
});

describe('bounds', () => {
  const many = [
    'u0 "a" > a0 "b"',
    ...Array.from({ length: 40 }, (_, at) => `u${at + 1} "c" @a${at} > a${at + 1} "d"\nu${at + 100} "e" @a${at} > a${at + 100} "f"`),
  ].join('\n');

  it('fold harder beyond the limit, and say so', async () => {
    const session = await drawn({ 's1.jsonl': many });
    const all = await session.graph('s1.jsonl');
    expect(all.nodes.length).toBeGreaterThan(100);
    expect(all.folded).toBeNull();
    const few = await session.graph('s1.jsonl', { limit: 30 });
    expect(few.nodes.length).toBeLessThanOrEqual(30);
    expect(few.folded).toMatch(/^\d+ nodes would be more than the 30 that can be drawn: only the 6 forks/);
    expect(few.nodes.reduce((sum, { entries }) => sum + entries, 0)).toBe(all.total);
  });

  it('keep where a person went back before what tools did', async () => {
    const tools = Array.from(
      { length: 30 },
      (_, at) =>
        `u${at} "go"${at === 0 ? '' : ` @r${at - 1}`} > a${at} call Read t${at} <- step m${at}\n  p${at} progress t${at} @a${at}\nr${at} t${at} @a${at}`,
    );
    const session = await drawn({ 's1.jsonl': `${tools.join('\n')}\nu90 "left" @r3 > a90 "ok"` });
    const graph = await session.graph('s1.jsonl', { show: ['rewind', 'progress'], limit: 30 });
    expect(graph.nodes.filter(({ fork }) => fork === 'rewind')).toHaveLength(1);
    expect(graph.nodes.filter(({ fork }) => fork === 'progress').length).toBeGreaterThan(0);
    expect(graph.nodes.length).toBeLessThanOrEqual(30);
  });

  it('narrow to a range of entries', async () => {
    const session = await drawn({ 's1.jsonl': REWIND });
    expect(told(await session.graph('s1.jsonl', { from: 7, to: 9 }))).toEqual(['7-9 segment+']);
  });
});

describe('the loop of Bub', () => {
  const LOOP = bubTape(`
    anchor session/start {"owner":"human"}
    event loop.start {"model":"m"}
    event loop.step.start {"step":1,"prompt":"build it"}
    system "You are Bub."      <- run r1
    user "build it"            <- run r1
    call bash c1               <- run r1
    failed tool "no such file" <- run r1
    run 100 5 0                <- run r1
    event loop.step {"step":1,"status":"continue"}
    handoff phase-1 {"summary":"half built"}
    event loop.step.start {"step":2,"prompt":"go on"}
    system "You are Bub."      <- run r2
    user "go on"               <- run r2
    error temporary "overloaded" <- run r2
    event loop.step {"step":2,"status":"error"}
  `);

  it('says of a request that it failed only where it did itself, and puts the event of a handoff into its anchor', async () => {
    const name = '0b871d5e50e7c192__0b871d5e50e7c192.jsonl';
    const { graph } = await drawn({ [name]: LOOP });
    const { nodes } = await graph(name);
    const loop = nodes.filter(({ call }) => call !== undefined);
    expect(loop.map(({ type, failed, toolFailed }) => [type, failed, toolFailed])).toEqual([
      ['turn', false, false],
      ['request', false, true],
      ['request', true, false],
    ]);
    const anchor = nodes.find(({ label }) => label === 'phase-1');
    expect(anchor).toMatchObject({ type: 'anchor', entries: 2 });
    // Each entry of the tape is in one node, and none of them holds the event alone.
    expect(nodes.reduce((sum, { entries }) => sum + entries, 0)).toBe(LOOP.length);
    expect(nodes.every(({ type }) => type !== 'segment' && type !== 'leaf')).toBe(true);
  });
});
