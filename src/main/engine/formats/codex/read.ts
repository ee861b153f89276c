import { Flag } from '../../../../shared/model/vocabulary.ts';
import { emptyDraft, factsOf } from '../draft.ts';
import type { Draft } from '../format.ts';
import { asObject, asString, isObject, timeOf } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import { give, type Source } from './hint.ts';
import { BARE_SUMMARY, BASE, BEGINS_ELSEWHERE, SUMMARY_ALONE } from './history.ts';
import { SUMMARY_WORDS } from './injected.ts';
import { readEvent } from './read-event.ts';
import { readItem } from './read-item.ts';
import { firstText, instructionsOf, madeId, payloadOf, replacementOf, typeOf } from './record.ts';
import { tokensOf } from './usage.ts';

/** Type of the record that stands for the instructions inside a `session_meta`. */
const INSTRUCTIONS = 'base_instructions';

/**
 * Reads one line of a rollout: one entry, or several where a record holds items of the history (`compacted`) or the instructions of the
 * session. Never throws.
 */
export function read(record: Json): Draft[] {
  if (!isObject(record)) return [emptyDraft('untyped', Flag.Unknown, null)];
  const first = readFirst(record);
  const inside = partsOf(record);
  return inside === null ? [first] : [first, ...inside.map((item) => readFirst(item))];
}

function readFirst(record: JsonObject): Draft {
  const type = typeOf(record);
  const draft: Draft = emptyDraft(type === '' ? 'untyped' : 'event', 0, timeOf(record.timestamp));
  draft.label = type;
  const fill = READERS.get(type);
  if (fill) fill(draft, payloadOf(record), record);
  else {
    draft.kind = type === '' ? 'untyped' : type;
    draft.label = '';
    draft.flags |= Flag.Unknown;
  }
  return draft;
}

const READERS: ReadonlyMap<string, (draft: Draft, payload: JsonObject, record: JsonObject) => void> = new Map([
  ['response_item', readItem],
  ['event_msg', readEvent],
  ['session_meta', readMeta],
  ['turn_context', readTurn],
  ['compacted', readCompacted],
  ['token_usage_record', readUsageRecord],
  [INSTRUCTIONS, readInstructions],
  ['world_state', readQuiet],
  ['inter_agent_communication', readQuiet],
  ['inter_agent_communication_metadata', readQuiet],
]);

function readQuiet(draft: Draft): void {
  draft.flags |= Flag.Sidecar;
}

function readMeta(draft: Draft, payload: JsonObject): void {
  const spawn = asObject(asObject(asObject(payload.source)?.subagent)?.thread_spawn);
  const parent = asString(payload.parent_thread_id) ?? asString(spawn?.parent_thread_id);
  const id = asString(payload.id) ?? '';
  draft.flags |= Flag.Sidecar;
  if (asObject(payload.history_base) !== null) draft.label = BEGINS_ELSEWHERE;
  give(draft, { is: 'meta', id, from: sourceOf(payload, id), parent });
  const facts = factsOf(draft);
  const version = asString(payload.cli_version);
  const cwd = asString(payload.cwd);
  if (version !== null) facts.writer = version;
  if (cwd !== null) facts.cwd = cwd;
}

/** What a fork came from. A revert makes a new file of the same thread, which names the file that it continues, as forks do. */
function sourceOf(payload: JsonObject, id: string): Source | null {
  const session = asString(payload.forked_from_id);
  const file = asString(asObject(payload.history_base)?.thread_id);
  if (session === null && file === null) return null;
  return { session: session ?? id, ...(file === null ? {} : { file: file.toLowerCase() }) };
}

function readInstructions(draft: Draft, payload: JsonObject): void {
  draft.kind = 'system';
  draft.role = 'system';
  draft.label = BASE;
  draft.flags |= Flag.Sent | Flag.Meta;
  draft.chars = asString(payload.text)?.length ?? 0;
  give(draft, { is: 'instructions' });
}

/** A turn's model and effort. Before 0.120 one of these precedes every request. */
function readTurn(draft: Draft, payload: JsonObject): void {
  const model = asString(payload.model);
  const effort = asString(payload.effort) ?? asString(payload.reasoning_effort);
  draft.flags |= Flag.Sidecar;
  draft.label = ['turn_context', model, effort].filter((word) => word !== null).join(' · ');
  give(draft, { is: 'bound', id: madeId(payload.turn_id), turn: false, ...(model === null ? {} : { model }) });
  if (model !== null) factsOf(draft).model = model;
}

/** The record that replaces the history. Without a logged history it is itself the summary that the model reads next. */
function readCompacted(draft: Draft, payload: JsonObject, record: JsonObject): void {
  const message = asString(payload.message) ?? '';
  const logged = replacementOf(record) !== null;
  draft.kind = logged ? 'event' : 'message';
  draft.role = logged ? 'system' : 'user';
  draft.label = logged ? 'compaction' : message.startsWith(SUMMARY_WORDS) ? 'summary' : BARE_SUMMARY;
  draft.flags |= Flag.Boundary | (logged ? 0 : Flag.Sent | Flag.Summary | Flag.Meta);
  draft.chars = logged ? 0 : message.length;
  draft.anchor = { name: 'compaction', type: 'compaction' };
  draft.compaction = { trigger: logged ? null : SUMMARY_ALONE, preTokens: null, postTokens: null, preserved: null, clearedCalls: [] };
  give(draft, { is: 'compacted', summary: summaryIn(record) });
}

/** The part that holds the summary: the last one, as a cipher or in the user's name. Without a logged history the record itself does. */
function summaryIn(record: JsonObject): number | null {
  const items = replacementOf(record);
  if (items === null) return 0;
  const at = items.findLastIndex((one) => {
    const item = asObject(one) ?? {};
    return isCompaction(item) || (item.role === 'user' && firstText(item).startsWith(SUMMARY_WORDS));
  });
  return at < 0 ? null : at + 1;
}

const isCompaction = ({ type }: JsonObject): boolean => type === 'compaction' || type === 'compaction_summary';

function readUsageRecord(draft: Draft, payload: JsonObject): void {
  draft.flags |= Flag.Sidecar;
  give(draft, { is: 'usage', total: tokensOf(payload.thread_token_usage), last: tokensOf(payload.usage), record: true });
}

/** What a record holds besides its first entry, as records; null for nothing. */
function partsOf(record: JsonObject): JsonObject[] | null {
  const { timestamp = null, type } = record;
  if (type === 'session_meta') {
    const text = instructionsOf(record);
    return text === null ? null : [{ timestamp, type: INSTRUCTIONS, payload: { text } }];
  }
  if (type !== 'compacted') return null;
  return (replacementOf(record) ?? []).map((item) => ({ timestamp, type: 'response_item', payload: item, replaced: true }));
}

/** The record of one entry of a line, as `read` numbers them; an empty one where there is none. */
export function part(record: JsonObject, at: number): JsonObject {
  if (at > 0) return partsOf(record)?.[at - 1] ?? {};
  const payload = payloadOf(record);
  if (record.type === 'session_meta' && payload.base_instructions !== undefined) {
    const { base_instructions: _text, ...rest } = payload;
    return { ...record, payload: rest };
  }
  if (replacementOf(record) === null || record.type !== 'compacted') return record;
  return { ...record, payload: { ...payload, replacement_history: [] } };
}
