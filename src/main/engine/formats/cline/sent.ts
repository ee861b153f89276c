import { asList, asString, isObject, without } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import { isOfSession, typedIn } from './record.ts';

/** What Cline notes in a block for itself. */
const NOTES: ReadonlySet<string> = new Set(['call_id', 'reasoning_details', 'summary']);

const NO_RESULT = 'result missing';

/** Messages as Cline sends them through Anthropic's API: without its notes and unsigned thoughts, and with a result for each call. */
export function sentMessages(history: readonly JsonObject[]): JsonObject[] {
  const messages = history.map(clean);
  return messages.map((message, at) => (message.role === 'user' ? paired(message, callsIn(messages[at - 1])) : message));
}

function clean(record: JsonObject): JsonObject {
  const message = sent(record);
  if (!Array.isArray(message.content)) return message;
  const kept = message.content.filter((block) => !isObject(block) || block.type !== 'thinking' || Boolean(block.signature));
  return { ...message, content: kept.map((block) => (isObject(block) ? without(block, NOTES) : block)) };
}

const callsIn = (message: JsonObject | undefined): string[] =>
  (message?.role === 'assistant' ? asList(message.content) : []).flatMap((block) => {
    const id = isObject(block) && block.type === 'tool_use' ? asString(block.id) : null;
    return id === null ? [] : [id];
  });

/** Results come first, in the order of the calls before them. Most of what tools answer is in texts, so that a call has none; those of calls that were deleted go. */
function paired(message: JsonObject, calls: readonly string[]): JsonObject {
  if (!Array.isArray(message.content)) return message;
  const resultOf = (block: Json): string | null => (isObject(block) && block.type === 'tool_result' ? asString(block.tool_use_id) : null);
  const results = new Map(message.content.map((block) => [resultOf(block), block]));
  const answers = calls.map((id): Json => results.get(id) ?? { type: 'tool_result', tool_use_id: id, content: NO_RESULT });
  return { ...message, content: [...answers, ...message.content.filter((block) => resultOf(block) === null)] };
}

/** Messages as sessions send them: what a person typed without tags, and answers of tools as texts. */
export function sentOfSession(history: readonly JsonObject[]): JsonObject[] {
  return history.map((record) => {
    const { role, content } = record;
    if (typeof content === 'string') return { role: role ?? null, content: role === 'user' ? typedIn(content) : content };
    return { role: role ?? null, content: asList(content).map((block) => (isObject(block) ? sentBlock(block, role === 'user') : block)) };
  });
}

function sentBlock(block: JsonObject, typed: boolean): JsonObject {
  if (block.type === 'text' && typed) return { ...block, text: typedIn(asString(block.text) ?? '') };
  if (block.type !== 'tool_result') return block;
  const content = cutIn(block.content ?? null);
  const plain = typeof content === 'string' || asList(content).every((part) => isObject(part) && typeof part.type === 'string');
  return { ...without(block, OF_TOOL), content: plain ? content : JSON.stringify(content) };
}

/** Characters that one text of a result may have. */
const LONGEST = 8000;

const omission = (chars: number): string => `\n\n...[truncated ${chars} chars]...\n\n`;

/** What a tool answered, with as much of each text as a session sends. */
function cutIn(value: Json): Json {
  if (typeof value === 'string') return cutText(value);
  if (Array.isArray(value)) return value.map(cutIn);
  return isObject(value) && value.type !== 'image'
    ? Object.fromEntries(Object.entries(value).map(([key, one]) => [key, cutIn(one)]))
    : value;
}

/** As much from each end as fits, with how much is missing in the middle. How many digits that has is measured twice, as Cline does it. */
export function cutText(text: string): string {
  if (text.length <= LONGEST) return text;
  const half = (missing: number): number => Math.floor((LONGEST - omission(missing).length) / 2);
  const missing = text.length - 2 * half(text.length - LONGEST);
  const kept = half(missing);
  return `${text.slice(0, kept)}${omission(missing)}${text.slice(-kept)}`;
}

/** A record of a session with its results as they are sent, which is what they weigh. */
export function shortened(record: JsonObject): JsonObject {
  if (!isOfSession(record) || !Array.isArray(record.content)) return record;
  const cut = (block: Json): Json =>
    isObject(block) && block.type === 'tool_result' ? { ...block, content: cutIn(block.content ?? null) } : block;
  return { ...record, content: record.content.map(cut) };
}

/** The name of the tool is at its call. */
const OF_TOOL: ReadonlySet<string> = new Set(['name']);

/** What else a message of the history says of itself, which is not sent. */
const ASIDE: ReadonlySet<string> = new Set(['role', 'content']);

/** A message as it is sent. */
export function sent(record: JsonObject): JsonObject {
  return Object.fromEntries(Object.entries(record).filter(([key]) => ASIDE.has(key)));
}
