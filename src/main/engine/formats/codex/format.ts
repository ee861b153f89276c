import type { Format, Sample } from '../format.ts';
import { isObject, without } from '../json.ts';
import { share } from '../share.ts';
import type { Json, JsonObject } from '../values.ts';
import { beginning, locate } from './locate.ts';
import { built, messages } from './messages.ts';
import { shortened } from './outputs.ts';
import { part, read } from './read.ts';
import { itemOf } from './record.ts';
import { parts, preview, text } from './show.ts';
import { thread } from './thread.ts';

/** Rollouts of Codex, 0.47 to 0.169, legacy and paginated. */
export const codex = {
  ...{ id: 'codex', name: 'Codex', detect, locate, read, part, thread, beginning },
  ...{ text, parts, preview, messages, built, payload, shortened },
} as const satisfies Format;

const TYPES: ReadonlySet<string> = new Set([
  ...['session_meta', 'response_item', 'event_msg', 'turn_context', 'compacted', 'world_state', 'token_usage_record'],
  ...['inter_agent_communication', 'inter_agent_communication_metadata'],
]);

/** The share of `{timestamp, type, payload}` lines; a type that nobody knows counts for less. */
function detect(sample: Sample): number {
  return share(sample.records.filter(isObject), likeness, (record) => typeof record.type === 'string' && !isObject(record.payload));
}

function likeness({ timestamp, type, payload }: JsonObject): number {
  if (typeof type !== 'string' || !isObject(payload) || timestamp === undefined) return 0;
  return TYPES.has(type) ? 1 : 0.6;
}

/** What goes with an item and not with what it says: it differs in each copy. */
const OF_THE_COPY: ReadonlySet<string> = new Set(['id', 'status', 'internal_chat_message_metadata_passthrough']);

/** What makes an entry the same fact in another file: no time, no place, no ids of the copy. */
function payload(record: Json): Json {
  if (!isObject(record)) return record;
  const item = itemOf(record);
  if (item === null) return { type: record.type ?? null, payload: record.payload ?? null };
  return without(item, OF_THE_COPY);
}
