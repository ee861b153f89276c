import { Flag } from '../../../../shared/model/vocabulary.ts';
import { fillMessage, fillPrompt } from '../chat/draft.ts';
import { wordsOf } from '../chat/pieces.ts';
import { usageOf } from '../chat/usage.ts';
import { emptyDraft, factsOf } from '../draft.ts';
import type { Draft } from '../format.ts';
import { asObject, asString, asWord, isObject, timeOf } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import { type Forgotten, forgottenIn, isEvent, kindOf, piecesIn, requestOf, type Said, SILENT, saidIn, usedBy } from './record.ts';

/** Kinds of events that are known to make no message. */
const ASIDE: ReadonlySet<string> = new Set([
  ...SILENT,
  ...[
    'Condensation',
    'CondensationRequest',
    'ConversationStateUpdateEvent',
    'PauseEvent',
    'LLMCompletionLogEvent',
    'TokenEvent',
    'ConversationErrorEvent',
  ],
]);

/** Reads an event, or the state of a conversation. Never throws. */
export function read(record: Json): Draft {
  if (!isObject(record)) return emptyDraft('untyped', Flag.Unknown | Flag.Sidecar, null);
  if (!isEvent(record)) return readState(record);
  const said = saidIn(record);
  const draft = emptyDraft(kindOf(record), 0, timeOf(record.timestamp));
  draft.id = asWord(record.id) || null;
  if (said === null) draft.flags |= Flag.Sidecar | (ASIDE.has(kindOf(record)) ? 0 : Flag.Unknown);
  else readMessage(draft, record, said);
  const forgotten = forgottenIn(record);
  if (forgotten !== null) readForgotten(draft, forgotten);
  return draft;
}

function readMessage(draft: Draft, record: JsonObject, { role }: Said): void {
  const kind = kindOf(record);
  const pieces = piecesIn(record) ?? [];
  fillMessage(draft, role, pieces);
  if (role === 'system') Object.assign(draft, { kind: 'system', label: 'system prompt' });
  if (draft.label === '' && kind !== 'message' && kind !== 'MessageEvent') draft.label = kind;
  if (kind === 'error' || kind === 'AgentErrorEvent') draft.flags |= Flag.Failed;
  if (role === 'assistant') readAnswer(draft, record);
  if (role === 'user') readUser(draft, record, wordsOf(pieces));
}

function readAnswer(draft: Draft, record: JsonObject): void {
  draft.step = requestOf(record);
  draft.usage = usageOf(usedBy(record));
  draft.model = asString(asObject(asObject(record.tool_call_metadata)?.model_response)?.model);
}

function readUser(draft: Draft, record: JsonObject, text: string): void {
  if (record.source === 'user') fillPrompt(draft, text);
  else draft.flags |= Flag.Meta;
}

/** The first word of the label of a condensation. */
export const FORGOT = 'forgot';
/** Between the first and the last event that it forgot. */
export const UP_TO = ' – ';

function readForgotten(draft: Draft, { ids, from, to }: Forgotten): void {
  const first = from === null ? ids[0] : String(from);
  const last = to === null ? ids.at(-1) : String(to);
  draft.flags = (draft.flags & ~Flag.Prompt) | Flag.Boundary | (draft.role === null ? 0 : Flag.Summary | Flag.Meta);
  draft.label = first === undefined || last === undefined ? FORGOT : `${FORGOT} ${first}${UP_TO}${last}`;
  draft.anchor = { name: 'compaction', type: 'compaction' };
  draft.compaction = { trigger: null, preTokens: null, postTokens: null, preserved: null, clearedCalls: [] };
}

/** The state of a conversation says where it is, and with which model. */
function readState(record: JsonObject): Draft {
  const draft = emptyDraft('session', Flag.Sidecar, null);
  const agent = asObject(record.agent);
  if (agent === null)
    return emptyDraft(asString(record.kind) ?? asString(record.source) ?? 'untyped', Flag.Unknown | Flag.Sidecar, timeOf(record.timestamp));
  const facts = factsOf(draft);
  const [id, cwd, model] = [asString(record.id), asString(asObject(record.workspace)?.working_dir), asString(asObject(agent.llm)?.model)];
  if (id !== null) facts.session = id;
  if (cwd !== null) facts.cwd = cwd;
  if (model !== null) facts.model = model;
  return draft;
}
