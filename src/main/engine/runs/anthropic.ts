import { asList, asObject, asString, isObject, stringify } from '../formats/json.ts';
import type { Json, JsonObject } from '../formats/values.ts';
import type { Api, Ask } from './api.ts';
import type { Call, Part, Turn } from './conversation.ts';

/** Anthropic wants to know how long an answer may be. */
const MOST = 8192;

/** Anthropic Messages: https://docs.anthropic.com/en/api/messages-streaming */
export const anthropic: Api = {
  path: '/v1/messages',
  headers: (key) => ({ 'anthropic-version': '2023-06-01', ...(key !== null && { 'x-api-key': key }) }),
  body,
  words: ({ type, delta }) => (type === 'content_block_delta' ? (asString(asObject(delta)?.text) ?? '') : ''),
  ends: ({ type }) => type === 'message_stop',
  failure: ({ type, error }) => (type === 'error' ? (asString(asObject(error)?.message) ?? 'The stream ended with an error.') : null),
  said: ({ content, stop_reason }) => {
    const blocks = asList(content).filter(isObject);
    return {
      text: blocks.flatMap(({ type, text }) => (type === 'text' ? (asString(text) ?? []) : [])).join(''),
      calls: blocks.flatMap(callIn),
      cut: stop_reason === 'max_tokens',
    };
  },
};

const callIn = ({ type, id, name, input = {} }: JsonObject): Call[] =>
  type === 'tool_use' && typeof name === 'string'
    ? [{ id: asString(id) ?? '', name, arguments: typeof input === 'string' ? input : stringify(input) }]
    : [];

function body({ model, system, turns, tools, most, temperature = null }: Ask): JsonObject {
  return {
    ...{ model, max_tokens: most ?? MOST, stream: true },
    ...(temperature !== null && { temperature }),
    ...(system !== '' && { system }),
    messages: messagesOf(turns),
    ...(tools.length > 0 && {
      tools: tools.map(({ name, description, parameters }) => ({ name, description, input_schema: parameters })),
    }),
  };
}

/** Turns of one side are one message. A conversation begins with the user here, so what comes before the user's first words is sent as theirs. */
function messagesOf(turns: readonly Turn[]): JsonObject[] {
  const messages: { role: string; content: Json[] }[] = [];
  const first = turns.findIndex((turn) => turn.role !== 'assistant' || turn.calls.length > 0);
  for (const [at, turn] of turns.entries()) {
    const role = turn.role === 'assistant' && at >= first && first >= 0 ? 'assistant' : 'user';
    const last = messages.at(-1);
    if (last?.role === role) last.content.push(...blocksOf(turn));
    else messages.push({ role, content: blocksOf(turn) });
  }
  return messages;
}

function blocksOf(turn: Turn): Json[] {
  if (turn.role === 'tool') return [{ type: 'tool_result', tool_use_id: turn.id, content: turn.text }];
  if (turn.role === 'user') return turn.parts.map(blockOf);
  const calls = turn.calls.map(({ id, name, arguments: text }) => ({ type: 'tool_use', id, name, input: inputOf(text) }));
  return [...(turn.text === '' ? [] : [{ type: 'text', text: turn.text }]), ...calls];
}

function blockOf(part: Part): Json {
  if ('text' in part) return { type: 'text', text: part.text };
  const [, media_type, data] = /^data:([\w/+.-]+);base64,(.*)$/s.exec(part.image) ?? [];
  if (media_type === undefined || data === undefined) return { type: 'image', source: { type: 'url', url: part.image } };
  return { type: 'image', source: { type: 'base64', media_type, data } };
}

/** Arguments that were no object when the model wrote them are shown to it again as they were. */
function inputOf(text: string): JsonObject {
  try {
    const input: Json = JSON.parse(text);
    return isObject(input) ? input : { arguments: input };
  } catch {
    return text === '' ? {} : { arguments: text };
  }
}
