import { isDeepStrictEqual } from 'node:util';
import type { Usage } from '../../../../shared/model/index.ts';
import { asList, asNumber, asObject, asString, isObject, oneLine, timeOf } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/** What a row of a saver holds. */

export interface Checkpoint {
  id: string;
  parent: string | null;
  /** The node that has this graph in it; empty for the graph of the thread. */
  namespace: string;
  time: number | null;
  /** Why it was made, and after how many steps of the graph. */
  source: string;
  step: number | null;
  /** Messages of the state in order; null where the state has none. */
  messages: JsonObject[] | null;
  /** The channel that they are in. */
  channel: string | null;
  /** The last of them came with this checkpoint. */
  grew: boolean;
  /** Channels but those of the program itself, by name. */
  state: JsonObject;
  /** Nodes that run next. */
  next: string[];
}

/** Reads the row of a checkpoint; null for another record. */
export function checkpointOf(record: JsonObject): Checkpoint | null {
  const { checkpoint_id: id, thread_id: thread, parent_checkpoint_id: parent } = record;
  const held = asObject(record.checkpoint);
  if (typeof id !== 'string' || typeof thread !== 'string' || held === null || record.channel !== undefined) return null;
  const metadata = asObject(record.metadata) ?? {};
  const values = asBefore(asObject(held.channel_values) ?? {});
  const channel = messagesIn(values);
  const state = Object.fromEntries(Object.entries(values).filter(([name]) => !isOwn(name)));
  return {
    ...{ id, parent: asString(parent) || null, namespace: asString(record.checkpoint_ns) ?? '' },
    time: timeOf(held.ts),
    source: asString(metadata.source) ?? 'checkpoint',
    step: asNumber(metadata.step),
    messages: channel === null ? null : asList(values[channel]).map(messageOf).filter(isObject),
    channel,
    grew: channel !== null && hasGrown(channel, held, metadata),
    state,
    next: Object.keys(values).flatMap((name) => /^branch:(?:to:|.*:)(.+)$/.exec(name)?.[1] ?? []),
  };
}

/** Lists of the checkpoint that was read last, by channel; keeps at most this many. */
const CHANNELS = 16;
let lists = new Map<string, readonly Json[]>();

/**
 * Values in which whatever a list held in the checkpoint before is the very object from there, which nobody may change: each checkpoint has the whole
 * conversation, and so a message is read, named and looked at once.
 */
function asBefore(values: JsonObject): JsonObject {
  const shared = { ...values };
  const now = new Map<string, readonly Json[]>();
  for (const [channel, value] of Object.entries(values)) {
    if (!Array.isArray(value) || now.size === CHANNELS) continue;
    const before = lists.get(channel) ?? [];
    const list = value.map((one, at) => (isDeepStrictEqual(one, before[at]) ? (before[at] as Json) : one));
    shared[channel] = list;
    now.set(channel, list);
  }
  if (now.size > 0) lists = now;
  return shared;
}

/** Channels that the program keeps for itself. */
const isOwn = (channel: string): boolean => /^(?:__|branch:|start:)/.test(channel);

/** The channel of the conversation: the one that is called so, else the first list of messages. */
function messagesIn(values: JsonObject): string | null {
  const names = Object.keys(values).filter((name) => {
    const list = asList(values[name]);
    return !isOwn(name) && list.length > 0 && list.every((one) => messageOf(one) !== null);
  });
  return names.includes('messages') ? 'messages' : (names[0] ?? null);
}

/** What came with a checkpoint, as far as it says so. */
function hasGrown(channel: string, held: JsonObject, { writes, source }: JsonObject): boolean {
  if (Array.isArray(held.updated_channels)) return held.updated_channels.includes(channel);
  if (!isObject(writes)) return source !== 'input';
  return Object.values(writes).some((written) => isObject(written) && written[channel] !== undefined);
}

