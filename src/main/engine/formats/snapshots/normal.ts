import type { Role } from '../../../../shared/model/index.ts';
import { asList, asObject, asString, isObject } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import { type Block, callBlock, otherBlock, resultBlock, textBlock, thinkingBlock, toolBlock } from './block.ts';
import { parseGrowing } from './growing.ts';

/**
 * Messages of any API as blocks: OpenTelemetry's, chat completions, OpenAI's responses, Anthropic's, Google's, and those of LangChain. What says
 * the same in two of them is the same block: an answer and the message that the next request repeats it in.
 */

const ROLES: Readonly<Record<string, Role>> = {
  ...{ system: 'system', developer: 'system', user: 'user', human: 'user', assistant: 'assistant', ai: 'assistant', model: 'assistant' },
  ...{ tool: 'tool', function: 'tool', 'tool-call': 'assistant', 'tool-response': 'tool' },
};

const roleOf = (message: JsonObject, usual: Role): Role => {
  const said = (asString(message.role) ?? asString(message.type) ?? '').toLowerCase();
  return (Object.hasOwn(ROLES, said) ? ROLES[said] : undefined) ?? usual;
};

/** JSON that a log holds as a string; any other value is itself. */
export function unpacked(value: Json | undefined): Json {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value ?? null;
  try {
    return (parseGrowing(value) as Json[] | null) ?? (JSON.parse(value) as Json);
  } catch {
    return value;
  }
}

/** The blocks of a list of messages, or of one; a text is one in the name of `usual`. */
export function blocksOf(messages: Json | undefined, usual: Role = 'user'): Block[] {
  if (typeof messages === 'string') return messages === '' ? [] : [opened(textBlock(usual, messages))];
  const list = Array.isArray(messages) ? messages : isObject(messages) ? [messages] : [];
  return list.flatMap((message) => keptBlocks(message, usual));
}

/** The blocks of messages that were met before: a history is the same objects as long as it grows (`parseGrowing`). */
const kept = new WeakMap<JsonObject, { usual: Role; blocks: Block[] }>();

function keptBlocks(message: Json, usual: Role): Block[] {
  const item = asObject(message);
  const known = item === null ? undefined : kept.get(item);
  if (known?.usual === usual) return known.blocks;
  const blocks = messageBlocks(message, usual);
  if (item !== null) kept.set(item, { usual, blocks });
  return blocks;
}

const opened = (block: Block): Block => ({ ...block, opens: true });

const opening = ([first, ...rest]: Block[]): Block[] => (first === undefined ? [] : [opened(first), ...rest]);

function messageBlocks(message: Json, usual: Role): Block[] {
  if (!isObject(message)) return typeof message === 'string' ? [opened(textBlock(usual, message))] : [];
  const item = ITEMS[asString(message.type) ?? '']?.(message, usual);
  if (item !== undefined) return opening(item);
  const role = roleOf(message, usual);
  const content = message.parts ?? message.contents ?? message.content ?? message.text ?? null;
  const said = role === 'tool' ? toolSaid(message, content) : contentBlocks(content, role);
  return opening([
    ...reasoning(message),
    ...said,
    ...asList(message.tool_calls ?? asObject(message.additional_kwargs)?.tool_calls).flatMap(calls),
  ]);
}

/** What a chat message says of its thinking next to its content. */
const reasoning = ({ reasoning_content: said }: JsonObject): Block[] =>
  typeof said === 'string' && said !== '' ? [thinkingBlock(said)] : [];

/** A tool's message is one result, unless it has parts that say so themselves. */
function toolSaid(message: JsonObject, content: Json): Block[] {
  const parts = asList(content).filter(isObject);
  if (parts.some(({ type, functionResponse }) => RESULTS.has(asString(type) ?? '') || functionResponse !== undefined))
    return contentBlocks(content, 'tool');
  const id = asString(message.tool_call_id) ?? asString(message.id);
  return [resultBlock(id, plain(content))];
}

const RESULTS: ReadonlySet<string> = new Set(['tool_call_response', 'tool_result', 'tool-result', 'function_call_output']);

