import { describe, expect, it } from 'vitest';
import { importDrawn } from '../../testing/laws/drawn.ts';
import { messagesOf } from '../../views/methods.ts';
import type { JsonObject } from '../values.ts';
import { read } from './read.ts';

const step = (kind: string, prompt_id: string, more: JsonObject): JsonObject => ({
  metadata: { id: `${kind}-${prompt_id}`, prompt_id, agent: 'Pilot' },
  kind,
  ...more,
});

const head = (id: string, parent_id: string | null): JsonObject => ({
  metadata: { id, parent_id, author: 'Pilot', n_added_steps: 1 },
  context: null,
});

const steps = [
  step('question', '', { content: 'Where is the boat?' }),
  step('reasoning_thought', 'p1', { reasoning: 'I should look.' }),
  step('set_next_node', 'p1', { next_node: 'act' }),
  step('look_action', 'p2', { place: 'the harbour' }),
  step('look_observation', '', { text: 'A boat.' }),
  step('answer_action', 'p3', { answer: 'At the quay.' }),
];

const open = (document: JsonObject | JsonObject[]) => importDrawn({ document: () => JSON.stringify(document, null, 1) } as never, []);

describe('a tape of TapeAgents', () => {
  it('has a step for each prompt, and the words of whatever kinds of steps a program has', async () => {
    const { store, rim, tape } = open({ ...head('t2', 't1'), steps });
    expect(store.catalog.tape(tape)).toMatchObject({ session: 't2', title: 'Where is the boat?', steps: 3 });
    expect(store.catalog.steps(tape, 1, 10).items.map(({ first, last }) => [first, last])).toEqual([
      [3, 4],
      [5, 5],
      [7, 7],
    ]);
    expect(await messagesOf(rim, tape, { step: 3 }, { type: 'as-recorded' })).toEqual([
      { role: 'user', content: 'Where is the boat?' },
      { role: 'assistant', content: 'I should look.' },
      { role: 'assistant', content: 'the harbour' },
      { role: 'user', content: 'A boat.' },
    ]);
    store.close();
  });

  it('says which tape it continues', () => {
    expect(read(head('t2', 't1'))).toMatchObject({
      kind: 'session',
      label: 'Pilot',
      hint: { session: 't2', forkedFrom: { session: 't1' } },
    });
  });

  it('may be one of a list, each with contexts of its own', async () => {
    const { store, rim, tape } = open([
      { ...head('t1', null), steps },
      { ...head('t2', null), steps: steps.slice(0, 2) },
    ]);
    expect(store.catalog.tape(tape)).toMatchObject({ session: 't1', steps: 4 });
    expect(await messagesOf(rim, tape, { step: 4 }, { type: 'as-recorded' })).toEqual([{ role: 'user', content: 'Where is the boat?' }]);
    store.close();
  });
});
