import type { Part } from '../../../../shared/model/index.ts';
import { asList, asObject, asString, fewLines, isObject, oneLine, stringify, strings } from '../json.ts';
import { part } from '../part.ts';
import type { Json, JsonObject } from '../values.ts';
import { saidBy } from './printed.ts';
import { itemOf, outputText, payloadOf, replacementOf, TOOL_CALLS, TOOL_OUTPUTS, textOf, typeOf } from './record.ts';
import { eventParts, eventText } from './show-event.ts';

/** How an entry of a rollout is searched, drawn and listed. */

/** Names, ids and ciphers: nobody searches for them. */
const UNSEARCHED: ReadonlySet<string> = new Set([
  ...['type', 'id', 'role', 'call_id', 'status', 'encrypted_content', 'image_url', 'phase', 'turn_id'],
  ...['internal_chat_message_metadata_passthrough', 'replacement_history_metadata', 'retained_context', 'resume_metadata'],
]);

/** See `Format.text`. */
export function text(record: Json): string {
  if (!isObject(record)) return '';
  const item = itemOf(record);
  if (item !== null) return itemText(item);
  if (record.type === 'event_msg') return eventText(payloadOf(record));
  if (record.type === 'compacted') return asString(payloadOf(record).message) ?? '';
  if (record.type === 'base_instructions') return asString(payloadOf(record).text) ?? '';
  return strings(payloadOf(record), UNSEARCHED);
}

function itemText(item: JsonObject): string {
  const type = asString(item.type) ?? '';
  if (TOOL_CALLS.has(type)) return `${asString(item.name) ?? type}\n${readable(inputOf(item))}`;
  if (TOOL_OUTPUTS.has(type)) return outputText(item) || strings(item.tools ?? null, UNSEARCHED);
  if (type === 'message' || type === 'agent_message') return textOf(item);
  return strings(item, UNSEARCHED);
}

const inputOf = (item: JsonObject): Json => item.arguments ?? item.input ?? item.action ?? '';

/** Arguments are JSON in a string: a search should find the words, not their escapes. */
function readable(input: Json): string {
  const value = typeof input === 'string' ? parsed(input) : input;
  return value === undefined ? String(input) : strings(value) || (typeof input === 'string' ? input : '');
}

function parsed(input: string): Json | undefined {
  try {
    return JSON.parse(input) as Json;
  } catch {
    return undefined;
  }
}

/** See `Format.parts`. */
export function parts(record: Json): Part[] {
  if (!isObject(record)) return [part('json', stringify(record, 2))];
  const item = itemOf(record);
  if (item !== null) return itemParts(item);
  const payload = payloadOf(record);
  if (record.type === 'base_instructions') return [part('text', asString(payload.text) ?? '', { name: 'base instructions' })];
  if (record.type === 'compacted') return compactedParts(record, payload);
  if (record.type === 'event_msg') return eventParts(payload);
  return [part('json', stringify(record.payload ?? record, 2), { name: typeOf(record) || 'record' })];
}

/** The items of the new history are entries of their own. */
function compactedParts(record: JsonObject, payload: JsonObject): Part[] {
  const { replacement_history: _items, message, ...rest } = payload;
  const said = asString(message) ?? '';
  const told = said === '' ? [] : [part('text', said, { name: 'summary' })];
  return Object.keys(rest).length === 0 && told.length > 0
    ? told
    : [...told, part('json', stringify(rest, 2), { name: replacementOf(record) === null ? 'compacted' : 'new history' })];
}

function itemParts(item: JsonObject): Part[] {
  const type = asString(item.type) ?? '';
  if (TOOL_CALLS.has(type)) return [callPart(item, type)];
  if (TOOL_OUTPUTS.has(type)) return outputParts(item);
  const make = ITEMS.get(type);
  return make ? make(item) : [part('json', stringify(item, 2), { name: type || 'item' })];
}

