import { describe, expect, it } from 'vitest';
import { draftsOf } from '../draft.ts';
import type { Json, JsonObject } from '../values.ts';
import { otel } from './format.ts';
import { attributesOf, spanLine } from './testing/traces.ts';

/** Each convention records the same request: a system prompt, a prompt, a call and its result, and the answer. */
const CALL = { name: 'grind', arguments: '{"grain":"rye"}' };
const TOOL = { type: 'function', function: { name: 'grind', description: 'Grinds.', parameters: { type: 'object' } } };

const messages: JsonObject[] = [
  { role: 'system', content: 'Grind well.' },
  { role: 'user', content: 'Rye, please.' },
  { role: 'assistant', content: '', tool_calls: [{ id: 'c1', type: 'function', function: CALL }] },
  { role: 'tool', tool_call_id: 'c1', content: 'flour' },
];
const answer: JsonObject = { role: 'assistant', content: 'Here you are.' };

const said = (role: string, content: string): JsonObject => ({ role, parts: [{ type: 'text', content }] });

const LLM = { 'openinference.span.kind': 'LLM', 'llm.model_name': 'mill-1' };

const inferred = (list: readonly JsonObject[], name: string): JsonObject =>
  Object.assign(
    {},
    ...list.map(({ role, content, tool_calls: calls, tool_call_id: id }, at) => {
      const key = `llm.${name}.${at}.message`;
      const call = Array.isArray(calls) ? 'tool_calls.0.tool_call' : null;
      return {
        ...{ [`${key}.role`]: role },
        ...(content !== '' && { [`${key}.content`]: content }),
        ...(id !== undefined && { [`${key}.tool_call_id`]: id }),
        ...(call && {
          [`${key}.${call}.id`]: 'c1',
          [`${key}.${call}.function.name`]: 'grind',
          [`${key}.${call}.function.arguments`]: CALL.arguments,
        }),
      };
    }),
  );

const indexed = (list: readonly JsonObject[], name: string): JsonObject =>
  Object.assign(
    {},
    ...list.map(({ role, content, tool_calls: calls, tool_call_id: id }, at) => ({
      [`gen_ai.${name}.${at}.role`]: role,
      ...(content !== '' && { [`gen_ai.${name}.${at}.content`]: content }),
      ...(id !== undefined && { [`gen_ai.${name}.${at}.tool_call_id`]: id }),
      ...(Array.isArray(calls) && {
        [`gen_ai.${name}.${at}.tool_calls.0.id`]: 'c1',
        [`gen_ai.${name}.${at}.tool_calls.0.name`]: 'grind',
        [`gen_ai.${name}.${at}.tool_calls.0.arguments`]: CALL.arguments,
      }),
    })),
  );

const told = (list: readonly JsonObject[]): JsonObject[] =>
  list.map(({ role, ...more }) => ({
    name: `gen_ai.${role}.message`,
    attributes: attributesOf({ 'gen_ai.event.content': JSON.stringify(more) }),
  }));

const observation = (more: JsonObject): JsonObject => ({
  ...{ id: 'o1', traceId: 't1', type: 'GENERATION', name: 'chat', startTime: '2026-01-05T09:00:00Z', endTime: '2026-01-05T09:00:01Z' },
  ...{ model: 'mill-1', usageDetails: { input: 40, output: 5, total: 45 }, costDetails: { total: 0.01 }, ...more },
});

const genAi = {
  'gen_ai.system_instructions': JSON.stringify([{ type: 'text', content: 'Grind well.' }]),
  'gen_ai.tool.definitions': JSON.stringify([TOOL]),
  'gen_ai.input.messages': JSON.stringify([
    said('user', 'Rye, please.'),
    { role: 'assistant', parts: [{ type: 'tool_call', id: 'c1', name: 'grind', arguments: { grain: 'rye' } }] },
    { role: 'tool', parts: [{ type: 'tool_call_response', id: 'c1', response: 'flour' }] },
  ]),
  'gen_ai.output.messages': JSON.stringify([{ ...said('assistant', 'Here you are.'), finish_reason: 'stop' }]),
};

