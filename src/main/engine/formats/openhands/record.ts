import { type Piece, piecesOf } from '../chat/pieces.ts';
import { asList, asNumber, asObject, asString, asWord, isObject, stringify } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/** What an event says, as the message that is made of it. */
export interface Said {
  role: 'system' | 'user' | 'assistant' | 'tool';
  message: JsonObject;
}

/** Whether a record is an event: an action or an observation of a tool, or of a newer kind. */
export function isEvent(record: JsonObject): boolean {
  const { action, observation, kind, source, timestamp } = record;
  if (typeof source !== 'string' || timestamp === undefined) return false;
  return typeof action === 'string' || typeof observation === 'string' || typeof kind === 'string';
}

/** What an event is called. */
export function kindOf({ kind, action, observation }: JsonObject): string {
  return asString(kind) ?? asString(action) ?? asString(observation) ?? 'untyped';
}

/** The message that is made of an event; null for one of which none is. */
export function saidIn(record: JsonObject): Said | null {
  if (!isEvent(record)) return null;
  return typeof record.kind === 'string' ? newer(record, record.kind) : older(record);
}

/** Newer events have messages in them as they are sent. */
function newer(record: JsonObject, kind: string): Said | null {
  if (kind === 'SystemPromptEvent') return { role: 'system', message: { role: 'system', content: [asObject(record.system_prompt) ?? {}] } };
  if (kind === 'MessageEvent') return messageIn(record);
  if (kind === 'ActionEvent') return { role: 'assistant', message: actionMessage(record) };
  if (kind === 'ObservationEvent' || kind === 'UserRejectObservation' || kind === 'AgentErrorEvent') return resultIn(record);
  const summary = kind === 'Condensation' || kind === 'CondensationSummaryEvent' ? asString(record.summary) : null;
  return summary === null ? null : { role: 'user', message: { role: 'user', content: summary } };
}

function messageIn(record: JsonObject): Said {
  const message = asObject(record.llm_message) ?? {};
  const role = message.role === 'assistant' ? 'assistant' : 'user';
  const content = [...asList(message.content), ...asList(record.extended_content)];
  return { role, message: { ...thoughtIn(message), role, content } };
}

/** An action of a tool is the call, with what the model said next to it. */
function actionMessage(record: JsonObject): JsonObject {
  const call = asObject(record.tool_call) ?? {};
  const inner = asObject(call.function) ?? call;
  const { name = record.tool_name ?? null, arguments: input = stringify(asObject(record.action) ?? {}) } = inner;
  const id = call.id ?? record.tool_call_id ?? null;
  return {
    ...thoughtIn(record),
    role: 'assistant',
    content: asList(record.thought),
    tool_calls: [{ id, type: 'function', function: { name, arguments: input } }],
  };
}

const thoughtIn = ({ reasoning_content: thought }: JsonObject): JsonObject =>
  typeof thought === 'string' && thought !== '' ? { reasoning_content: thought } : {};

function resultIn(record: JsonObject): Said {
  const observation = asObject(record.observation) ?? {};
  const content = observation.content ?? observation.output ?? record.rejection_reason ?? record.error ?? stringify(observation);
  return {
    role: 'tool',
    message: { role: 'tool', tool_call_id: record.tool_call_id ?? null, name: record.tool_name ?? null, content },
  };
}

/** Actions that are messages by themselves. */
const SPOKEN: ReadonlySet<string> = new Set(['message', 'finish', 'think', 'reject']);
/** Actions and observations of which no message is made. */
export const SILENT: ReadonlySet<string> = new Set([
  ...[
    'initialize',
    'change_agent_state',
    'agent_state_changed',
    'null',
    'recall',
    'condensation',
    'condensation_request',
    'pause',
    'resume',
    'stop',
  ],
]);

/** An older event is an action, which the answer of the model may be in, or what came of one. */
function older(record: JsonObject): Said | null {
  const kind = kindOf(record);
  if (kind === 'condensation') return condensed(record);
  if (typeof record.observation === 'string') return SILENT.has(kind) && kind !== 'recall' ? null : observed(record, kind);
  if (kind === 'system') return { role: 'system', message: { role: 'system', content: wordsIn(record) } };
  if (SILENT.has(kind)) return null;
  const answer = answerIn(record);
  if (answer !== null) return { role: 'assistant', message: answer };
  const words = SPOKEN.has(kind) || record.source === 'user' ? wordsIn(record) : (asString(record.message) ?? wordsIn(record));
  const role = record.source === 'user' ? 'user' : 'assistant';
  return { role, message: { role, content: words } };
}

const argsOf = (record: JsonObject): JsonObject => asObject(record.args) ?? {};

const wordsIn = (record: JsonObject): string => {
  const { content, thought, final_thought: last } = argsOf(record);
  return asString(content) ?? asString(last) ?? asString(thought) ?? asString(record.message) ?? '';
};

function condensed(record: JsonObject): Said | null {
  const summary = asString(argsOf(record).summary);
  return summary === null ? null : { role: 'user', message: { role: 'user', content: summary } };
}

const metadataOf = (record: JsonObject): JsonObject | null => asObject(record.tool_call_metadata);

/** The answer that an action was made of, with the one call that it is. */
function answerIn(record: JsonObject): JsonObject | null {
  const metadata = metadataOf(record);
  const [choice] = asList(asObject(metadata?.model_response)?.choices).filter(isObject);
  const message = asObject(choice?.message);
  if (metadata === null || message === null) return null;
  const id = metadata.tool_call_id ?? null;
  const calls = asList(message.tool_calls)
    .filter(isObject)
    .filter((call) => call.id === id);
  return { ...thoughtIn(message), role: 'assistant', content: message.content ?? '', tool_calls: calls };
}

function observed(record: JsonObject, kind: string): Said {
  const metadata = metadataOf(record);
  const content = asString(record.content) ?? asString(record.message) ?? '';
  if (kind === 'recall' || metadata === null) return { role: 'user', message: { role: 'user', content } };
  return {
    role: 'tool',
    message: { role: 'tool', tool_call_id: metadata.tool_call_id ?? null, name: metadata.function_name ?? null, content },
  };
}

/** The request that an event is an answer of: several calls of one answer are several events. Null for what no model said. */
export function requestOf(record: JsonObject): string | null {
  const response = asObject(metadataOf(record)?.model_response);
  const id = asString(record.llm_response_id) ?? asString(response?.id);
  return id === '' ? null : id;
}

/** What the model used for an answer, as the event has it. */
export function usedBy(record: JsonObject): Json {
  return asObject(metadataOf(record)?.model_response)?.usage ?? null;
}

/** What a condensation removed from the history: events by their ids, or by the numbers of the first and last of them. */
export interface Forgotten {
  ids: string[];
  from: number | null;
  to: number | null;
  /** Where among the messages its summary is. */
  offset: number | null;
}

export function forgottenIn(record: JsonObject): Forgotten | null {
  const kind = kindOf(record);
  if (kind !== 'Condensation' && !(kind === 'condensation' && record.action !== undefined)) return null;
  const said = kind === 'Condensation' ? record : argsOf(record);
  return {
    ids: asList(said.forgotten_event_ids)
      .map(asWord)
      .filter((id) => id !== ''),
    from: asNumber(said.forgotten_events_start_id),
    to: asNumber(said.forgotten_events_end_id),
    offset: asNumber(said.summary_offset),
  };
}

/** What an event says to a person or a model; null for one that makes no message. */
export function piecesIn(record: JsonObject): Piece[] | null {
  const said = saidIn(record);
  return said === null ? null : piecesOf(said.message);
}
