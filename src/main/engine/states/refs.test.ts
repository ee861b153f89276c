import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { StatePath } from '../../../shared/model/handoff.ts';
import type { Json } from '../formats/format.ts';
import { handoffRoom } from '../handoffs/testing.ts';
import { bubTape } from '../testing/bub-script.ts';
import { uuidOf } from '../testing/tree.ts';
import { findRefs } from './refs.ts';
import { countRefs, createRefFinder } from './resolve.ts';

const UUID = uuidOf('any');
const RULES = { numbered: true, entries: 200 };
const told = (state: Json, rules = RULES): string[] =>
  findRefs(state, rules).map(({ kind, text, path, at }) => `${kind} ${text} ${path.join('.')}${at === null ? '' : ` at ${at}`}`);

describe('references of a state', () => {
  it('are numbers of entries in fields that name some', () => {
    expect(told({ source_ids: [128, '130', 'x', null], count: 5, notes: { entry_id: 7 } })).toEqual([
      'entry 128 source_ids.0',
      'entry 130 source_ids.1',
      'entry x source_ids.2',
      'entry 7 notes.entry_id',
    ]);
  });

  it('are uuids anywhere, leaves, agents, lines and archives', () => {
    expect(told({ any: [UUID], leafUuid: UUID, agentId: 'a1', line: 4, lines: [5, 6], archived: 'archive/x' })).toEqual([
      `uuid ${UUID} any.0`,
      `leaf ${UUID} leafUuid`,
      'agent a1 agentId',
      'line 4 line',
      'line 5 lines.0',
      'line 6 lines.1',
      'file archive/x archived',
    ]);
  });

  it('are no lines where a file is next to them', () => {
    expect(told({ hits: [{ file: 'src/a.ts', line: 4 }] })).toEqual([]);
  });

  it('are in prose: #128, [128], entry 128, lists of them, uuids', () => {
    const text = `see #128 and [130, 131]; entries 7, 8 and 9, entry 977; ${UUID}, a[3], [4](url), &#64; #978`;
    expect(findRefs({ text }, RULES).map((ref) => ref.text)).toEqual(['128', '130', '131', '7', '8', '9', '977', UUID]);
    for (const { text: cited, at } of findRefs({ text }, RULES)) expect(text.slice(at ?? 0, (at ?? 0) + cited.length)).toBe(cited);
    expect(findRefs({ text }, { ...RULES, numbered: false }).map((ref) => ref.text)).toEqual([UUID]);
  });

  it('of a continued session lead to the other tape, all of them', () => {
    const origin = { file: '/logs/a.jsonl', format: 'bub', entry: 12, line: 12, id: null, digest: null };
    expect(findRefs({ continues: origin }, RULES).map(({ kind, foreign }) => [kind, foreign?.entry])).toEqual([
      ['file', 12],
      ['entry', 12],
      ['line', 12],
    ]);
  });

  it('take one pass over a list of 200,000 and over 10,000 levels', () => {
    expect(findRefs({ source_ids: Array.from({ length: 200_000 }, (_, at) => at) }, RULES)).toHaveLength(200_000);
    const deep: Json = JSON.parse(`${'{"a":'.repeat(10_000)}"entry 3"${'}'.repeat(10_000)}`);
    expect(findRefs(deep, RULES)[0]?.path).toHaveLength(200);
    expect(
      findRefs({ text: `entry ${'1, '.repeat(500_000)}`, gap: `entries${' '.repeat(1_000_000)}`, open: `[${'1,'.repeat(500_000)}` }, RULES),
    ).not.toEqual([]);
  });
});

