import { asList, asObject, asString, isObject } from '../formats/json.ts';
import type { Json, JsonObject } from '../formats/values.ts';
import type { Api, Ask } from './api.ts';
import { bearer } from './chat.ts';
import type { Call, Turn } from './conversation.ts';

/** OpenAI Responses: https://platform.openai.com/docs/api-reference/responses-streaming. Nothing is kept at the provider's: each request has all of it. */
export const responses: Api = {
  path: '/responses',
  headers: bearer,
  body,
  words: ({ type, delta }) => (type === 'response.output_text.delta' ? (asString(delta) ?? '') : ''),
  ends: ({ type }) => type === 'response.completed' || type === 'response.incomplete',
  failure: ({ type, message, response }) => {
    if (type === 'error') return asString(message) ?? 'The stream ended with an error.';
    if (type !== 'response.failed') return null;
    return asString(asObject(asObject(response)?.error)?.message) ?? 'The answer failed.';
  },
  said: (whole) => {
    const items = asList(whole.output).filter(isObject);
    return {
      text: items.flatMap(({ type, content }) => (type === 'message' ? asList(content).map(wordsOf) : [])).join(''),
      calls: items.flatMap(callIn),
      cut: whole.status === 'incomplete',
    };
  },
};

const wordsOf = (part: Json): string => asString(asObject(part)?.text) ?? asString(asObject(part)?.refusal) ?? '';

const callIn = ({ type, call_id, name, arguments: text }: JsonObject): Call[] =>
  type === 'function_call' && typeof name === 'string' ? [{ id: asString(call_id) ?? '', name, arguments: asString(text) ?? '' }] : [];

function body({ model, system, turns, tools, most, temperature = null }: Ask): JsonObject {
  return {
    ...{ model, stream: true, store: false },
    ...(most !== null && { max_output_tokens: most }),
    ...(temperature !== null && { temperature }),
    ...(system !== '' && { instructions: system }),
    input: turns.flatMap(itemsOf),
    ...(tools.length > 0 && { tools: tools.map((tool) => ({ type: 'function', ...tool, strict: false })) }),
  };
}

function itemsOf(turn: Turn): JsonObject[] {
  if (turn.role === 'tool') return [{ type: 'function_call_output', call_id: turn.id, output: turn.text }];
  if (turn.role === 'user') {
    const content = turn.parts.map((part) =>
      'text' in part ? { type: 'input_text', text: part.text } : { type: 'input_image', image_url: part.image },
    );
    return [{ role: 'user', content }];
  }
  const calls = turn.calls.map(({ id, name, arguments: text }) => ({ type: 'function_call', call_id: id, name, arguments: text }));
  return [...(turn.text === '' ? [] : [{ role: 'assistant', content: turn.text }]), ...calls];
}
