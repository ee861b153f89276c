import type { Usage } from '../../../../shared/model/index.ts';
import { Flag } from '../../../../shared/model/vocabulary.ts';
import { emptyDraft, factsOf } from '../draft.ts';
import type { Draft } from '../format.ts';
import { asList, asNumber, asObject, asString, isObject, jsonChars, oneLine, timeOf } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import type { Hint } from './hint.ts';
import { answerOf, callsOf, entriesOf, idOf, isSummary, listOf, piecesOf, responseOf, wordsOf } from './record.ts';

/** Reads one line of a chat: one entry or, where it holds results of tools or a whole list, several. Never throws. */
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
  if (type === null) return readBookkeeping(record);
  const draft = emptyDraft('message', 0, timeOf(record.timestamp));
  draft.id = idOf(record.id);
  const fill = READERS.get(type);
  if (fill) fill(draft, record);
  else Object.assign(draft, { kind: type, flags: Flag.Unknown | Flag.Sidecar });
  return draft;
}

const aside =
  (kind: string, flags: number): Fill =>
  (draft, record) => {
    const folder = FOLDER.exec(wordsOf(record))?.[1];
    Object.assign(draft, { kind, label: asString(record.type) ?? '', flags: Flag.Sidecar | flags });
    if (folder !== undefined) factsOf(draft).cwd = folder;
  };

/** How a chat names the folders that it is about. */
const FOLDER = /(?:Workspace Directories:\**|workspace directories:)\s*- (.+)/;

const READERS: ReadonlyMap<string, Fill> = new Map<string, Fill>([
  ['user', readUser],
  ['gemini', readAnswer],
  ['info', aside('event', 0)],
  ['warning', aside('event', 0)],
  ['error', aside('error', Flag.Failed)],
]);

/** What the entry is called at which a person went back. */
const REWIND = 'rewind';
/** What a record is that puts another list in the place of the whole history. */
export const HISTORY = 'history';

/** Lines that are not messages. */
function readBookkeeping(record: JsonObject): Draft {
  const draft = emptyDraft('untyped', Flag.Sidecar, null);
  const to = asString(record.$rewindTo);
  if (to !== null) Object.assign(draft, { kind: 'anchor', label: to, anchor: { name: REWIND, type: 'anchor' } });
  else if (listOf(record) !== null) readList(draft, record);
  else if (isObject(record.$set))
    Object.assign(draft, { kind: 'event', label: Object.keys(record.$set).join(', '), time: timeOf(record.$set.lastUpdated) });
  else if (typeof record.sessionId === 'string') readHeader(draft, record);
  else draft.flags |= Flag.Unknown;
  return draft;
}

function readHeader(draft: Draft, record: JsonObject): void {
  const [session, folder, kind] = [idOf(record.sessionId), asString(asList(record.directories)[0]), asString(record.kind)];
  Object.assign(draft, { kind: 'session', label: kind ?? '', time: timeOf(record.startTime) });
  const facts = factsOf(draft);
  if (folder !== null) facts.cwd = folder;
  if (session === null) return;
  if (kind === 'subagent') facts.agent = session;
  else facts.session = session;
}

/** One with a new summary is a compaction. */
function readList(draft: Draft, record: JsonObject): void {
  const summary = asNumber(record.summary);
  Object.assign(draft, { kind: HISTORY, label: `${asNumber(record.holds) ?? 0}`, hint: { is: 'list', summary } satisfies Hint });
  if (summary === null) return;
  draft.flags |= Flag.Boundary;
  draft.anchor = { name: 'compaction', type: 'compaction' };
  draft.compaction = { trigger: null, preTokens: null, postTokens: null, preserved: null, clearedCalls: [] };
}

/** Words that the program says in the user's name, and what they are called. */
const INJECTED: readonly (readonly [RegExp, string])[] = [
  [/^\s*<session_context>/, 'session context'],
  [/^I ran the following shell command:/, 'shell command'],
];
const TITLE_CHARS = 120;
const PROMPT_CHARS = 2000;

function readUser(draft: Draft, record: JsonObject): void {
  measure(draft, piecesOf(record));
  const responses = piecesOf(record)
    .map(responseOf)
    .filter((response) => response !== null);
  if (responses.length > 0) readResult(draft, record, responses);
  else readWords(draft, record);
}

