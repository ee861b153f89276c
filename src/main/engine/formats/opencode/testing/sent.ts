import { asList, asObject, asString, isObject } from '../../json.ts';
import type { Json, JsonObject } from '../../values.ts';

/** Requests as OpenCode sends them to three kinds of API, taken apart into what they hold. */

/** What a request holds, in order: whose it is, what it is, and its words. */
export interface SentRequest {
  system: string;
  tools: boolean;
  /** Texts that follow each other in an answer are one. */
  joined: boolean;
  blocks: string[];
}

const block = (...words: readonly string[]): string => JSON.stringify(words);

const sorted = (value: Json | undefined): Json => {
  if (Array.isArray(value)) return value.map(sorted);
  if (!isObject(value)) return value ?? null;
  return Object.fromEntries(
    Object.keys(value)
      .sort()
      .map((key) => [key, sorted(value[key])]),
  );
};

const input = (value: Json | undefined): string => JSON.stringify(sorted(typeof value === 'string' ? (JSON.parse(value) as Json) : value));

const word = (value: Json | undefined): string => asString(value) ?? '';

/** The data of a picture, without what says of which kind it is. */
const data = (value: Json | undefined): string => word(value).split(',').at(-1) ?? '';

const pieces = (content: Json | undefined): JsonObject[] =>
  typeof content === 'string' ? [{ type: 'text', text: content }] : asList(content).filter(isObject);

const words = (content: Json | undefined): string =>
  pieces(content)
    .map(({ text }) => word(text))
    .join('');

/** Blocks of messages in the shape of Anthropic's API, which is also that of `messages`. */
export function anthropicBlocks(messages: readonly Json[]): string[] {
  return messages.filter(isObject).flatMap(({ role, content }) => pieces(content).flatMap((piece) => anthropicBlock(word(role), piece)));
}

const mediaIn = ({ source }: JsonObject): string => data(asObject(source)?.data ?? asObject(source)?.url);

function anthropicBlock(role: string, piece: JsonObject): string[] {
  if (piece.type === 'text') return [block(role, 'text', word(piece.text))];
  if (piece.type === 'thinking') return [block(role, 'thinking', word(piece.thinking))];
  if (piece.type === 'tool_use') return [block(role, 'call', word(piece.id), word(piece.name), input(piece.input))];
  if (piece.type !== 'tool_result') return [block(role, 'media', mediaIn(piece))];
  const id = word(piece.tool_use_id);
  return pieces(piece.content).map((one) =>
    one.type === 'text' ? block('tool', 'text', id, word(one.text)) : block('tool', 'media', id, mediaIn(one)),
  );
}

const anthropic = (body: JsonObject): SentRequest => ({
  system: asList(body.system)
    .filter(isObject)
    .map(({ text }) => word(text))
    .join('\n'),
  tools: asList(body.tools).length > 0,
  joined: false,
  blocks: anthropicBlocks(asList(body.messages)),
});

const isSystem = ({ role }: JsonObject): boolean => role === 'system' || role === 'developer';

const responses = (body: JsonObject): SentRequest => {
  const items = asList(body.input).filter(isObject);
  return {
    system:
      word(body.instructions) ||
      items
        .filter(isSystem)
        .map(({ content }) => words(content))
        .join(''),
    tools: asList(body.tools).length > 0,
    joined: false,
    blocks: items.filter((item) => !isSystem(item)).flatMap(responsesItem),
  };
};

function responsesItem(item: JsonObject): string[] {
  if (item.type === 'function_call') return [block('assistant', 'call', word(item.call_id), word(item.name), input(item.arguments))];
  if (item.type === 'reasoning')
    return asList(item.summary)
      .filter(isObject)
      .map(({ text }) => block('assistant', 'thinking', word(text)));
  if (item.type === 'function_call_output')
    return pieces(item.output).map((one) =>
      block(
        'tool',
        one.text === undefined ? 'media' : 'text',
        word(item.call_id),
        one.text === undefined ? data(one.image_url) : word(one.text),
      ),
    );
  return pieces(item.content).map((one) =>
    one.text === undefined
      ? block(word(item.role), 'media', data(one.image_url ?? one.file_data))
      : block(word(item.role), 'text', word(one.text)),
  );
}

const chat = (body: JsonObject): SentRequest => {
  const messages = asList(body.messages).filter(isObject);
  return {
    system: messages
      .filter(isSystem)
      .map(({ content }) => words(content))
      .join(''),
    tools: asList(body.tools).length > 0,
    joined: true,
    blocks: messages.filter((message) => !isSystem(message)).flatMap(chatMessage),
  };
};

function chatMessage({ role, content, tool_call_id: of, reasoning_content: thought, tool_calls: calls }: JsonObject): string[] {
  if (role === 'tool') return [block('tool', 'text', word(of), words(content))];
  const said = pieces(content).map((one) =>
    one.type === 'text' ? block(word(role), 'text', word(one.text)) : block(word(role), 'media', data(asObject(one.image_url)?.url)),
  );
  const called = asList(calls)
    .filter(isObject)
    .map((call) =>
      block('assistant', 'call', word(call.id), word(asObject(call.function)?.name), input(asObject(call.function)?.arguments)),
    );
  return [...(typeof thought === 'string' && thought !== '' ? [block('assistant', 'thinking', thought)] : []), ...said, ...called];
}

/** Takes the body of a request apart. */
export function sentIn(body: JsonObject): SentRequest {
  if (body.input !== undefined) return responses(body);
  const isChat =
    body.system === undefined &&
    asList(body.messages).some((message) => asObject(message)?.role === 'system' || asObject(message)?.role === 'tool');
  return isChat || (body.max_tokens !== undefined && body.system === undefined) ? chat(body) : anthropic(body);
}

/** Blocks with texts of the assistant that follow each other as one. */
export function joinTexts(blocks: readonly string[]): string[] {
  const out: string[][] = [];
  for (const one of blocks) {
    const words: string[] = JSON.parse(one);
    const last = out.at(-1);
    if (last && [last, words].every(([role, kind]) => role === 'assistant' && kind === 'text')) last[2] = `${last[2]}${words[2]}`;
    else out.push(words);
  }
  return out.map((words) => JSON.stringify(words));
}
