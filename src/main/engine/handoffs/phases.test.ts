import { describe, expect, it } from 'vitest';
import { scaleFor } from '../formats/context/models.ts';
import { estimate } from '../formats/context/tokens.ts';
import { bubTape } from '../testing/bub-script.ts';
import { claudeTree } from '../testing/tree.ts';
import { assemble } from '../views/assemble.ts';
import { createRim } from '../views/rim.ts';
import { handoffMethods } from './methods.ts';
import { edgeLine, handoffRoom, phaseLine } from './testing.ts';

const GONE = '0f0f0f0f-0000-4000-8000-000000000000';

const BUB = `
anchor session/start {"owner":"human"}
user "find the leak" <- run r1
call grep t1 <- run r1
result "3 hits" <- run r1
assistant "found it" <- run r1
run 900 40 100 <- run r1
handoff fix {"owner":"agent","summary":"The leak is in the pool.","next_steps":["close it"],"source_ids":[2,4,99]}
user "go on" <- run r2
assistant "fixed" <- run r2
run 500 20 0 <- run r2
`;

describe('a tape of Bub', () => {
  it('has its anchors as phases, and what they hand over does not reach the model', async () => {
    const room = await handoffRoom({ 'tape.jsonl': bubTape(BUB) });
    const answer = await room.get('tape.jsonl');
    expect(answer.phases.map(phaseLine)).toEqual(['1-6 start session/start: handed off to fix', '7-11 anchor fix: ended']);
    expect(answer.edges.map(edgeLine)).toEqual(['0→1 handoff: summary, 1 next step, 3 source ids; 4 left']);
    const [start, fix] = answer.phases;
    expect(start).toMatchObject({ derived: false, owner: 'human', steps: 1, context: { value: 900, basis: 'recorded' }, errors: 0 });
    expect(start?.reached).toMatchObject({ status: 'unknown', step: 1 });
    expect(fix).toMatchObject({ owner: 'agent', refs: { resolved: 2, outside: 0, broken: 1 }, reached: { status: 'no', step: 2 } });
    expect(fix?.state.keys).toEqual(['owner', 'summary', 'next_steps', 'source_ids']);
    expect(fix?.byTone).toEqual({ anchor: 1, event: 2, user: 1, assistant: 1 });
    expect(answer).toMatchObject({ unreached: 1, more: 0, refs: { resolved: 2, broken: 1 } });
  });

  it('shows partly what the model itself handed off: its own call follows the anchor', async () => {
    const room = await handoffRoom({
      'tape.jsonl': bubTape(`
anchor session/start {"owner":"human"}
event loop.step.start {"step":1}
handoff build {"summary":"Planned."}
user "plan it" <- run r1
call tape_handoff t1 <- run r1
result "ok" <- run r1
event loop.step.start {"step":2}
user "Continue the task." <- run r2
assistant "building" <- run r2
`),
    });
    const { phases } = await room.get('tape.jsonl');
    expect(phases.at(-1)).toMatchObject({ name: 'build', reached: { status: 'partly' } });
  });

  it.each([
    ['each by its kind of text', BUB.replace('found it', 'It is in the pool, and nobody closes it. '.repeat(9))],
    ['and each call of an entry', BUB.replace('call grep t1', 'call grep t1 read t2 read t3')],
  ])('weighs what is left behind entry by entry, %s', async (_how, drawing) => {
    const room = await handoffRoom({ 'tape.jsonl': bubTape(drawing) });
    const { edges } = await room.get('tape.jsonl');
    const { blocks } = await assemble(createRim(room.catalog), room.idOf('tape.jsonl'), { after: 6 }, { type: 'as-recorded' });
    expect(blocks.map(({ entries }) => entries)).toEqual([[2], [3], [4], [5]]);
    const tape = room.catalog.tape(room.idOf('tape.jsonl'));
    const rows = room.catalog.entriesAt(tape.id, [2, 3, 4, 5]);
    const value = rows.reduce((sum, row) => sum + estimate(row, scaleFor(tape.model)), 0);
    expect(edges[0]).toMatchObject({ left: 4, leftTokens: { value, basis: 'estimated' } });
  });

  it('that begins without an anchor has a first phase all the same', async () => {
    const room = await handoffRoom({ 'tape.jsonl': bubTape('user "hi"\nassistant "ho"\nhandoff next {"summary":"x"}') });
    const { phases } = await room.get('tape.jsonl');
    expect(phases.map(phaseLine)).toEqual(['1-2 start session/start: handed off to next', '3-4 anchor next: ended']);
    expect(phases[0]).toMatchObject({ derived: true, state: { keys: [] } });
  });
});

const COMPACTED = `
- ai-title {"aiTitle":"Fix"}
u1 "fix the tests" > a1 call Bash t1 <- step m1 usage 900 40 100 0 > r1 t1 "2 failed" failed > a2 "done" <- step m2
  b1 boundary auto 160000
    c1 summary "This session is being continued. Two tests failed." > u2 "go on" > a3 "ok" <- step m3 usage 300 9 0 0
`;