describe('where references lead', () => {
  const tape = (state: Json) =>
    bubTape(`anchor session/start {"owner":"human"}\nuser "a"\nassistant "b"\nhandoff next ${JSON.stringify(state)}`);

  it('is an entry, or nothing: each is resolved, outside or broken', async () => {
    const room = await handoffRoom({ 't.jsonl': tape({ summary: 'See entry 2 and entry 40.', source_ids: [1, 3, 6, 0, 2.5], line: 2 }) });
    const state = await room.methods['handoffs.state'](
      { tape: room.idOf('t.jsonl'), seq: 4, path: [], limit: 100 },
      { signal: new AbortController().signal },
    );
    const refs = state.nodes.flatMap(({ ref, cites }) => [...(ref ? [ref] : []), ...(cites ?? [])]);
    expect(refs.map(({ text, status, seq, label }) => `${text} ${status} ${seq} ${label}`)).toEqual([
      '2 resolved 2 message · user',
      '40 broken null not on this tape, which has 5 entries',
      '1 resolved 1 anchor · session/start',
      '3 resolved 3 message · assistant',
      '6 broken null not on this tape, which has 5 entries',
      '0 broken null not on this tape, which has 5 entries',
      '2.5 broken null not on this tape, which has 5 entries',
      '2 resolved 2 message · user',
    ]);
    expect(state.refs).toEqual({ resolved: 4, outside: 0, broken: 4 });
  });

  it('stays the same below elements that have moved, and what was removed can be read', async () => {
    const before = { list: [{ a: 1 }, { b: 2, id: 7 }, { gone: ['x'.repeat(3000)] }, 'end'] };
    const now = { list: [{ new: 0 }, { a: 1 }, { b: 3, source_ids: [2] }, 'end'] };
    const text = `user "a"\nassistant "b"\nhandoff one ${JSON.stringify(before)}\nuser "c"\nhandoff two ${JSON.stringify(now)}`;
    const room = await handoffRoom({ 't.jsonl': bubTape(text) });
    const tape = room.idOf('t.jsonl');
    const [, was = 0, seq = 0] = (await room.get('t.jsonl')).phases.map((phase) => phase.seq);
    const signal = { signal: new AbortController().signal };
    const at = { tape, seq, against: { tape, seq: was } };
    const inside = async (path: StatePath): Promise<string[]> =>
      (await room.methods['handoffs.state']({ ...at, path, limit: 100 }, signal)).nodes.map(
        ({ change, path: own, ref }) => `${change} ${own.join('.')}${ref ? ` → ${ref.seq}` : ''}`,
      );
    expect(await inside(['list', 2])).toEqual([
      'changed list.2',
      'changed list.2.b',
      'removed list.2.id',
      'added list.2.source_ids',
      'added list.2.source_ids.0 → 2',
    ]);
    expect(await inside(['list', '2'])).toEqual(['removed list.2', 'removed list.2.gone', 'removed list.2.gone.0']);
    const { text: gone } = await room.methods['handoffs.value']({ ...at, path: ['list', '2', 'gone', '0'] }, signal);
    expect(gone).toHaveLength(3000);
    await expect(inside(['list', 9])).rejects.toThrow('no such value');
  });

  it('may be another tape of the session', async () => {
    const leaf = uuidOf('u7');
    const room = await handoffRoom({
      's.jsonl': `u1 "one" > a1 "two" <- step m1\n  b1 boundary auto 10 {"compactMetadata":{"trigger":"auto","leafUuid":"${leaf}","other":"${uuidOf('gone')}","first":"${uuidOf('u1')}"}}\n    c1 summary "so far"`,
      'agent-x7.jsonl': 'u7 "look" side {"agentId":"x7","sessionId":"s"} > a7 "seen" <- step m7 {"agentId":"x7","sessionId":"s"}',
    });
    const row = room.catalog.tape(room.idOf('/s.jsonl'));
    const finder = createRefFinder(room.catalog, row);
    const state = {
      value: { leafUuid: leaf, other: uuidOf('gone'), first: uuidOf('u1'), agentId: 'x7', nobody: { agentId: 'y' } },
      became: new Map(),
      changed: false,
    };
    expect(finder.told(finder.led(state)).map(({ kind, status, seq }) => `${kind} ${status} ${seq}`)).toEqual([
      'leaf outside 1',
      'uuid broken null',
      'uuid resolved 1',
      'agent outside 1',
      'agent broken null',
    ]);
  });

  it('is counted once for each reference found', async () => {
    const room = await handoffRoom({ 't.jsonl': tape({}) });
    const row = room.catalog.tape(room.idOf('t.jsonl'));
    const words = fc.array(fc.constantFrom('#1', '#9', '[2]', '[44]', 'entry 3', 'entries 1, 2 and 99', UUID, 'plain'), { maxLength: 8 });
    fc.assert(
      fc.property(words, fc.array(fc.integer({ min: -2, max: 9 })), (prose, sources) => {
        const value: Json = { summary: prose.join(' '), source_ids: sources };
        const counts = countRefs(createRefFinder(room.catalog, row).led({ value, became: new Map(), changed: false }));
        expect(counts.resolved + counts.outside + counts.broken).toBe(findRefs(value, { numbered: true, entries: row.entries }).length);
      }),
      { numRuns: 50 },
    );
  });
});
