import { Flag } from '../../../../shared/model/vocabulary.ts';
import { fillMessage, fillPrompt, isInjected } from '../chat/draft.ts';
import { wordsOf } from '../chat/pieces.ts';
import { usageOf } from '../chat/usage.ts';
import { emptyDraft, factsOf } from '../draft.ts';
import type { Draft, Facts } from '../format.ts';
import { asNumber, asObject, asString, isObject, timeOf } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import type { Hint } from './hint.ts';
import { entriesOf, linePieces, listOf, roleOf } from './record.ts';

/** Reads one line of a list: one entry or, of a conversation and of a message with results in it, several. Never throws. */
export function read(record: Json): Draft[] {
  if (!isObject(record)) return [emptyDraft('untyped', Flag.Unknown | Flag.Sidecar, null)];
  return entriesOf(record).map(readEntry);
}

/** The record of one entry of a line, as `read` numbers them; an empty one where there is none. */
export function part(record: JsonObject, at: number): JsonObject {
  return entriesOf(record)[at] ?? {};
}

const TIMES = ['timestamp', 'created_at', 'createdAt', 'created', 'time', 'ts', 'date'] as const;

const whenOf = (record: JsonObject): number | null =>
  [record, asObject(record.metadata) ?? {}].flatMap((one) => TIMES.map((key) => timeOf(one[key]))).find((time) => time !== null) ?? null;

function readEntry(record: JsonObject): Draft {
  const role = roleOf(record);
  const draft = emptyDraft('untyped', 0, whenOf(record));
  if (listOf(record) !== null) readHead(draft, record);
  else if (role === null && isAround(record)) Object.assign(draft, { kind: 'conversation', flags: Flag.Sidecar, facts: factsIn(record) });
  else if (role === null)
    Object.assign(draft, { kind: asString(record.role) ?? asString(record.type) ?? 'untyped', flags: Flag.Unknown | Flag.Sidecar });
  else readMessage(draft, role, record);
  return draft;
}

/** Ids of conversations, by the names that lists give them. */
const SESSIONS = ['conversation_id', 'conversationId', 'session_id', 'sessionId', 'thread_id', 'chatId'] as const;

/** What a document says of its conversation, around the messages. */
const isAround = ({ role, type, content }: JsonObject): boolean => role === undefined && type === undefined && content === undefined;

/** A conversation begins, and what was before it is another one. */
function readHead(draft: Draft, record: JsonObject): void {
  Object.assign(draft, { kind: 'anchor', label: `${asNumber(record.holds) ?? 0} messages`, flags: Flag.Sidecar });
  draft.anchor = { name: 'conversation', type: 'anchor' };
  draft.hint = { is: 'said' } satisfies Hint;
  draft.facts = factsIn(record);
}

function factsIn(record: JsonObject): Facts | null {
  const [model, title] = [asString(record.model), asString(record.title)];
  const session = SESSIONS.map((key) => asString(record[key])).find((id) => id !== null && id.length >= 16) ?? null;
  const facts: Facts = {
    ...(model !== null && { model }),
    ...(title !== null && { title, titleRank: 1 }),
    ...(session !== null && { session }),
  };
  return Object.keys(facts).length > 0 ? facts : null;
}

function readMessage(draft: Draft, role: NonNullable<Draft['role']>, record: JsonObject): void {
  const pieces = linePieces(record);
  fillMessage(draft, role, pieces);
  draft.hint = { is: 'said' } satisfies Hint;
  if (role === 'assistant') readAnswer(draft, record);
  if (role === 'system') Object.assign(draft, { kind: 'system', label: asString(record.role) ?? '' });
  if (role !== 'user' || draft.kind !== 'message') return;
  if (isInjected(pieces)) draft.flags |= Flag.Meta;
  else fillPrompt(draft, wordsOf(pieces));
}

function readAnswer(draft: Draft, record: JsonObject): void {
  const metadata = asObject(record.metadata);
  draft.model = asString(record.model) ?? asString(metadata?.model);
  if (draft.model !== null) factsOf(draft).model = draft.model;
  draft.usage = usageOf(record.usage ?? metadata?.usage);
  draft.step = ANSWER;
  draft.hint = { is: 'answer', whole: draft.usage !== null } satisfies Hint;
}

/** The thread numbers the answers: no message has an id that holds for a request. */
const ANSWER = 'answer';
