import type { Built } from '../format.ts';
import { asList, asObject, asString, isObject } from '../json.ts';
import type { Json, JsonObject, WireMessage } from '../values.ts';
import { ROOM } from './history.ts';
import { injectedName, TAKEN } from './injected.ts';
import { asSent, cutOutput, cutText, tokensOf } from './outputs.ts';
import { firstText, itemOf, payloadOf, replacementOf, TOOL_CALLS, TOOL_OUTPUTS } from './record.ts';

/** What is logged with an item and stays here. */
const KEPT_BACK: ReadonlySet<string> = new Set(['internal_chat_message_metadata_passthrough']);

/**
 * The input of a request of the Responses API, made of the records of its history in order. A call without an output gets one that says
 * `aborted`; an output without a call is left out. A record of the request's own that asks for a summary may be last.
 */
export function messages(records: readonly Json[]): WireMessage[] {
  const all = records.map((record) => itemOf(record) ?? summaryOf(record));
  const compacted = records.findLastIndex((record) => summaryOf(record) !== null);
  const items = [...keptBy(all.slice(0, Math.max(0, compacted))), ...all.slice(Math.max(0, compacted))].filter((item) => item !== null);
  const summing = records.some(asksForSummary);
  const calls = idsOf(items, TOOL_CALLS);
  const outputs = idsOf(items, TOOL_OUTPUTS);
  return items.flatMap((item) => sentAs(item, { calls, outputs, summing }));
}

/** The same with the instructions of the session, which travel next to the input or at its head. Tools are logged for some models alone, as an item. */
export function built(records: readonly Json[]): Built {
  return {
    system: records.flatMap((record) => instructionsIn(record) ?? []).join('\n\n'),
    tools: [],
    messages: messages(records),
  };
}

const idsOf = (items: readonly JsonObject[], types: ReadonlySet<string>): ReadonlySet<Json | undefined> =>
  new Set(items.filter((item) => types.has(asString(item.type) ?? '')).map((item) => item.call_id));

interface Around {
  calls: ReadonlySet<Json | undefined>;
  outputs: ReadonlySet<Json | undefined>;
  summing: boolean;
}

function sentAs(item: JsonObject, { calls, outputs, summing }: Around): WireMessage[] {
  const type = asString(item.type) ?? '';
  if (TOOL_OUTPUTS.has(type)) {
    if (item.call_id !== undefined && item.call_id !== null && !calls.has(item.call_id)) return [];
    return [bare(cutOutput(summing ? item : asSent(item)))];
  }
  if (!TOOL_CALLS.has(type) || outputs.has(item.call_id)) return [bare(item)];
  const aborted = { type: type === 'custom_tool_call' ? 'custom_tool_call_output' : 'function_call_output', call_id: item.call_id ?? null };
  return [bare(item), { ...aborted, output: 'aborted' }];
}

const bare = (item: JsonObject): WireMessage => {
  const copy = { ...item };
  for (const key of KEPT_BACK) delete copy[key];
  return copy;
};

/** The summary of a writer that logs no new history: the program sends it as the user's. */
function summaryOf(record: Json): JsonObject | null {
  if (!isObject(record) || record.type !== 'compacted' || replacementOf(record) !== null) return null;
  const text = asString(payloadOf(record).message) ?? '';
  return { type: 'message', role: 'user', content: [{ type: 'input_text', text }] };
}

/** What a compaction of such a writer makes of the prompts before it: their text alone, the newest ones as far as they have room. */
function keptBy(items: readonly (JsonObject | null)[]): JsonObject[] {
  const kept: JsonObject[] = [];
  let left = ROOM;
  for (const item of items.toReversed()) {
    if (item === null) continue;
    const text = promptIn(item);
    if (text === null) kept.push(item);
    else if (left > 0) kept.push({ type: 'message', role: 'user', content: [{ type: 'input_text', text: cutText(text, left) }] });
    left -= text === null ? 0 : tokensOf(text);
  }
  return kept.reverse();
}

/** Text of a message that such a compaction takes for a prompt; null for any other item. */
function promptIn(item: JsonObject): string | null {
  if (item.type !== 'message' || item.role !== 'user') return null;
  const name = injectedName('user', firstText(item));
  if (name !== null && !TAKEN.has(name)) return null;
  const texts = asList(item.content).map((piece) => asString(asObject(piece)?.text) ?? '');
  return texts.filter((text) => !IMAGE_TAG.test(text)).join('');
}

const IMAGE_TAG = /^<\/?image[^>]*>$/;

const instructionsIn = (record: Json): string | null =>
  isObject(record) && record.type === 'base_instructions' ? asString(payloadOf(record).text) : null;

/** Tokens that were counted where no answer is logged, or the new history itself: such records are here only for a request for a summary. */
const asksForSummary = (record: Json): boolean =>
  isObject(record) &&
  ((record.type === 'compacted' && replacementOf(record) !== null) ||
    payloadOf(record).type === 'token_count' ||
    record.type === 'token_usage_record');
