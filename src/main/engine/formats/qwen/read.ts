import type { Usage } from '../../../../shared/model/index.ts';
import { Flag } from '../../../../shared/model/vocabulary.ts';
import { emptyDraft, factsOf } from '../draft.ts';
import type { Draft } from '../format.ts';
import { asNumber, asObject, asString, isObject, jsonChars, oneLine, timeOf } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import {
  answerOf,
  COMPRESSION,
  callOf,
  callsOf,
  entriesOf,
  isThought,
  payloadOf,
  piecesOf,
  responseOf,
  responsesOf,
  wordsOf,
} from './record.ts';
import { KNOWN_BY } from './thread.ts';

/** Reads one line of a session: one entry or, of a compression, one for each message that it leaves as well. Never throws. */
export function read(record: Json): Draft[] {
  if (!isObject(record)) return [emptyDraft('untyped', Flag.Unknown | Flag.Sidecar, null)];
  return entriesOf(record).map(readEntry);
}

/** The record of one entry of a line, as `read` numbers them; an empty one where there is none. */
export function part(record: JsonObject, at: number): JsonObject {
  return entriesOf(record)[at] ?? {};
}

type Fill = (draft: Draft, record: JsonObject) => void;

function readEntry(record: JsonObject): Draft {
  const type = asString(record.type);
  const draft = emptyDraft(type ?? 'untyped', 0, timeOf(record.timestamp));
  const fill = type === null ? undefined : READERS.get(type);
  draft.id = asString(record.uuid);
  draft.parent = asString(record.parentUuid);
  readFacts(draft, record);
  if (fill === undefined) draft.flags |= Flag.Unknown | Flag.Sidecar;
  else fill(draft, record);
  return draft;
}

const READERS: ReadonlyMap<string, Fill> = new Map<string, Fill>([
  ['user', readUser],
  ['assistant', readAnswer],
  ['tool_result', readResult],
  ['system', readSystem],
]);

const FACTS = [
  ['session', 'sessionId'],
  ['cwd', 'cwd'],
  ['writer', 'version'],
] as const;

function readFacts(draft: Draft, record: JsonObject): void {
  for (const [fact, field] of FACTS) {
    const value = asString(record[field]);
    if (value !== null) factsOf(draft)[fact] = value;
  }
  // A fork begins with copies of the records before it, under their ids.
  const forked = asString(asObject(record.forkedFrom)?.sessionId);
  if (forked !== null) factsOf(draft).forkedFrom = { session: forked };
}

/** A message of a history that a compression left: the first one is the summary. */
const isKept = (record: JsonObject): boolean => asNumber(record.kept) !== null;

const TITLE_CHARS = 120;
const PROMPT_CHARS = 2000;

function readUser(draft: Draft, record: JsonObject): void {
  measure(draft, record);
  Object.assign(draft, { kind: 'message', role: 'user' });
  draft.flags |= Flag.Sent;
  if (isKept(record)) {
    draft.label = record.kept === 1 ? 'summary' : 'kept';
    draft.flags |= Flag.Meta | (record.kept === 1 ? Flag.Summary : 0);
    return;
  }
  if (record.subtype === 'mid_turn_user_message') draft.flags |= Flag.Queued;
  if (!isAsked(record)) {
    draft.flags |= Flag.Meta;
    draft.label = asString(record.subtype) ?? asString(record.provenance) ?? '';
    return;
  }
  draft.flags |= Flag.Prompt;
  draft.hint = { prompt: wordsOf(record).slice(0, KNOWN_BY) };
  const text = asString(piecesOf(record)[0]?.text) ?? '';
  const title = oneLine(text, TITLE_CHARS);
  if (title !== '') Object.assign(factsOf(draft), { title, titleRank: 0, prompt: text.slice(0, PROMPT_CHARS) });
}

/** A person typed it, or it is what a sub-agent was started with. */
const isAsked = ({ provenance, isSidechain, parentUuid }: JsonObject): boolean =>
  provenance === 'real_user' || (isSidechain === true && provenance === undefined && parentUuid === null);

/** An answer is a step. */
function readAnswer(draft: Draft, record: JsonObject): void {
  measure(draft, record);
  Object.assign(draft, { kind: 'message', role: 'assistant' });
  draft.flags |= Flag.Sent;
  readCalls(draft, record);
  const pieces = piecesOf(record);
  if (pieces.length > 0 && pieces.every(isThought)) draft.flags |= Flag.Thinking;
  if (isKept(record)) {
    draft.label = draft.label === '' ? 'kept' : draft.label;
    draft.flags |= Flag.Meta;
    return;
  }
  draft.step = draft.id ?? UNNAMED;
  draft.model = asString(record.model);
  if (draft.model !== null) factsOf(draft).model = draft.model;
  draft.usage = usageOf(asObject(record.usageMetadata));
}

