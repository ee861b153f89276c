import { describe, expect, it } from 'vitest';
import { detect } from '../../testing/detect.ts';
import { assemble } from '../../views/assemble.ts';
import { messagesOf } from '../../views/methods.ts';
import { importRecords } from '../../views/testing/imported.ts';
import type { JsonObject } from '../values.ts';

const held = async (records: JsonObject[]) => {
  const { rim, tape, store } = importRecords(records);
  const view = await assemble(rim, tape, { next: true }, { type: 'as-recorded' });
  const found = {
    next: view.blocks.flatMap(({ entries }) => [...entries]),
    left: view.omissions.map(({ reason, count }) => [reason, count]),
    rows: store.catalog.entries(tape, 1, 100).map(({ kind, role, label }) => `${kind} ${role ?? '-'} ${label}`.trim()),
    steps: store.catalog.steps(tape, 1, 100).items.map(({ first, usage }) => [first, usage]),
    messages: await messagesOf(rim, tape, { next: true }, { type: 'as-recorded' }),
    format: store.catalog.tape(tape).format,
  };
  store.close();
  return found;
};

const call = (id: string): JsonObject => ({ id, type: 'function', function: { name: 'grind', arguments: '{"corn":"rye"}' } });

describe('a list of messages', () => {
  it('is read as chat completions have it, and what is kept next to a message is not sent', async () => {
    const { rows, steps, messages, format } = await held([
      { role: 'developer', content: 'Be brief.' },
      {
        role: 'user',
        content: [
          { type: 'text', text: 'Grind.' },
          { type: 'image_url', image_url: { url: 'https://mill.example/x.png' } },
        ],
      },
      {
        ...{ role: 'assistant', content: null, tool_calls: [call('a')], model: 'gpt-5.4', created_at: '2026-01-05T09:00:00Z' },
        usage: { prompt_tokens: 900, completion_tokens: 20, prompt_tokens_details: { cached_tokens: 300 } },
      },
      { role: 'tool', tool_call_id: 'a', content: 'flour' },
    ]);
    expect(format).toBe('chatlist');
    expect(rows).toEqual(['system system developer', 'message user', 'tool_call assistant grind', 'tool_result tool']);
    expect(steps).toEqual([[3, { input: 600, output: 20, cacheRead: 300, cacheWrite: 0 }]]);
    expect(messages[2]).toEqual({ role: 'assistant', content: null, tool_calls: [call('a')] });
  });

  it('is read as Anthropic has it', async () => {
    const { rows, messages, next } = await held([
      { role: 'user', content: 'Grind.' },
      {
        role: 'assistant',
        content: [
          { type: 'thinking', thinking: 'Rye?', signature: 'x' },
          { type: 'tool_use', id: 'a', name: 'grind', input: { corn: 'rye' } },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a', content: [{ type: 'text', text: 'flour' }], is_error: true }] },
    ]);
    expect(rows).toEqual(['message user', 'tool_call assistant grind', 'tool_result tool']);
    expect(next).toEqual([1, 2, 3]);
    expect(messages[2]).toMatchObject({ role: 'user', content: [{ type: 'tool_result', tool_use_id: 'a' }] });
  });

  it('is one answer where its items are: thoughts, calls and a text in a row', async () => {
    const { rows, steps } = await held([
      { type: 'message', role: 'user', content: [{ type: 'input_text', text: 'Grind.' }] },
      { type: 'reasoning', summary: [{ type: 'summary_text', text: 'Rye?' }] },
      { type: 'function_call', call_id: 'a', name: 'grind', arguments: '{"corn":"rye"}' },
      { type: 'function_call_output', call_id: 'a', output: 'flour' },
      { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Done.' }] },
    ]);
    expect(rows).toEqual(['message user', 'message assistant', 'tool_call assistant grind', 'tool_result tool', 'message assistant']);
    expect(steps.map(([first]) => first)).toEqual([2, 5]);
  });

  it.each(['parts', 'toolInvocations'])('of an interface is cut into the messages that its model was sent: %s', async (kind) => {
    const older = { state: 'result', toolCallId: 'a', toolName: 'grind', args: { corn: 'rye' }, result: 'flour' };
    const parts = [
      ...[{ type: 'step-start' }, { type: 'text', text: 'Grinding.' }],
      { type: 'tool-grind', toolCallId: 'a', state: 'output-available', input: { corn: 'rye' }, output: 'flour' },
      ...[{ type: 'step-start' }, { type: 'text', text: 'Done.' }],
    ];
    const answer =
      kind === 'parts'
        ? { parts }
        : {
            content: 'Done.',
            parts: [{ type: 'tool-invocation', toolInvocation: older }, { type: 'step-start' }, { type: 'text', text: 'Done.' }],
          };
    const { rows, steps, messages } = await held([
      { id: 'm1', role: 'user', parts: [{ type: 'text', text: 'Grind.' }] },
      { id: 'm2', role: 'assistant', ...answer },
    ]);
    expect(rows).toEqual(['message user', 'tool_call assistant grind', 'tool_result tool grind', 'message assistant']);
    expect(steps.map(([first]) => first)).toEqual([2, 4]);
    expect(messages.at(-2)).toEqual({
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: 'a', toolName: 'grind', output: { type: 'text', value: 'flour' } }],
    });
  });

  it('has in a line that is a whole conversation all of its messages, and the next line is another conversation', async () => {
    const { rows, next, left, steps } = await held([
      {
        messages: [
          { role: 'user', content: 'Grind.' },
          { role: 'assistant', content: 'Done.' },
        ],
      },
      {
        model: 'claude-sonnet-4',
        system: 'Be brief.',
        messages: [
          { role: 'user', content: 'Weigh.' },
          { role: 'assistant', content: 'Heavy.' },
        ],
      },
    ]);
    expect(rows).toEqual([
      ...['anchor - 2 messages', 'message user', 'message assistant'],
      ...['anchor - 3 messages', 'system system system', 'message user', 'message assistant'],
    ]);
    expect(next).toEqual([5, 6, 7]);
    expect(left).toEqual([
      ['before-anchor', 3],
      ['sidecar', 1],
    ]);
    expect(steps.map(([first]) => first)).toEqual([3, 7]);
  });
});

describe('how sure a list is', () => {
  it('is less than any agent that knows more of its log', () => {
    const marked = [
      { role: '_checkpoint', id: 0 },
      { role: 'user', content: 'Grind.' },
    ];
    expect(detect({ path: 'a.jsonl', records: marked })?.id).toBe('kimi');
    expect(detect({ path: 'a.jsonl', records: [{ role: 'user', content: 'Grind.' }] })?.id).toBe('chatlist');
    expect(detect({ path: 'a.jsonl', records: [{ role: 'user', name: 'Mia' }, { messages: [] }, { messages: ['x'] }] })).toBeNull();
    expect(detect({ path: 'a.jsonl', records: [{ role: 'user', content: 'x', uuid: 'y' }] })).toBeNull();
  });
});
