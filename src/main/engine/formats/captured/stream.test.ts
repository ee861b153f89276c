import { describe, expect, it } from 'vitest';
import type { JsonObject } from '../values.ts';
import { wholeAnswer } from './stream.ts';

const sse = (...events: readonly JsonObject[]): string =>
  events.map((event) => `event: ${event.type ?? 'message'}\ndata: ${JSON.stringify(event)}\n\n`).join('');

describe('an answer that was streamed', () => {
  it('is put together from the blocks of Anthropic’s messages', () => {
    const answer = wholeAnswer(
      sse(
        { type: 'message_start', message: { id: 'msg_1', role: 'assistant', content: [], usage: { input_tokens: 9, output_tokens: 1 } } },
        { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'The tide ' } },
        { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'is out.' } },
        { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 'toolu_1', name: 'Bash', input: {} } },
        { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"command":' } },
        { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '"ls"}' } },
        { type: 'message_delta', delta: { stop_reason: 'tool_use' }, usage: { output_tokens: 7 } },
        { type: 'message_stop' },
      ),
    );
    expect(answer).toMatchObject({
      ...{ id: 'msg_1', stop_reason: 'tool_use', usage: { input_tokens: 9, output_tokens: 7 } },
      content: [
        { type: 'text', text: 'The tide is out.' },
        { type: 'tool_use', id: 'toolu_1', input: { command: 'ls' } },
      ],
    });
  });

  it('is the last event of OpenAI’s responses, or the items that were done', () => {
    const item = { type: 'message', role: 'assistant', content: [{ type: 'output_text', text: 'Low water.' }] };
    const done = { type: 'response.output_item.done', item };
    const end = (output: JsonObject[]): JsonObject => ({ type: 'response.completed', response: { id: 'resp_1', output } });
    expect(wholeAnswer(sse(done, end([item])))).toEqual({ id: 'resp_1', output: [item] });
    expect(wholeAnswer(sse(done, end([])))).toEqual({ id: 'resp_1', output: [item] });
    expect(wholeAnswer([done, { type: 'response.created', response: { id: 'resp_2' } }])).toEqual({ id: 'resp_2', output: [item] });
  });

  it('is put together from the chunks of chat completions and of Google’s API', () => {
    const chunk = (delta: JsonObject): JsonObject => ({ id: 'chat_1', choices: [{ index: 0, delta }] });
    const call = (text: string, more: JsonObject = {}): JsonObject => ({
      index: 0,
      ...more,
      function: { arguments: text, ...(more.id ? { name: 'ls' } : {}) },
    });
    const chat = sse(chunk({ content: 'Hi' }), chunk({ tool_calls: [call('{"a"', { id: 'c1' })] }), chunk({ tool_calls: [call(':1}')] }));
    expect(wholeAnswer(`${chat}data: [DONE]\n\n`)).toMatchObject({
      id: 'chat_1',
      choices: [{ message: { content: 'Hi', tool_calls: [{ id: 'c1', function: { name: 'ls', arguments: '{"a":1}' } }] } }],
    });
    const part = (text: string): JsonObject => ({ responseId: 'g1', candidates: [{ content: { role: 'model', parts: [{ text }] } }] });
    expect(wholeAnswer(sse(part('Low '), part('water.')))).toMatchObject({
      candidates: [{ content: { parts: [{ text: 'Low water.' }] } }],
    });
  });

  it('that is torn gives what came, and what is not an answer gives none', () => {
    const torn = `${sse({ type: 'message_start', message: { id: 'msg_2' } })}data: {"type":"content_blo`;
    expect(wholeAnswer(torn)).toMatchObject({ id: 'msg_2', content: [] });
    for (const none of ['', 'bad gateway', null, 7]) expect(wholeAnswer(none)).toBeNull();
  });
});
