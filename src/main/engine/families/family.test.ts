import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../formats/format.ts';
import { drawn, ties, told } from '../graph/testing.ts';
import { bubTape } from '../testing/bub-script.ts';
import { claudeTree } from '../testing/tree.ts';

const SESSION = '11111111-2222-4333-8444-555555555555';
const MAIN = `${SESSION}.jsonl`;

const LINE = 'u1 "a" > a1 "b" <- step m1 > u2 "c" > a2 "d" <- step m2 > u3 "e" > a3 "f" <- step m3';
const COPIED = 'u1 "a" > a1 "b" <- step m1 > u2 "c" > a2 "d" <- step m2';

describe('copied prefixes', () => {
  it('are drawn once, and the tapes part where they parted', async () => {
    const session = await drawn({ [MAIN]: LINE, 'copy.jsonl': `${COPIED} > u9 "other" > a9 "way" <- step m9` });
    const graph = await session.graph(MAIN, { family: true });
    expect(told(graph)).toEqual(['1-1 start+', '2-3 segment+', '4-4 fork+', '5-5 segment+', ' 5-5 segment', '6-6 leaf*', ' 6-6 leaf']);
    expect(graph).toMatchObject({ total: 8, copies: 1 });
    expect(graph.tapes.map(({ id, shared, opened }) => ({ id, shared, opened }))).toEqual([
      { id: session.idOf(MAIN), shared: 0, opened: true },
      { id: session.idOf('copy.jsonl'), shared: 4, opened: true },
    ]);
    expect(graph.edges.filter(({ type }) => type === 'copy')).toHaveLength(1);
    // Each entry of the copy is found in a node, the shared ones in those of the original.
    const [, copy] = graph.owners;
    expect([...(copy?.from ?? [])]).toEqual([1, 2, 4, 5, 6]);
    expect([...(copy?.node ?? [])].map((at) => graph.nodes[at]?.tape === session.idOf(MAIN))).toEqual([true, true, true, false, false]);
  });

  it('are drawn from the side that is asked', async () => {
    const session = await drawn({ [MAIN]: LINE, 'copy.jsonl': `${COPIED} > u9 "other" > a9 "way" <- step m9` });
    const graph = await session.graph('copy.jsonl', { family: true });
    expect(graph.nodes.filter(({ active }) => active).every(({ tape }) => tape === session.idOf('copy.jsonl'))).toBe(true);
    expect(graph.total).toBe(8);
  });

  it('are found where the copy begins in the middle of the original, as after an older resume', async () => {
    const long = Array.from({ length: 120 }, (_, at) => `u${at} "go" > a${at} "ok"`).join(' > ');
    const records = claudeTree(long, { session: SESSION });
    const [first, ...rest] = records.slice(100);
    const session = await drawn({ [MAIN]: records, 'later.jsonl': [{ ...first, parentUuid: null } as JsonObject, ...rest] });
    const graph = await session.graph('later.jsonl', { family: true });
    expect(graph.tapes.map(({ shared }) => shared)).toEqual([0, 140]);
    expect(graph.total).toBe(240);
  });

  it('of two copies are three tapes of one family, whichever is asked', async () => {
    const files = {
      [MAIN]: LINE,
      'copy.jsonl': `${COPIED} > u8 "x" > a8 "y"`,
      'again.jsonl': `${COPIED} > u8 "x" > a8 "y" > u9 "z" > a9 "w"`,
    };
    const session = await drawn(files);
    for (const name of Object.keys(files)) {
      const graph = await session.graph(name, { family: true });
      expect([graph.tapes.length, graph.total]).toEqual([3, 10]);
    }
  });

  it('that is all there is adds no node', async () => {
    const session = await drawn({ [MAIN]: LINE, 'copy.jsonl': COPIED });
    expect(told(await session.graph(MAIN, { family: true }))).toEqual(told(await session.graph(MAIN)));
  });

  it('are left out unless the family is asked for', async () => {
    const session = await drawn({ [MAIN]: LINE, 'copy.jsonl': COPIED, 'other.jsonl': 'u7 "a" > a7 "b"' });
    expect((await session.graph(MAIN)).tapes).toHaveLength(1);
    expect((await session.graph(MAIN, { family: true })).tapes).toHaveLength(2);
  });
});

const agent = (id: string, prompt: string, more = ''): JsonObject[] =>
  claudeTree(`z1-${id} "${prompt}" side > a1-${id} "here it is" <- step m-${id} ${more}`, { session: SESSION }).map((record) => ({
    ...record,
    agentId: id,
  }));

const CALLING = 'u1 "look around" > a1 call Task t1 "find the parser" <- step m1 > r1 t1 "found" > a2 "there" <- step m2';