function readWords(draft: Draft, record: JsonObject): void {
  draft.role = 'user';
  draft.flags |= Flag.Sent;
  const text = wordsOf(record);
  const label = isSummary(record) ? 'summary' : INJECTED.find(([words]) => words.test(text))?.[1];
  if (label !== undefined) {
    draft.label = label;
    draft.flags |= Flag.Meta | (label === 'summary' ? Flag.Summary : 0);
    const folder = FOLDER.exec(text)?.[1];
    if (folder !== undefined) factsOf(draft).cwd = folder;
    return;
  }
  draft.flags |= Flag.Prompt;
  const typed = promptOf(record);
  if (typed !== '')
    Object.assign(factsOf(draft), { title: oneLine(typed, TITLE_CHARS), titleRank: 0, prompt: typed.slice(0, PROMPT_CHARS) });
}

/** What a person typed: without files that were put after it, and without the project that comes before the task of a sub-agent. */
function promptOf(record: JsonObject): string {
  const shown = piecesOf({ content: record.displayContent ?? record.content ?? null }).flatMap(({ text }) => asString(text) ?? []);
  return shown.find((text) => !/^\s*</.test(text)) ?? shown[0] ?? '';
}

function readResult(draft: Draft, record: JsonObject, responses: readonly JsonObject[]): void {
  const failed = record.status === 'error' || responses.some((response) => answerOf(response).failed);
  draft.kind = 'tool_result';
  draft.role = 'tool';
  draft.label = responses.map(({ name }) => asString(name) ?? 'tool').join(', ');
  draft.flags |= Flag.Sent | (failed ? Flag.Failed : 0);
  draft.results = responses.flatMap(({ id }) => asString(id) ?? []);
  draft.hint = { is: 'result', within: record.within === true, call: draft.results[0] ?? null } satisfies Hint;
}

/** An answer is a step. Its line is written again once its tools have answered; in a list that replaces another it is a copy. */
function readAnswer(draft: Draft, record: JsonObject): void {
  draft.role = 'assistant';
  draft.flags |= Flag.Sent;
  draft.model = asString(record.model);
  if (draft.model !== null) factsOf(draft).model = draft.model;
  measure(draft, piecesOf(record));
  readCalls(draft, callsOf(record));
  const usage = usageOf(asObject(record.tokens));
  draft.hint = { is: 'answer', id: draft.id, listed: record.listed === true, usage } satisfies Hint;
  if (record.listed === true || (usage === null && draft.model === null)) return;
  draft.step = draft.id ?? UNNAMED;
  draft.usage = usage;
}

/** A request whose answer has no id of its own is one all the same. */
const UNNAMED = 'answer';

/** What was read from the cache is part of the input that is logged; what was thought is not part of the output. */
function usageOf(tokens: JsonObject | null): Usage | null {
  if (tokens === null) return null;
  const of = (name: string): number => Math.max(0, asNumber(tokens[name]) ?? 0);
  const cacheRead = Math.min(of('cached'), of('input'));
  const usage = { input: of('input') - cacheRead + of('tool'), output: of('output') + of('thoughts'), cacheRead, cacheWrite: 0 };
  return usage.input + usage.output + usage.cacheRead > 0 ? usage : null;
}

function readCalls(draft: Draft, calls: readonly JsonObject[]): void {
  if (calls.length === 0) return;
  const named = calls.map((call) => ({ call, id: asString(call.id), name: asString(call.name) ?? 'tool' }));
  draft.kind = 'tool_call';
  draft.label = named.map(({ name }) => name).join(', ');
  draft.calls = named.flatMap(({ call, id, name }) => (id === null ? [] : [{ id, name, ...promptIn(call) }]));
  for (const { call, name } of named) draft.chars += name.length + jsonChars(call.args ?? {});
  const spawns = named.flatMap(({ call, id }) => {
    const agent = idOf(call.agentId);
    return id === null || agent === null ? [] : [{ agent, call: id }];
  });
  if (spawns.length > 0) factsOf(draft).spawns = spawns;
}

const promptIn = (call: JsonObject): { prompt?: string } => {
  const prompt = call.name === 'invoke_agent' ? asString(asObject(call.args)?.prompt) : null;
  return prompt === null ? {} : { prompt: prompt.slice(0, PROMPT_CHARS) };
};

/** Characters of what a model reads; of media none. */
function measure(draft: Draft, pieces: readonly JsonObject[]): void {
  for (const piece of pieces) {
    const response = responseOf(piece);
    if (response !== null) draft.chars += jsonChars(response.response ?? null);
    else if (piece.inlineData !== undefined || piece.fileData !== undefined) draft.flags |= Flag.Media;
    else if (piece.thought !== true) draft.chars += asString(piece.text)?.length ?? 0;
  }
}