const CHAT = { 'gen_ai.operation.name': 'chat', 'gen_ai.request.model': 'mill-1' };

const CASES: readonly [name: string, record: JsonObject, tools: boolean][] = [
  ['messages of GenAI as attributes', spanLine('a1', 'chat', { ...CHAT, ...genAi }), true],
  [
    'the same as values that nest',
    spanLine('a1', 'chat', { ...CHAT, ...Object.fromEntries(Object.entries(genAi).map(([key, text]) => [key, JSON.parse(text) as Json])) }),
    true,
  ],
  [
    'the same on an event of the span',
    spanLine('a1', 'chat', CHAT, { events: [{ name: 'gen_ai.client.inference.operation.details', attributes: attributesOf(genAi) }] }),
    true,
  ],
  [
    'the same on an event that is logged',
    {
      resourceLogs: [
        {
          scopeLogs: [
            {
              logRecords: [
                {
                  ...{
                    spanId: 'a1',
                    traceId: 't1',
                    timeUnixNano: '1767603600000000000',
                    eventName: 'gen_ai.client.inference.operation.details',
                  },
                  attributes: attributesOf({ ...CHAT, ...genAi }),
                },
              ],
            },
          ],
        },
      ],
    },
    true,
  ],
  [
    'an event for each message',
    spanLine('a1', 'chat', CHAT, {
      events: [
        ...told(messages),
        { name: 'gen_ai.choice', attributes: attributesOf({ 'gen_ai.event.content': JSON.stringify({ index: 0, message: answer }) }) },
      ],
    }),
    false,
  ],
  [
    'OpenInference',
    spanLine('a1', 'ChatCompletion', {
      ...{ ...LLM, ...inferred(messages, 'input_messages'), ...inferred([answer], 'output_messages') },
      'llm.tools.0.tool.json_schema': JSON.stringify(TOOL),
    }),
    true,
  ],
  [
    'OpenInference as Phoenix exports it',
    {
      ...{ id: 'x', name: 'ChatCompletion', context: { trace_id: 't1', span_id: 'a1' }, span_kind: 'LLM', parent_id: null },
      ...{ start_time: '2026-01-05T09:00:00+00:00', end_time: '2026-01-05T09:00:01+00:00', status_code: 'OK', events: [] },
      attributes: { ...LLM, ...inferred(messages, 'input_messages'), ...inferred([answer], 'output_messages') },
    },
    false,
  ],
  [
    'attributes with numbers',
    spanLine('a1', 'openai.chat', { ...CHAT, ...indexed(messages, 'prompt'), ...indexed([answer], 'completion') }),
    false,
  ],
  [
    'the AI SDK',
    spanLine('a1', 'ai.streamText.doStream', {
      'ai.operationId': 'ai.streamText.doStream',
      'ai.prompt.messages': JSON.stringify([
        messages[0] ?? null,
        { role: 'user', content: [{ type: 'text', text: 'Rye, please.' }] },
        { role: 'assistant', content: [{ type: 'tool-call', toolCallId: 'c1', toolName: 'grind', args: { grain: 'rye' } }] },
        { role: 'tool', content: [{ type: 'tool-result', toolCallId: 'c1', toolName: 'grind', result: 'flour' }] },
      ]),
      ...{ 'ai.prompt.tools': [JSON.stringify(TOOL)], 'ai.response.text': 'Here you are.', 'ai.model.id': 'mill-1' },
    }),
    true,
  ],
  [
    'the body as a value',
    spanLine('a1', 'chat', {
      ...CHAT,
      'input.value': JSON.stringify({ messages, tools: [TOOL] }),
      'output.value': JSON.stringify({ choices: [{ message: answer }] }),
    }),
    true,
  ],
  ['a generation of Langfuse', observation({ input: JSON.stringify({ messages, tools: [TOOL] }), output: JSON.stringify(answer) }), true],
];

const blocksIn = (record: JsonObject) => {
  const records = draftsOf(otel.read(record)).map((draft, at) => ({ draft, own: otel.part(record, at) }));
  const request = records.find(({ draft }) => draft.kind === 'request')?.draft;
  const words = records.map(({ draft: { kind, role }, own }) => [kind, role, otel.text(own).split('\n').at(-1)]);
  return { words, request, sends: request?.sends?.length };
};

