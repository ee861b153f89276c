import { describe, expect, it } from 'vitest';
import { drawn } from '../../graph/testing.ts';
import { handoffRoom } from '../../handoffs/testing.ts';
import { openEngineRoom } from '../../testing/catalog.ts';
import { tempFolder, writeFile } from '../../testing/files.ts';
import type { JsonObject } from '../values.ts';
import { call, event, meta, output, said, tokens, turn, uuid } from './testing/draw.ts';

const fileOf = (id: number, segment?: number): string =>
  `rollout-2026-11-03T09-00-00-${uuid(id)}${segment === undefined ? '' : `_${uuid(segment)}`}.jsonl`;

const work = (text: string, id: number): JsonObject[] => [...turn(id), said('user', text), said('assistant', `${text} Done.`)];
const parent = [meta(1), ...work('Grind the corn.', 10), ...work('Grind the rye.', 11)];

/** Copied, as writers up to 0.144 do. */
const copies = { [fileOf(1)]: parent, [fileOf(20)]: [meta(20, { forked_from_id: uuid(1) }), ...parent.slice(0, 5), ...work('Finer.', 21)] };

/** Named, as newer ones do: each file holds its own lines. */
const bytesOf = (records: readonly JsonObject[]): number =>
  records.reduce((sum, record) => sum + Buffer.byteLength(JSON.stringify(record)) + 1, 0);
const base = (segment: number, lines: readonly JsonObject[]): JsonObject => ({
  history_base: { thread_id: uuid(segment), end_ordinal_exclusive: lines.length, end_byte_offset: bytesOf(lines) },
});
const again = [meta(1, base(1, parent.slice(0, 5))), ...work('Finer.', 21), ...work('Finest.', 22)];
const named = {
  [fileOf(1)]: parent,
  [fileOf(1, 5)]: again,
  [fileOf(30)]: [meta(30, { forked_from_id: uuid(1), ...base(5, again.slice(0, 5)) }), ...work('Coarser.', 31)],
};

/** A sub-agent that was given what its caller had. */
const caller = [
  ...parent,
  call('c1', 'spawn_agent'),
  event('collab_agent_spawn_end', { call_id: 'c1', new_thread_id: uuid(40) }),
  output('c1'),
];
const agent = {
  [fileOf(1)]: [...caller, ...work('Grind the oats.', 12)],
  [fileOf(40)]: [
    meta(40, { source: { subagent: { thread_spawn: { parent_thread_id: uuid(1), depth: 1 } } } }),
    ...parent,
    ...work('Count.', 41),
  ],
};

/** Entries that the picture of the family counts, whichever of its tapes is asked, and how many of each tape another one has. */
async function countsOf(files: Record<string, JsonObject[]>) {
  const room = await drawn(files);
  const graphs = await Promise.all(Object.keys(files).map((name) => room.graph(name, { family: true })));
  return graphs.map(({ total, tapes }) => [
    total,
    Object.keys(files).map((name) => tapes.find(({ id }) => id === room.idOf(name))?.shared),
  ]);
}

describe('the family of a fork', () => {
  it('draws what the fork copied once, whichever of the two is asked', async () => {
    const all = 10 + 11 - 7;
    expect(await countsOf(copies)).toEqual([
      [all, [0, 8]],
      [all + 2, [6, 0]],
    ]);
  });

  it('draws what a sub-agent was given of its caller once, where both are drawn', async () => {
    const room = await drawn(agent);
    const shares = async (name: string) => {
      const { total, tapes } = await room.graph(name, { family: true, agents: 'siblings' });
      return [total, tapes.map(({ shared }) => shared)];
    };
    const all = 10 + 3 + 4 + 12 + 4;
    // What the agent says of itself goes with what its caller says of itself.
    expect(await shares(fileOf(1))).toEqual([all - 12, [0, 12]]);
    expect(await shares(fileOf(40))).toEqual([all - 10, [0, 10]]);
  });

  it('draws the lines that forks name once, through all files', async () => {
    const all = 10 + 8 + 4;
    expect(await countsOf(named)).toEqual([
      [all, [0, 8, 14]],
      [all + 2, [6, 0, 14]],
      [all + 4, [6, 12, 0]],
    ]);
  });

  it('tells from which phase a fork begins, and counts as its own what it wrote', async () => {
    const room = await handoffRoom(named);
    const { phases, edges, tapes } = await room.get(fileOf(1), true);
    expect(tapes).toHaveLength(3);
    expect(edges.map(({ from, to, type, carried }) => `${from}>${to} ${type}: ${carried}`)).toEqual([
      '0>1 fork: 8 shared entries',
      '1>2 fork: 14 shared entries',
    ]);
    expect(phases.map(({ from, to }) => `${from}-${to}`)).toEqual(['1-10', '9-16', '15-18']);
  });
});

it('a request that was captured as well is counted once, although a rollout keeps no id of it', async () => {
  const sizes: [number, number][] = [
    [120, 5],
    [150, 6],
    [150, 7],
  ];
  const sum = (at: number): [number, number] => [
    sizes.slice(0, at + 1).reduce((all, [input]) => all + input, 0),
    sizes.slice(0, at + 1).reduce((all, [, out]) => all + out, 0),
  ];
  const turns = sizes.flatMap((size, at) => [...turn(10 + at), said('user', 'On.'), said('assistant', 'Done.'), tokens(sum(at), size)]);
  const kept = tempFolder();
  // The last one is in no log.
  for (const [at, [input_tokens, output_tokens]] of [...sizes, [150, 8] as const].entries()) {
    const input = Array.from({ length: at + 1 }, (_, one) => ({ role: 'user', content: `ask ${one}` }));
    const body = { model: 'mill-1', prompt_cache_key: uuid(1), instructions: 'Grind.', tools: [], input };
    const usage = { input_tokens, output_tokens, input_tokens_details: { cached_tokens: Math.floor(input_tokens / 2) } };
    const answer = { id: `resp_${at}`, object: 'response', model: 'mill-1', output: [], usage };
    writeFile(kept, `000${at}.request.json`, JSON.stringify(body));
    writeFile(kept, `000${at}.response.json`, JSON.stringify(answer));
  }
  const { store, ingest } = openEngineRoom();
  await ingest.open([kept, writeFile(tempFolder(), fileOf(1), [meta(1), ...turns])]);
  expect(store.catalog.tapes().reduce((all, { usage }) => all + usage.output, 0)).toBe(5 + 6 + 7 + 8);
});