const CLASSES: Readonly<Record<string, string>> = {
  Human: 'human',
  AI: 'ai',
  System: 'system',
  Tool: 'tool',
  Chat: 'ai',
  Function: 'tool',
};

const TYPES: ReadonlySet<string> = new Set(['human', 'ai', 'system', 'tool', 'function', 'chat', 'AIMessageChunk', 'developer']);

const messages = new WeakMap<JsonObject, JsonObject>();

/** A message as a saver of either language has it, in one shape; null for what is none. The same object is read once. */
function messageOf(value: Json): JsonObject | null {
  const item = asObject(value);
  if (item === null) return null;
  const read = messages.get(item) ?? readMessage(item);
  if (read !== null) messages.set(item, read);
  return read;
}

function readMessage(item: JsonObject): JsonObject | null {
  if (item.lc === 1 && item.type === 'constructor') return constructed(item);
  const type = asString(item.type) ?? asString(item.role);
  if (type === null || item.content === undefined) return null;
  if (!TYPES.has(type) && !['user', 'assistant', 'system'].includes(type)) return null;
  return plain({ ...item, type: type === 'AIMessageChunk' ? 'ai' : type });
}

function constructed({ id, kwargs }: JsonObject): JsonObject | null {
  const name = asString(asList(id).at(-1))?.replace(/Message(?:Chunk)?$/, '') ?? '';
  const type = Object.hasOwn(CLASSES, name) ? CLASSES[name] : undefined;
  const fields = asObject(kwargs);
  return type === undefined || fields === null ? null : plain({ ...fields, type });
}

/** Calls that are in the content are not told again next to it. */
function plain(message: JsonObject): JsonObject {
  const inside = new Set(asList(message.content).flatMap((one) => (isObject(one) && one.type === 'tool_use' ? [one.id ?? null] : [])));
  if (inside.size === 0) return message;
  const calls = asList(message.tool_calls).filter((call) => !inside.has(asObject(call)?.id ?? null));
  return { ...message, tool_calls: calls };
}

/** What a model used for its message; null where it does not say. */
export function usageOf(message: JsonObject): Usage | null {
  const said = asObject(message.usage_metadata);
  if (said === null) return null;
  const details = asObject(said.input_token_details) ?? {};
  const of = (value: Json | undefined): number => Math.max(0, asNumber(value) ?? 0);
  const [cacheRead, cacheWrite] = [of(details.cache_read), of(details.cache_creation)];
  const usage = {
    input: Math.max(0, of(said.input_tokens) - cacheRead - cacheWrite),
    output: of(said.output_tokens),
    cacheRead,
    cacheWrite,
  };
  return usage.input + usage.output + cacheRead + cacheWrite > 0 ? usage : null;
}

/** The name of the model that wrote a message. */
export function modelOf(message: JsonObject): string | null {
  const said = asObject(message.response_metadata) ?? {};
  return asString(said.model_name) ?? asString(said.model);
}

const FEW = 200;

/** A state as Handoffs compares it: each message is a line. */
export function stateOf(state: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(state).map(([channel, value]) => [
      channel,
      Array.isArray(value) ? value.map((one) => keptLine(messageOf(one)) ?? one) : value,
    ]),
  );
}

const lines = new WeakMap<JsonObject, string>();

const keptLine = (message: JsonObject | null): string | null => {
  if (message === null) return null;
  const line = lines.get(message) ?? lineOf(message);
  lines.set(message, line);
  return line;
};

const lineOf = (message: JsonObject): string => {
  const words =
    asString(message.content) ??
    asList(message.content)
      .map((one) => asString(asObject(one)?.text) ?? '')
      .join(' ');
  const calls = asList(message.tool_calls).map((call) => asString(asObject(call)?.name) ?? 'tool');
  return `${asString(message.type) ?? ''}: ${oneLine([words, ...calls].filter((word) => word !== '').join(' '), FEW)}`;
};