/** A request whose answer has no id of its own is one all the same. */
const UNNAMED = 'answer';

/** What was read from the cache is part of the input that is logged, and what was thought is part of the output. */
function usageOf(tokens: JsonObject | null): Usage | null {
  if (tokens === null) return null;
  const of = (name: string): number => Math.max(0, asNumber(tokens[name]) ?? 0);
  const cacheRead = Math.min(of('cachedContentTokenCount'), of('promptTokenCount'));
  const usage = { input: of('promptTokenCount') - cacheRead, output: of('candidatesTokenCount'), cacheRead, cacheWrite: 0 };
  return usage.input + usage.output + usage.cacheRead > 0 ? usage : null;
}

function readCalls(draft: Draft, record: JsonObject): void {
  const calls = callsOf(record).map(({ id, name, args }) => ({
    id: asString(id),
    name: asString(name) ?? 'tool',
    args: asObject(args) ?? {},
  }));
  if (calls.length === 0) return;
  draft.kind = 'tool_call';
  draft.label = calls.map(({ name }) => name).join(', ');
  draft.calls = calls.flatMap(({ id, name, args }) => (id === null ? [] : [{ id, name, ...promptIn(name, args) }]));
  const spawns = calls.flatMap(({ id, name, args }) =>
    id === null || !AGENTS.has(name) ? [] : [{ agent: `${asString(args.subagent_type) ?? USUAL}-${id}`, call: id }],
  );
  if (spawns.length > 0) factsOf(draft).spawns = spawns;
}

/** The tool that starts a sub-agent, as it is called and as it was before. The id of the agent is its type and the id of the call. */
const AGENTS: ReadonlySet<string> = new Set(['agent', 'task']);
const USUAL = 'general-purpose';

const promptIn = (name: string, { prompt }: JsonObject): { prompt?: string } =>
  AGENTS.has(name) && typeof prompt === 'string' ? { prompt: prompt.slice(0, PROMPT_CHARS) } : {};

function readResult(draft: Draft, record: JsonObject): void {
  measure(draft, record);
  const responses = responsesOf(record);
  const failed = asObject(record.toolCallResult)?.status === 'error' || responses.some((response) => answerOf(response).failed);
  Object.assign(draft, { kind: 'tool_result', role: 'tool', label: responses.map(({ name }) => asString(name) ?? 'tool').join(', ') });
  draft.flags |= Flag.Sent | (failed ? Flag.Failed : 0);
  draft.results = responses.flatMap(({ id }) => asString(id) ?? []);
}

/** What the program notes for itself; a compression puts another history in the place of the whole one. */
function readSystem(draft: Draft, record: JsonObject): void {
  const subtype = asString(record.subtype) ?? '';
  const payload = payloadOf(record);
  draft.kind = 'event';
  draft.flags |= Flag.Sidecar;
  draft.label = labelOf(subtype, payload);
  const [session, parent] = [asString(record.sessionId), asString(payload.parentSessionId)];
  if (subtype === 'parent_session' && session !== null && parent !== null)
    Object.assign(factsOf(draft), { agent: session, spawnedBy: parent });
  if (subtype !== COMPRESSION) return;
  const info = asObject(payload.info) ?? {};
  Object.assign(draft, { kind: 'system', role: 'system', logicalParent: draft.parent, flags: Flag.Boundary });
  draft.anchor = { name: 'compaction', type: 'compaction' };
  draft.compaction = {
    trigger: asString(info.triggerReason),
    preTokens: asNumber(info.originalTokenCount),
    postTokens: asNumber(info.newTokenCount),
    preserved: null,
    clearedCalls: [],
  };
}

const LABEL_CHARS = 120;

function labelOf(subtype: string, payload: JsonObject): string {
  if (subtype === COMPRESSION) return 'compression';
  const more = asString(asObject(payload.uiEvent)?.['event.name']) ?? asString(payload.rawCommand);
  return oneLine(more === null ? subtype : `${subtype} · ${more}`, LABEL_CHARS);
}

/** Characters of what a model reads; of media and of thoughts none. */
function measure(draft: Draft, record: JsonObject): void {
  for (const piece of piecesOf(record)) {
    const [call, response] = [callOf(piece), responseOf(piece)];
    if (call !== null) draft.chars += (asString(call.name)?.length ?? 0) + jsonChars(call.args ?? {});
    else if (response !== null) draft.chars += jsonChars(response.response ?? null);
    else if (piece.inlineData !== undefined || piece.fileData !== undefined) draft.flags |= Flag.Media;
    else if (!isThought(piece)) draft.chars += asString(piece.text)?.length ?? 0;
  }
}
