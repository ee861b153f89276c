import { asList, asObject, asString, isObject } from '../formats/json.ts';
import type { Json, JsonObject } from '../formats/values.ts';
import type { Api, Ask } from './api.ts';
import { callOf, type Turn } from './conversation.ts';

/** OpenAI's chat completions, as Ollama, llama.cpp, vLLM and others serve it too: https://platform.openai.com/docs/api-reference/chat-streaming */
export const chat: Api = {
  path: '/chat/completions',
  headers: bearer,
  body,
  words: (event) => asString(asObject(choiceOf(event)?.delta)?.content) ?? '',
  ends: (event) => typeof choiceOf(event)?.finish_reason === 'string',
  failure: ({ error }) => (error ? (asString(asObject(error)?.message) ?? asString(error) ?? 'The stream ended with an error.') : null),
  said: (whole, events) => {
    const message = asObject(choiceOf(whole)?.message) ?? {};
    return {
      text: asString(message.content) ?? '',
      calls: asList(message.tool_calls).flatMap(callOf),
      cut: events.some((event) => choiceOf(event)?.finish_reason === 'length'),
    };
  },
};

export function bearer(key: string | null): Record<string, string> {
  return key === null ? {} : { authorization: `Bearer ${key}` };
}

function choiceOf({ choices }: JsonObject): JsonObject | null {
  return asObject(asList(choices).find(isObject));
}

function body({ model, system, turns, tools, most, temperature = null }: Ask): JsonObject {
  return {
    ...{ model, stream: true, stream_options: { include_usage: true } },
    ...(most !== null && { max_tokens: most }),
    ...(temperature !== null && { temperature }),
    messages: [...(system === '' ? [] : [{ role: 'system', content: system }]), ...turns.map(messageOf)],
    ...(tools.length > 0 && { tools: tools.map((tool): Json => ({ type: 'function', function: { ...tool } })) }),
  };
}

function messageOf(turn: Turn): JsonObject {
  if (turn.role === 'tool') return { role: 'tool', tool_call_id: turn.id, content: turn.text };
  if (turn.role === 'assistant') {
    const tool_calls = turn.calls.map(({ id, ...made }) => ({ id, type: 'function', function: made }));
    return { role: 'assistant', content: turn.text, ...(tool_calls.length > 0 && { tool_calls }) };
  }
  const [only, ...more] = turn.parts;
  if (only !== undefined && 'text' in only && more.length === 0) return { role: 'user', content: only.text };
  const content = turn.parts.map((part) =>
    'text' in part ? { type: 'text', text: part.text } : { type: 'image_url', image_url: { url: part.image } },
  );
  return { role: 'user', content };
}
