import { expect, it } from 'vitest';
import { assemble } from '../../views/assemble.ts';
import { messagesOf } from '../../views/methods.ts';
import { importRecords } from '../../views/testing/imported.ts';
import type { JsonObject } from '../values.ts';

const line = (type: string, content: JsonObject[], more: JsonObject = {}): JsonObject => ({
  ...{ v: 1, agent: 'Some Agent', cli_version: '0.5.6', type, ts: '2026-01-05T09:00:00Z', ...more, content },
});
const use = (id: string, output: string, status = 'success'): JsonObject => ({
  ...{ type: 'tool_use', id, name: 'Bash', input: { command: `mill ${id}` }, result: { output, status } },
});

const held = async (records: JsonObject[]) => {
  const { rim, tape, store } = importRecords(records);
  const view = await assemble(rim, tape, { next: true }, { type: 'as-recorded' });
  const found = {
    view,
    next: view.blocks.flatMap(({ entries }) => [...entries]),
    steps: store.catalog.steps(tape, 1, 100).items.map(({ first, usage }) => [first, usage]),
    messages: await messagesOf(rim, tape, { next: true }, { type: 'as-recorded' }),
  };
  store.close();
  return found;
};

it('has the result of each call as an entry, and one answer in several lines as one message', async () => {
  const of = { id: 'msg_1', input_tokens: 3, output_tokens: 40 };
  const { next, steps, messages } = await held([
    line('user', [{ text: 'Grind.' }]),
    line('assistant', [use('a', 'rye')], of),
    line('assistant', [use('b', 'no mill', 'error')], of),
    line('assistant', [{ type: 'text', text: 'Done.' }], { ...of, id: 'msg_2' }),
  ]);
  expect(next).toEqual([1, 2, 3, 4, 5, 6]);
  expect(steps).toEqual([
    [2, null],
    [6, null],
  ]);
  expect(messages.map(({ role, content }) => [role, (content as JsonObject[]).map(({ type }) => type)])).toEqual([
    ['user', ['text']],
    ['assistant', ['tool_use', 'tool_use']],
    ['user', ['tool_result', 'tool_result']],
    ['assistant', ['text']],
  ]);
});

it('begins again with the summary of a session that was compacted, and says that its context is unknown', async () => {
  const { next, view } = await held([
    line('user', [{ text: 'Grind.' }]),
    line('user', [{ text: 'This session is being continued from a previous conversation that ran out of context. All ground.' }]),
    line('user', [{ text: 'Weigh.' }]),
  ]);
  expect(next).toEqual([2, 3]);
  expect(view.evidence.state).toBe('unknown');
});