/** The words of content that is nothing but text; else the content. */
function plain(content: Json | undefined): Json {
  const parts = asList(content);
  const words = parts.map((one) => (isObject(one) && isText(one) ? wordsOf(one) : null));
  return parts.length > 0 && words.every((word) => word !== null) ? words.join('\n') : (content ?? null);
}

const isText = ({ type }: JsonObject): boolean => type === undefined || TEXTS.has(asString(type) ?? '');

const TEXTS: ReadonlySet<string> = new Set(['text', 'input_text', 'output_text', 'summary_text']);

const wordsOf = (item: JsonObject): string | null => asString(item.text) ?? asString(item.content);

function contentBlocks(content: Json | undefined, role: Role): Block[] {
  if (typeof content === 'string') return content === '' ? [] : [textBlock(role, content)];
  return asList(isObject(content) ? [content] : content).flatMap((one) => {
    if (typeof one === 'string') return [textBlock(role, one)];
    return isObject(one) ? partBlocks(one, role) : [];
  });
}

function partBlocks(item: JsonObject, role: Role): Block[] {
  const known = ITEMS[asString(item.type) ?? '']?.(item, role);
  if (known !== undefined) return known;
  const { functionCall, function_call, functionResponse, function_response } = item;
  const call = asObject(functionCall ?? function_call ?? null);
  if (call !== null) return [callBlock(asString(call.id), asString(call.name) ?? 'tool', call.args ?? call.arguments ?? {})];
  const response = asObject(functionResponse ?? function_response ?? null);
  if (response !== null) return [resultBlock(asString(response.id) ?? asString(response.name), response.response ?? null)];
  const words = isText(item) ? wordsOf(item) : null;
  if (words === null) return [otherBlock(role, item)];
  return [item.thought === true ? thinkingBlock(words) : textBlock(role, words)];
}

/** A call as chat completions have it, or flat. Arguments are often JSON in a string. */
function calls(call: Json): Block[] {
  const item = asObject(call);
  if (item === null) return [];
  const named = asObject(item.function) ?? asObject(item.tool_call) ?? item;
  const inner = asObject(named.function) ?? named;
  const input = unpacked(inner.arguments ?? inner.args ?? inner.input);
  return [
    callBlock(
      asString(item.id) ?? asString(named.id) ?? asString(item.toolCallId),
      asString(inner.name) ?? asString(inner.toolName) ?? 'tool',
      input,
    ),
  ];
}

type Item = (item: JsonObject, role: Role) => Block[];

const called: Item = (item) => [
  callBlock(
    asString(item.call_id) ?? asString(item.id) ?? asString(item.toolCallId),
    asString(item.name) ?? asString(item.toolName) ?? 'tool',
    unpacked(item.arguments ?? item.input ?? item.args),
  ),
];

const answered: Item = (item) => [
  resultBlock(
    asString(item.call_id) ?? asString(item.tool_use_id) ?? asString(item.toolCallId) ?? asString(item.id),
    plain(item.response ?? item.result ?? item.output ?? item.content),
    item.is_error === true,
  ),
];

const thought: Item = (item) => {
  const words = asString(item.thinking) ?? asString(item.content) ?? asString(item.text) ?? asString(plain(item.summary));
  return words === null || words === '' ? [otherBlock('assistant', item)] : [thinkingBlock(words)];
};

/** Parts and items whose type says what they are. */
const ITEMS: Readonly<Record<string, Item>> = Object.assign(Object.create(null) as Record<string, Item>, {
  ...{ tool_call: called, tool_use: called, function_call: called, 'tool-call': called },
  ...{ tool_call_response: answered, tool_result: answered, 'tool-result': answered, function_call_output: answered },
  ...{ reasoning: thought, thinking: thought },
});

/** Definitions of tools, however they are wrapped; Google has many in one. */
export function toolBlocks(tools: Json | undefined): Block[] {
  return asList(tools).flatMap((tool) => {
    const item = asObject(unpacked(tool));
    if (item === null) return [];
    const many = asList(item.function_declarations ?? item.functionDeclarations);
    if (many.length > 0) return toolBlocks(many);
    const inner = asObject(item.function) ?? item;
    return [toolBlock(asString(inner.name) ?? asString(item.type) ?? 'tool', item)];
  });
}
