import { asList, asObject, asString, isObject } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/** A line of a rollout: `{timestamp, type, payload}`. Any of it may be of any type. */

/** The payload; an empty one where the record has none. */
export function payloadOf(record: JsonObject): JsonObject {
  return asObject(record.payload) ?? {};
}

/** `response_item`, `event_msg`, `compacted`, `turn_context` … */
export function typeOf(record: JsonObject): string {
  return asString(record.type) ?? '';
}

/** The item of the history that a record holds; null for any other record. */
export function itemOf(record: Json): JsonObject | null {
  return isObject(record) && record.type === 'response_item' && isObject(record.payload) ? record.payload : null;
}

/** The history that a compaction put in place of the old one; null where the writer did not log it (0.98 and older). */
export function replacementOf(record: JsonObject): Json[] | null {
  const { replacement_history: items } = payloadOf(record);
  return Array.isArray(items) ? items : null;
}

/** The instructions that a session begins with: text, or an object with a text. */
export function instructionsOf(record: JsonObject): string | null {
  const { base_instructions: base } = payloadOf(record);
  return asString(base) ?? asString(asObject(base)?.text);
}

/** All text of a message's content. */
export function textOf(item: JsonObject): string {
  if (typeof item.content === 'string') return item.content;
  return asList(item.content)
    .map((part) => asString(part) ?? asString(asObject(part)?.text) ?? '')
    .filter((text) => text !== '')
    .join('\n');
}

/** How long the text of a message is, and how it begins, without putting it together. */
export function lengthOf(item: JsonObject): { chars: number; begin: string } {
  if (typeof item.content === 'string') return { chars: item.content.length, begin: item.content };
  let [chars, begin] = [0, ''];
  for (const part of asList(item.content)) {
    const text = asString(part) ?? asString(asObject(part)?.text) ?? '';
    if (text === '') continue;
    chars += text.length + (chars > 0 ? 1 : 0);
    if (begin.length < BEGIN) begin = begin === '' ? text : `${begin}\n${text}`;
  }
  return { chars, begin };
}

const BEGIN = 24;

/** First text of a message, without joining the rest. */
export function firstText(item: JsonObject): string {
  if (typeof item.content === 'string') return item.content;
  return asString(asObject(asList(item.content)[0])?.text) ?? '';
}

export const TOOL_OUTPUTS: ReadonlySet<string> = new Set(['function_call_output', 'custom_tool_call_output', 'tool_search_output']);

/** Calls that wait for an output of the program; a search that the provider runs itself does not. */
export const TOOL_CALLS: ReadonlySet<string> = new Set(['function_call', 'custom_tool_call', 'local_shell_call', 'tool_search_call']);

/** The content of a tool's output as text: a string, or a list of parts. */
export function outputText(item: JsonObject): string {
  const { output } = item;
  if (typeof output === 'string') return output;
  if (Array.isArray(output)) return textOf({ content: output });
  return asString(asObject(output)?.content) ?? '';
}

/** A UUID of version 7 begins with the time it was made at, so that such ids compare by age. The program makes them, models do not. */
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[0-9a-f]{4}-[0-9a-f]{12}$/;

const UUID_CHARS = 36;

/** The UUID at the end of an id that the program made; null for any other. */
export function madeId(id: Json | undefined): string | null {
  return typeof id === 'string' && id.length >= UUID_CHARS ? (UUID.exec(id.slice(-UUID_CHARS))?.[0] ?? null) : null;
}
