import { asList, asObject, asString, isObject } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import type { Block } from './block.ts';
import { blocksOf, toolBlocks, unpacked } from './normal.ts';

/** What a span recorded of a request and its answer; null where it recorded nothing of it. */
export interface Content {
  sent: Block[] | null;
  answer: Block[];
}

/** A request as it was handed to an API, or only its messages: whatever a program recorded as its input. Null where it holds no messages. */
export function bodyBlocks(input: Json | undefined): Block[] | null {
  const value = unpacked(input);
  if (typeof value === 'string') return value === '' ? null : blocksOf(value);
  if (Array.isArray(value)) return listBlocks(value);
  const body = asObject(value);
  if (body === null) return null;
  const config = asObject(body.config) ?? {};
  const messages = unpacked(body.messages ?? body.contents ?? body.input ?? body.prompt);
  const said = Array.isArray(messages) ? listBlocks(messages) : typeof messages === 'string' ? blocksOf(messages) : null;
  if (said === null) return isMessage(body) ? blocksOf(body) : null;
  const system = body.system ?? body.instructions ?? body.systemInstruction ?? body.system_instruction ?? config.system_instruction;
  const tools = body.tools ?? body.functions ?? config.tools;
  return [...toolBlocks(unpacked(tools)), ...systemBlocks(system), ...said];
}

export function systemBlocks(system: Json | undefined): Block[] {
  const value = unpacked(system);
  if (typeof value === 'string') return blocksOf(value, 'system');
  // Instructions are parts of one message, without a role of their own.
  const parts = isObject(value) ? value.parts : value;
  return asList(parts).length === 0 ? [] : blocksOf({ role: 'system', parts: asList(parts) }, 'system');
}

const isMessage = (item: JsonObject): boolean => typeof item.role === 'string' && (item.content !== undefined || item.parts !== undefined);

/** Lists of messages; LangChain puts them in a list again, and names tools among them. */
function listBlocks(list: readonly Json[]): Block[] | null {
  const flat = list.length === 1 && Array.isArray(list[0]) ? list[0] : list;
  const tools = flat.filter(isTool);
  const messages = flat.filter((item) => !isTool(item)).map((item) => unwrapped(item));
  if (!messages.some((item) => isObject(item) && (typeof item.role === 'string' || typeof item.type === 'string'))) return null;
  return [...toolBlocks(tools.map((item) => asObject(item)?.content ?? null)), ...blocksOf(messages)];
}

const isTool = (item: Json): boolean => {
  const content = asObject(asObject(item)?.content);
  return content?.type === 'function' && isObject(content.function);
};

const unwrapped = (item: Json): Json => asObject(asObject(item)?.message) ?? item;

/** An answer in whatever shape an API gave it: a message, a list of them, choices, candidates, output items, or text. */
export function answerBlocks(output: Json | undefined): Block[] {
  const value = unpacked(output);
  if (typeof value === 'string') return blocksOf(value, 'assistant');
  if (Array.isArray(value)) return blocksOf(value.map(unwrapped), 'assistant');
  const body = asObject(value);
  if (body === null) return [];
  const choices = asList(body.choices).map((choice) => asObject(choice)?.message ?? asObject(choice)?.delta ?? null);
  const candidates = asList(body.candidates).map((candidate) => asObject(candidate)?.content ?? null);
  const items = [...choices, ...candidates, ...asList(body.output)].filter((one) => one !== null);
  if (items.length > 0) return blocksOf(items, 'assistant');
  const inner = asObject(body.message) ?? asObject(body.content);
  if (inner !== null) return blocksOf(inner, 'assistant');
  const text = asString(body.text);
  const calls = asList(unpacked(body.toolCalls ?? body.tool_calls));
  return blocksOf({ role: 'assistant', content: body.content ?? body.parts ?? text ?? '', tool_calls: calls, ...extra(body) }, 'assistant');
}

const extra = ({ additional_kwargs }: JsonObject): JsonObject => (additional_kwargs === undefined ? {} : { additional_kwargs });