const ITEMS: ReadonlyMap<string, (item: JsonObject) => Part[]> = new Map([
  ['message', contentParts],
  ['agent_message', (item: JsonObject) => [part('text', textOf(item), { name: senders(item) })]],
  ['reasoning', reasoningParts],
  ['compaction', () => [part('text', ENCRYPTED_SUMMARY, { name: 'summary' })]],
  ['compaction_summary', () => [part('text', ENCRYPTED_SUMMARY, { name: 'summary' })]],
  ['web_search_call', (item: JsonObject) => [part('tool_call', stringify(item.action ?? null, 2), { name: 'web_search' })]],
]);

const ENCRYPTED_SUMMARY = 'A summary that the provider encrypted; only the provider can read it.';
const ENCRYPTED_THINKING = 'Thinking that the provider encrypted; only the provider can read it.';

const senders = (item: JsonObject): string => `${asString(item.author) ?? '?'} to ${asString(item.recipient) ?? '?'}`;

function contentParts(item: JsonObject): Part[] {
  if (!Array.isArray(item.content)) return [part('text', textOf(item))];
  return item.content.map((piece): Part => {
    const said = asString(piece) ?? asString(asObject(piece)?.text);
    if (said !== null) return part('text', said);
    const type = asString(asObject(piece)?.type) ?? 'part';
    return type === 'input_image' ? part('image', 'An image.', { name: 'image' }) : part('json', stringify(piece, 2), { name: type });
  });
}

/** What of the thinking can be read; the rest is said to be encrypted. */
function reasoningParts(item: JsonObject): Part[] {
  const said = [...asList(item.summary), ...asList(item.content)].flatMap((piece) => asString(asObject(piece)?.text) ?? []);
  const open = said.map((words) => part('thinking', words));
  return typeof item.encrypted_content === 'string' || open.length === 0
    ? [...open, part('thinking', ENCRYPTED_THINKING, { name: 'encrypted' })]
    : open;
}

function callPart(item: JsonObject, type: string): Part {
  const input = inputOf(item);
  const value = typeof input === 'string' ? parsed(input) : input;
  const shown = typeof value === 'object' && value !== null ? stringify(value, 2) : String(input);
  const id = asString(item.call_id);
  return part('tool_call', shown, { name: asString(item.name) ?? type, ...(id === null ? {} : { id }) });
}

function outputParts(item: JsonObject): Part[] {
  const id = asString(item.call_id);
  const more = id === null ? {} : { id };
  const images = asList(item.output).filter((piece) => asObject(piece)?.type === 'input_image');
  const said = outputText(item) || (item.tools === undefined ? '' : stringify(item.tools, 2));
  return [part('tool_result', said, more), ...images.map(() => part('image', 'An image.', { name: 'image' }))];
}

/** See `Format.preview`. */
export function preview(record: Json): string {
  if (!isObject(record)) return oneLine(stringify(record), 200);
  const item = itemOf(record);
  if (item !== null) return fewLines(itemGlance(item));
  if (record.type === 'compacted') return fewLines(asString(payloadOf(record).message) || 'The history was replaced.');
  const said = text(record).slice(0, 1200);
  return fewLines(said === '' ? oneLine(stringify(payloadOf(record)), 240) : said);
}

function itemGlance(item: JsonObject): string {
  const type = asString(item.type) ?? '';
  if (TOOL_CALLS.has(type))
    return `${asString(item.name) ?? type} ${oneLine(typeof inputOf(item) === 'string' ? String(inputOf(item)) : stringify(inputOf(item)), 200)}`;
  if (type === 'reasoning') return itemText(item) || ENCRYPTED_THINKING;
  if (type === 'compaction' || type === 'compaction_summary') return ENCRYPTED_SUMMARY;
  const said = TOOL_OUTPUTS.has(type) ? printed(item) : itemText(item);
  return (said || oneLine(stringify(item), 240)).slice(0, 1200);
}

/** What a command printed, without what Codex says of it first. */
const printed = (item: JsonObject): string => saidBy(itemText(item));