describe('what a span recorded of a request', () => {
  it.each(CASES)('in %s', (_, record, tools) => {
    const { words, request, sends } = blocksIn(record);
    const own = words.findIndex(([kind]) => kind === 'request');
    expect(words.slice(0, own).slice(tools ? 1 : 0)).toEqual([
      ['system', 'system', 'Grind well.'],
      ['message', 'user', 'Rye, please.'],
      ['tool_call', 'assistant', 'rye'],
      ['tool_result', 'tool', 'flour'],
    ]);
    expect(words.slice(own + 1)).toEqual([['message', 'assistant', 'Here you are.']]);
    expect(sends).toBe(tools ? 5 : 4);
    expect(request).toMatchObject({ model: 'mill-1', time: Date.UTC(2026, 0, 5, 9) });
  });

  it('has the same blocks in all of them', () => {
    const names = CASES.map(([, record, tools]) => draftsOf(otel.read(record)).flatMap(({ sends = [] }) => sends.slice(tools ? 1 : 0)));
    for (const each of names) expect(each).toEqual(names[0]);
  });

  it('has the parts of Google', () => {
    const config = { system_instruction: 'Grind well.', tools: [{ function_declarations: [{ name: 'grind' }] }] };
    const call = { function_call: { id: 'c1', name: 'grind', args: { grain: 'rye' } } };
    const response = { function_response: { id: 'c1', name: 'grind', response: { result: 'flour' } } };
    const contents = [
      { role: 'user', parts: [{ text: 'Rye, please.' }] },
      { role: 'model', parts: [call] },
      { role: 'user', parts: [response] },
    ];
    const { words } = blocksIn(
      spanLine('a1', 'call_llm', {
        'gcp.vertex.agent.llm_request': JSON.stringify({ model: 'mill-1', config, contents }),
        'gcp.vertex.agent.llm_response': JSON.stringify({ content: { role: 'model', parts: [{ text: 'Here you are.' }] } }),
      }),
    );
    expect(words.map(([kind]) => kind)).toEqual(['system', 'system', 'message', 'tool_call', 'tool_result', 'request', 'message']);
  });

  it('has what it used and cost, each sort of tokens once', () => {
    const of = (attributes: JsonObject) => blocksIn(spanLine('a1', 'chat', { ...CHAT, ...attributes })).request;
    const cached = { 'gen_ai.usage.input_tokens': 100, 'gen_ai.usage.output_tokens': 7, 'gen_ai.usage.cache_read.input_tokens': 60 };
    expect(of(cached)?.usage).toEqual({ input: 40, output: 7, cacheRead: 60, cacheWrite: 0 });
    expect(of({ 'llm.token_count.prompt': 9, 'llm.token_count.completion': 2, 'llm.cost.total': '0.5' })).toMatchObject({
      ...{ usage: { input: 9, output: 2 }, cost: 0.5 },
    });
    expect(of({})?.usage).toBeNull();
    expect(blocksIn(observation({ input: 'Rye.', output: 'Here.' })).request).toMatchObject({
      usage: { input: 40, output: 5 },
      cost: 0.01,
    });
  });

  it('is no request where another is below it in the same record, or where a client was wrapped', () => {
    const [outer, inner] = [spanLine('01', 'ChatOpenAI', LLM), spanLine('02', 'ChatCompletion', LLM, { parentSpanId: '01' })];
    const both = { resourceSpans: [...(outer.resourceSpans as Json[]), ...(inner.resourceSpans as Json[])] };
    expect(draftsOf(otel.read(both)).map(({ kind, label }) => [kind, label])).toEqual([
      ['span', 'ChatOpenAI'],
      ['request', 'ChatCompletion'],
    ]);
    const wrapper = spanLine('01', 'ai.streamText', { 'ai.operationId': 'ai.streamText', 'ai.prompt': '{}' });
    expect(draftsOf(otel.read(wrapper)).map(({ kind }) => kind)).toEqual(['span']);
  });
});
