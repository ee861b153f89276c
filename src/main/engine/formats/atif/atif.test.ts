import { describe, expect, it } from 'vitest';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { importDrawn } from '../../testing/laws/drawn.ts';
import { messagesOf } from '../../views/methods.ts';
import type { JsonObject } from '../values.ts';
import { read } from './read.ts';

const answer = (step_id: number, message: string, more: JsonObject = {}): JsonObject => ({
  ...{ step_id, source: 'agent', message, model_name: 'm', metrics: { prompt_tokens: 100 + step_id, completion_tokens: 5 } },
  ...more,
});

const head = (session_id: string, more: JsonObject = {}): JsonObject => ({
  ...{ schema_version: 'ATIF-v1.7', session_id, agent: { name: 'pilot', version: '2', model_name: 'm', ...more } },
});

const open = (document: JsonObject) => importDrawn({ document: () => JSON.stringify(document, null, 2) } as never, []);

describe('a trajectory', () => {
  it('has a step for each answer of a model, with its size, its cost and its results', async () => {
    const call = { tool_call_id: 'c1', function_name: 'look', arguments: { at: 'the harbour' } };
    const steps = [
      { step_id: 1, source: 'system', message: 'You are a pilot.' },
      {
        step_id: 2,
        source: 'user',
        message: [
          { type: 'text', text: 'Where is the boat?' },
          { type: 'image', source: { path: 'x.png' } },
        ],
      },
      answer(3, '', {
        reasoning_content: 'I should look.',
        tool_calls: [call],
        metrics: { prompt_tokens: 300, cached_tokens: 200, completion_tokens: 7, cost_usd: 0.5 },
        observation: { results: [{ source_call_id: 'c1', content: 'A boat.' }, { content: 'And a gull.' }] },
      }),
      answer(4, 'At the quay.', { llm_call_count: 0 }),
      answer(5, 'It is at the quay.'),
    ];
    const { store, rim, tape } = open({ ...head('s1'), steps, final_metrics: { total_steps: 5 } });
    expect(store.catalog.steps(tape, 1, 10).items.map(({ usage }) => usage)).toEqual([
      { input: 100, output: 7, cacheRead: 200, cacheWrite: 0 },
      { input: 105, output: 5, cacheRead: 0, cacheWrite: 0 },
    ]);
    expect(store.catalog.tape(tape)).toMatchObject({ session: 's1', writer: '2', model: 'm', title: 'Where is the boat?' });
    expect(await messagesOf(rim, tape, { step: 2 }, { type: 'as-recorded' })).toEqual([
      { role: 'system', content: 'You are a pilot.' },
      { role: 'user', content: 'Where is the boat?' },
      {
        role: 'assistant',
        content: '',
        tool_calls: [{ id: 'c1', type: 'function', function: { name: 'look', arguments: '{"at":"the harbour"}' } }],
      },
      { role: 'tool', content: 'A boat.', tool_call_id: 'c1' },
      { role: 'user', content: 'And a gull.' },
      { role: 'assistant', content: 'At the quay.' },
    ]);
    store.close();
  });

  it('counts nothing that was copied from another one, and sends it', () => {
    const copied = { is_copied_context: true };
    const drafts = [...read(answer(1, 'Said before.', copied)), ...read({ step_id: 2, source: 'user', message: 'Go on.', ...copied })];
    expect(drafts.map(({ step, usage, flags }) => [step, usage, has(flags, Flag.Shared), has(flags, Flag.Sent)])).toEqual([
      [null, null, true, true],
      [null, null, true, true],
    ]);
  });

  it('names the sub-agents that it started, and a sub-agent the session that it is of', () => {
    const observation = { results: [{ source_call_id: 'c1', subagent_trajectory_ref: [{ session_id: 's2' }] }] };
    const [, result] = read(answer(1, 'Delegated.', { observation }));
    expect(result).toMatchObject({ kind: 'event', facts: { spawns: [{ agent: 's2', call: 'c1' }] } });
    expect(read(head('s2', { extra: { parent_session_id: 's1' } }))).toMatchObject([
      { hint: { session: 's2', agent: 's2', spawnedBy: 's1' } },
    ]);
  });

  it('keeps the contexts of sub-agents in the same file apart', async () => {
    const child = {
      ...head('s2'),
      steps: [{ step_id: 1, source: 'user', message: 'Look.' }, answer(2, 'A boat.'), answer(3, 'Two boats.')],
    };
    const steps = [{ step_id: 1, source: 'user', message: 'Send somebody.' }, answer(2, 'They are away.')];
    const { store, rim, tape } = open({ ...head('s1'), steps, subagent_trajectories: [child] });
    expect(store.catalog.steps(tape, 1, 10).items.map(({ sidechain }) => sidechain)).toEqual([false, true, true]);
    expect(store.catalog.tape(tape).session).toBe('s1');
    const texts = async (place: { step: number } | { next: true }) =>
      (await messagesOf(rim, tape, place, { type: 'as-recorded' })).map(({ content }) => content);
    expect(await texts({ step: 3 })).toEqual(['Look.', 'A boat.']);
    expect(await texts({ next: true })).toEqual(['Send somebody.', 'They are away.']);
    store.close();
  });
});