describe('sub-agents in files of their own', () => {
  const files = (name: string, prompt: string, laid = '') => ({
    [MAIN]: CALLING.replace('"found"', `"found" ${laid}`),
    [name]: agent('abc1234', prompt),
  });

  it.each([
    [
      'nested, named by the result',
      files(`${SESSION}/subagents/agent-abc1234.jsonl`, 'other words', '{"toolUseResult":{"agentId":"abc1234"}}'),
    ],
    ['flat, by the prompt', files('agent-abc1234.jsonl', 'find the parser')],
  ])('are one node below their call: %s', async (_, written) => {
    const session = await drawn(written);
    const graph = await session.graph(MAIN);
    expect(told(graph)).toEqual(['1-1 start+', '2-2 segment+', ' 0-0 agent', '3-3 segment+', '4-4 leaf*']);
    expect(ties(graph)).toContain(`2>${graph.nodes[2]?.label} agent`);
    expect(graph.nodes[2]).toMatchObject({ entries: 2, steps: 1, relation: 'sub-agent', tape: session.idOf('agent-abc1234.jsonl') });
  });

  it('are branches of their own as siblings, with their own agents', async () => {
    const session = await drawn({
      ...files(`${SESSION}/subagents/agent-abc1234.jsonl`, 'find the parser'),
      [`${SESSION}/subagents/agent-abc1234.jsonl`]: agent('abc1234', 'find the parser', '> u5 "more" > a5 "ok" <- step m5'),
    });
    const graph = await session.graph(MAIN, { agents: 'siblings' });
    expect(told(graph)).toEqual(['1-1 start+', '2-2 segment+', ' 1-1 agent', ' 2-3 segment', '3-3 segment+', '4-4 leaf*', ' 4-4 leaf']);
    expect(graph.nodes[2]?.relation).toBe('sub-agent');
  });

  it('show their caller when the agent is asked with its family', async () => {
    const session = await drawn(files(`${SESSION}/subagents/agent-abc1234.jsonl`, 'find the parser'));
    const graph = await session.graph('agent-abc1234.jsonl', { family: true });
    expect(graph.tapes.map(({ relation }) => relation)).toEqual(['sub-agent', null]);
    expect(graph.edges.filter(({ type }) => type === 'agent')).toHaveLength(1);
    expect((await session.graph('agent-abc1234.jsonl')).tapes).toHaveLength(1);
  });

  it('of other kinds hang next to the session', async () => {
    const session = await drawn({
      [MAIN]: CALLING,
      [`${SESSION}/subagents/agent-acompact-1.jsonl`]: agent('acompact-1', 'copy'),
      [`${SESSION}/subagents/agent-fff1111.jsonl`]: agent('fff1111', 'Warmup'),
    });
    const graph = await session.graph(MAIN);
    expect(
      graph.nodes
        .filter(({ type }) => type === 'tape')
        .map(({ relation }) => relation)
        .sort(),
    ).toEqual(['compaction-copy', 'warmup']);
    expect(graph.edges.filter(({ type }) => type === 'side')).toHaveLength(2);
  });
});

it('a Bub tape is a chain of phases, and its archive flows into it', async () => {
  const name = '0b871d5e50e7c192__0b871d5e50e7c193.jsonl';
  const archive = `${name}.20260101T000000Z.bak`;
  const session = await drawn({
    [archive]: bubTape('anchor session/start {"owner":"human"}\nuser "one" <- run r1\nassistant "two" <- run r1'),
    [name]: bubTape(
      `anchor session/start ${JSON.stringify({ owner: 'human', archived: archive })}\nuser "three" <- run r1\nassistant "four" <- run r1\nhandoff phase-1 {"summary":"done"}\nuser "five" <- run r2\nassistant "six" <- run r2`,
    ),
  });
  const graph = await session.graph(name);
  expect(told(graph)).toEqual(['0-0 tape', '1-1 start*', '2-3 segment*', '4-5 anchor*', '6-6 segment+', '7-7 leaf*']);
  expect(graph.edges[0]).toMatchObject({ type: 'chain' });
  expect(ties(graph).filter((tie) => tie.endsWith('archive'))).toHaveLength(1);
  expect(graph.nodes[3]?.label).toBe('phase-1');
  const family = await session.graph(name, { family: true });
  expect(told(family).slice(0, 4)).toEqual(['1-1 start', '2-2 segment', '3-3 leaf', '1-1 start*']);
});

it('sub-agents of sub-agents hang below the one that called them', async () => {
  const call = (id: string, prompt: string, task: string): JsonObject[] =>
    claudeTree(`z-${id} "${prompt}" side > a1-${id} call Task t-${id} "${task}" <- step m-${id} > r1-${id} t-${id} > a2-${id} "ok"`, {
      session: SESSION,
    }).map((record) => ({ ...record, agentId: id }));
  const session = await drawn({
    [MAIN]: CALLING,
    [`${SESSION}/subagents/agent-abc1234.jsonl`]: call('abc1234', 'find the parser', 'go deeper'),
    [`${SESSION}/subagents/agent-def5678.jsonl`]: agent('def5678', 'go deeper'),
  });
  const nested = await session.graph(MAIN);
  const [outer, inner] = ['agent-abc1234.jsonl', 'agent-def5678.jsonl'].map((file) => `${session.idOf(file)}:0`);
  expect(
    nested.edges
      .filter(({ type }) => type === 'agent')
      .map(({ from, to }) => `${from} > ${to}`)
      .sort(),
  ).toEqual([`${session.idOf(MAIN)}:2 > ${outer}`, `${outer} > ${inner}`].sort());
  const siblings = await session.graph(MAIN, { agents: 'siblings' });
  expect(siblings.nodes.filter(({ type }) => type === 'agent')).toHaveLength(2);
  expect(siblings.edges.filter(({ type }) => type === 'agent')).toHaveLength(2);
  expect(siblings.total).toBe(10);
});
