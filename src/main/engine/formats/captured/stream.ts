import { asList, asNumber, asObject, asString, isObject, jsonOrNull } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/** Answers that came as a stream of events, put together to the body that the API would have given at once. */

/** The body of an answer, streamed or not; null where there is none, or none that is JSON. */
export function wholeAnswer(response: Json): JsonObject | null {
  if (isObject(response)) return response;
  const events = Array.isArray(response) ? response.filter(isObject) : typeof response === 'string' ? eventsIn(response) : [];
  for (const assemble of APIS) {
    const whole = assemble(events);
    if (whole !== null) return whole;
  }
  return null;
}

/** The JSON of the events of a stream, in order; what is torn is passed over. */
function eventsIn(text: string): JsonObject[] {
  if (/^\s*[{[]/.test(text)) return [jsonOrNull(text)].flat().filter(isObject);
  return text
    .split(/\r?\n\r?\n/)
    .map((block) => block.split(/\r?\n/).flatMap((line) => (line.startsWith('data:') ? [line.slice(5).trimStart()] : [])))
    .map((lines) => jsonOrNull(lines.join('\n')))
    .filter(isObject);
}

/** Anthropic's messages: a start, blocks by number with their deltas, and an end with the usage. */
function messages(events: readonly JsonObject[]): JsonObject | null {
  const start = events.find(({ type }) => type === 'message_start');
  if (start === undefined) return null;
  const blocks = new Map<number, JsonObject>();
  let message = asObject(start.message) ?? {};
  for (const event of events) {
    const at = asNumber(event.index) ?? 0;
    if (event.type === 'content_block_start') blocks.set(at, { ...asObject(event.content_block) });
    if (event.type === 'content_block_delta') extend(blocks.get(at), asObject(event.delta) ?? {});
    if (event.type === 'message_delta')
      message = { ...message, ...asObject(event.delta), usage: { ...asObject(message.usage), ...asObject(event.usage) } };
  }
  return { ...message, content: [...blocks.values()].map(finished) };
}

const DELTAS = ['text', 'thinking', 'signature'] as const;

function extend(block: JsonObject | undefined, delta: JsonObject): void {
  if (block === undefined) return;
  for (const name of DELTAS) if (typeof delta[name] === 'string') block[name] = (asString(block[name]) ?? '') + delta[name];
  if (typeof delta.partial_json === 'string') block.partial = (asString(block.partial) ?? '') + delta.partial_json;
}

/** The input of a call comes as pieces of JSON; one that is torn stays text. */
function finished({ partial, ...block }: JsonObject): JsonObject {
  const text = asString(partial);
  return text === null || text === '' ? block : { ...block, input: jsonOrNull(text) ?? text };
}

const ENDS: ReadonlySet<Json> = new Set(['response.completed', 'response.incomplete', 'response.failed', 'response.done']);

/** OpenAI's responses: the last event has all of it, or else the items that were done. */
function responses(events: readonly JsonObject[]): JsonObject | null {
  const end = events.findLast(({ type }) => ENDS.has(type ?? null));
  const done = events.filter(({ type }) => type === 'response.output_item.done').map(({ item }) => item ?? null);
  const start = events.find(({ type }) => type === 'response.created');
  if (end === undefined && start === undefined && done.length === 0) return null;
  const whole = asObject((end ?? start)?.response) ?? {};
  return asList(whole.output).length > 0 ? whole : { ...whole, output: done };
}

/** Chat completions: pieces of a message in each chunk, the calls by number. */
function chat(events: readonly JsonObject[]): JsonObject | null {
  const chunks = events.filter(({ choices }) => Array.isArray(choices));
  const [first] = chunks;
  if (first === undefined) return null;
  const message: JsonObject = { role: 'assistant', content: '' };
  const calls = new Map<number, JsonObject>();
  for (const chunk of chunks) {
    const delta = asObject(asObject(asList(chunk.choices)[0])?.delta) ?? {};
    for (const name of ['content', 'reasoning_content', 'reasoning'])
      if (typeof delta[name] === 'string') message[name] = (asString(message[name]) ?? '') + delta[name];
    for (const call of asList(delta.tool_calls).filter(isObject)) addCall(calls, call);
  }
  if (calls.size > 0) message.tool_calls = [...calls.values()];
  const usage = chunks.findLast((chunk) => isObject(chunk.usage))?.usage ?? null;
  return { ...first, choices: [{ index: 0, message }], usage };
}

function addCall(calls: Map<number, JsonObject>, call: JsonObject): void {
  const at = asNumber(call.index) ?? 0;
  const known = calls.get(at) ?? { type: 'function' };
  const [before, piece] = [asObject(known.function) ?? {}, asObject(call.function) ?? {}];
  const text = (asString(before.arguments) ?? '') + (asString(piece.arguments) ?? '');
  calls.set(at, { ...known, ...(typeof call.id === 'string' && { id: call.id }), function: { ...before, ...piece, arguments: text } });
}

/** Google's: parts of the answer in each chunk, texts of a kind one after the other. */
function google(events: readonly JsonObject[]): JsonObject | null {
  const chunks = events.map((event) => asObject(event.response) ?? event).filter(({ candidates }) => Array.isArray(candidates));
  const last = chunks.at(-1);
  if (last === undefined) return null;
  const parts: JsonObject[] = [];
  for (const part of chunks.flatMap((chunk) => asList(asObject(asObject(asList(chunk.candidates)[0])?.content)?.parts)).filter(isObject)) {
    const before = parts.at(-1);
    if (isWords(part) && before !== undefined && isWords(before) && before.thought === part.thought)
      before.text = `${before.text}${part.text}`;
    else parts.push({ ...part });
  }
  return { ...last, candidates: [{ content: { role: 'model', parts } }] };
}

const isWords = ({ text }: JsonObject): boolean => typeof text === 'string';

const APIS = [messages, responses, chat, google];