describe('a session of Claude Code', () => {
  it('has compactions as phases; the summary is their state and reaches the model', async () => {
    const room = await handoffRoom({ 's.jsonl': COMPACTED });
    const { phases, edges } = await room.get('s.jsonl');
    expect(phases.map(phaseLine)).toEqual(['1-5 start session/start: compacted (auto)', '6-9 compaction compaction 1 · auto: ended']);
    expect(edges.map(edgeLine)).toEqual(['0→1 compaction: summary; 4 left']);
    expect(edges[0]?.leftTokens).toEqual({ value: 160_000, basis: 'recorded' });
    expect(phases[0]).toMatchObject({ derived: true, errors: 1, steps: 2, byTone: { event: 1, user: 1, call: 1, error: 1, assistant: 1 } });
    expect(phases[1]).toMatchObject({ reached: { status: 'yes', step: 3 }, refs: { resolved: 1, broken: 0 }, context: { value: 300 } });
    expect(phases[1]?.state.keys).toEqual(['summary', 'trigger', 'preTokens', 'logicalParentUuid']);
  });

  it('names a logical parent that is in no file, which is how Claude Code continues in a new one, and not a broken reference', async () => {
    const lines = claudeTree('u0 "one" > b1 boundary auto 9000 > c1 summary "So far." > u2 "go on" > a3 "ok" <- step m3');
    const records = lines.map((record) => (record.subtype === 'compact_boundary' ? { ...record, logicalParentUuid: GONE } : record));
    const room = await handoffRoom({ 's.jsonl': records });
    const { phases } = await room.get('s.jsonl');
    expect(phases.at(-1)?.refs).toMatchObject({ broken: 0, outside: 1 });
  });

  it('alarms nobody about ids in a summary and messages that Claude Code never wrote, but about a segment that is gone', async () => {
    const lines = claudeTree(`u0 "one" > b1 boundary auto 9000 > c1 summary "The ticket is ${GONE}." > u2 "go on" > a3 "ok" <- step m3`);
    const kept = { preservedMessages: { allUuids: [GONE] }, preservedSegment: { headUuid: GONE } };
    const records = lines.map((record) =>
      record.subtype === 'compact_boundary' ? { ...record, compactMetadata: { trigger: 'auto', preTokens: 9000, ...kept } } : record,
    );
    const room = await handoffRoom({ 's.jsonl': records });
    expect((await room.get('s.jsonl')).phases.at(-1)?.refs).toMatchObject({ broken: 1, outside: 2 });
  });

  it('keeps a segment: it is carried, and is not left behind', async () => {
    const room = await handoffRoom({
      's.jsonl': `
u1 "one" > a1 "two" <- step m1 > u3 "three" > a4 "four" <- step m2
  b1 boundary auto 9000 keep u3..a4 behind c1
    c1 summary "So far."
u5 "go on" @a4 > a5 "ok" <- step m3
`,
    });
    const { edges, phases } = await room.get('s.jsonl');
    expect(edges.map(edgeLine)).toEqual(['0→1 compaction: summary, 2 kept entries; 2 left']);
    expect(edges[0]?.leftTokens?.basis).toBe('estimated');
    expect(phases[1]).toMatchObject({ reached: { status: 'yes' }, refs: { resolved: 4, broken: 0 } });
  });

  it('has approved plans as phases that leave nothing behind; a refused one is none', async () => {
    const plan = (name: string, more: string): string => `${name} call ExitPlanMode ${more}`;
    const room = await handoffRoom({
      's.jsonl': `
u1 "plan it" > ${plan('a1', 't1')} <- step m1 {"message":{"id":"m1","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"tool_use","id":"t1","name":"ExitPlanMode","input":{"plan":"Do less."}}]}}
  r1 t1 "no" failed > ${plan('a2', 't2')} <- step m2 {"message":{"id":"m2","role":"assistant","model":"claude-sonnet-4-5","content":[{"type":"tool_use","id":"t2","name":"ExitPlanMode","input":{"plan":"Do this."}}]}}
    r2 t2 "approved" > a3 "on it" <- step m3
`,
    });
    const { phases, edges } = await room.get('s.jsonl');
    expect(phases.map(phaseLine)).toEqual(['1-4 start session/start: plan approved', '5-6 plan plan approved: ended']);
    expect(edges.map(edgeLine)).toEqual(['0→1 plan: plan; 0 left']);
    expect(phases[1]).toMatchObject({ state: { keys: ['plan'] }, reached: { status: 'yes', step: 3 } });
  });

  it('that begins again at a root of its own has a phase there, and leaves everything behind', async () => {
    const room = await handoffRoom({
      's.jsonl': `
u1 "one" > a1 "two" <- step m1
u2 "<command-name>/clear</command-name>" @- > u3 "three" > a3 "four" <- step m2
z1 "look around" @- side > a9 "seen" <- step m9
`,
    });
    const { phases, edges } = await room.get('s.jsonl');
    expect(phases.map(phaseLine)).toEqual(['1-2 start session/start: reset', '3-7 reset restart: ended']);
    expect(edges.map(edgeLine)).toEqual(['0→1 reset: nothing; 2 left']);
    expect(phases[1]).toMatchObject({ state: { keys: ['command'] }, reached: { status: 'unknown' } });
  });

  it('tells the newest phases up to a limit and counts the rest', async () => {
    const one = (at: number): string => `u${at} "ask" > a${at} "ok" <- step m${at} > b${at} boundary auto 10`;
    const room = await handoffRoom({ 's.jsonl': Array.from({ length: 6 }, (_, at) => one(at)).join('\n') });
    const answer = await room.get('s.jsonl', false, 3);
    expect(answer.phases).toHaveLength(3);
    expect(answer.more).toBeGreaterThan(0);
    expect(answer.edges.map(({ from, to }) => [from, to])).toEqual([
      [0, 1],
      [1, 2],
    ]);
    expect(answer.phases.at(-1)?.to).toBe(18);
  });

  it('answers the same from a thread', async () => {
    const room = await handoffRoom({ 's.jsonl': COMPACTED });
    const query = { tape: room.idOf('s.jsonl'), family: true, limit: 500 };
    const far = handoffMethods({ catalog: room.catalog, options: { ...room.options, host: 'desktop' } } as Parameters<
      typeof handoffMethods
    >[0]);
    const signal = new AbortController().signal;
    expect(await far['handoffs.get'](query, { signal })).toEqual(await room.methods['handoffs.get'](query, { signal }));
  });
});
