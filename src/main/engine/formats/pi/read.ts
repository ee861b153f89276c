import { Flag } from '../../../../shared/model/vocabulary.ts';
import { emptyDraft, factsOf, NO_CALLS, NO_RESULTS } from '../draft.ts';
import type { Draft } from '../format.ts';
import { asNumber, asObject, asString, isObject, jsonChars, oneLine, timeOf } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import { editLabel } from './edit.ts';
import { sessionOf } from './locate.ts';
import { isDropped, messageOf, piecesOf, saidBy, textOf } from './said.ts';

/** Reads one record of a pi session, of version 1 (a list without ids) to 3 (a tree). */
export function read(record: Json): Draft {
  if (!isObject(record)) return emptyDraft('untyped', Flag.Unknown | Flag.Sidecar, null);
  const type = asString(record.type);
  const draft = emptyDraft(type ?? 'untyped', 0, timeOf(record.timestamp));
  const fill = type === null ? undefined : READERS.get(type);
  // The header has the id of the session, which is not a node of the tree.
  if (type !== 'session') {
    draft.id = asString(record.id);
    draft.parent = asString(record.parentId);
  }
  if (fill === undefined) draft.flags |= Flag.Unknown | Flag.Sidecar;
  else fill(draft, record);
  return draft;
}

type Fill = (draft: Draft, record: JsonObject) => void;

/** Bookkeeping that is a node of the tree all the same, with what a list shows of it. */
const aside =
  (label: (record: JsonObject) => string | null): Fill =>
  (draft, record) => {
    draft.flags |= Flag.Sidecar;
    draft.label = oneLine(label(record) ?? '', 120);
  };

const READERS: ReadonlyMap<string, Fill> = new Map<string, Fill>([
  ['session', readHeader],
  ['message', readMessage],
  ['custom_message', readCustomMessage],
  ['branch_summary', readBranchSummary],
  ['compaction', readCompaction],
  ['context_edit', readEdit],
  ['label', aside(({ label }) => asString(label))],
  ['session_info', readInfo],
  ['model_change', aside(({ modelId }) => asString(modelId))],
  ['thinking_level_change', aside(({ thinkingLevel }) => asString(thinkingLevel))],
  ['usage', readAside],
  ['custom', aside(({ customType }) => asString(customType))],
]);

/** What a request used that is not an answer, such as one that keeps a cache warm. */
function readAside(draft: Draft, record: JsonObject): void {
  aside(({ kind }) => asString(kind))(draft, record);
  readUsage(draft, record.usage);
  readCost(draft, record);
}

/** Types that some version of pi writes. */
export function isKnownType(type: string): boolean {
  return READERS.has(type);
}

/** Ranks of titles; see `Facts.titleRank`. */
const RANK = { name: 4, prompt: 0 };
const TITLE_CHARS = 120;
const PROMPT_CHARS = 2000;

function readHeader(draft: Draft, record: JsonObject): void {
  draft.flags |= Flag.Sidecar;
  draft.label = `version ${asNumber(record.version) ?? 1}`;
  const [session, cwd, model] = [asString(record.id), asString(record.cwd), asString(record.modelId)];
  const facts = factsOf(draft);
  if (session !== null) facts.session = session;
  if (cwd !== null) facts.cwd = cwd;
  if (model !== null) facts.model = model;
  const source = asString(record.parentSession) ?? asString(record.branchedFrom);
  if (source === null) return;
  const from = sessionOf(source);
  facts.forkedFrom = { file: source, ...(from !== undefined && { session: from }) };
  draft.hint = COPIES;
}

/** The beginning of this session may be copied from another one. */
export const COPIES = 'copies';

/** An empty name takes the name away, which no later title can do here: the prompt stays the title where there never was one. */
function readInfo(draft: Draft, record: JsonObject): void {
  draft.flags |= Flag.Sidecar;
  draft.label = oneLine(asString(record.name) ?? '', TITLE_CHARS);
  if (draft.label !== '') Object.assign(factsOf(draft), { title: draft.label, titleRank: RANK.name });
}

/** Characters of all that a record puts before a model. */
function measure(draft: Draft, record: JsonObject): void {
  for (const said of saidBy(record)) {
    if (said.role === 'system') {
      draft.chars += said.text.length + jsonChars(said.added);
      for (const [, text] of said.sections) draft.chars += text?.length ?? 0;
    } else if (typeof said.content === 'string') draft.chars += said.content.length;
    else for (const piece of said.content) measurePiece(draft, piece);
  }
}

function measurePiece(draft: Draft, piece: JsonObject): void {
  if (piece.type === 'text') draft.chars += asString(piece.text)?.length ?? 0;
  else if (piece.type === 'thinking') draft.chars += asString(piece.thinking)?.length ?? 0;
  else if (piece.type === 'image') draft.flags |= Flag.Media;
  else if (piece.type === 'toolCall') draft.chars += (asString(piece.name)?.length ?? 0) + jsonChars(piece.arguments ?? {});
}

const sent = (draft: Draft, record: JsonObject, flags = 0): void => {
  draft.flags |= Flag.Sent | flags;
  measure(draft, record);
};

/** It weighs what it puts in the place of an entry. */
function readEdit(draft: Draft, record: JsonObject): void {
  draft.flags |= Flag.Sidecar;
  draft.label = editLabel(record);
  for (const piece of piecesOf(asObject(record.replacement)?.content)) measurePiece(draft, piece);
}

function readMessage(draft: Draft, record: JsonObject): void {
  const message = messageOf(record);
  const role = asString(message?.role);
  draft.kind = 'message';
  const fill = role === null ? undefined : ROLES.get(role);
  if (message === null || fill === undefined) {
    draft.flags |= Flag.Unknown | Flag.Sidecar;
    draft.label = role ?? '';
  } else fill(draft, record, message);
}

const ROLES: ReadonlyMap<string, (draft: Draft, record: JsonObject, message: JsonObject) => void> = new Map([
  ['system', readSystem],
  ['user', readUser],
  ['custom', readCustom],
  ['assistant', readAssistant],
  ['toolResult', readResult],
  ['bashExecution', readCommand],
]);

/** An entry with the prompt and the tools, or with a change of them. */
export const SYSTEM = 'system prompt';

function readSystem(draft: Draft, record: JsonObject): void {
  draft.kind = 'system';
  draft.role = 'system';
  draft.label = SYSTEM;
  sent(draft, record);
}

function readUser(draft: Draft, record: JsonObject, message: JsonObject): void {
  draft.role = 'user';
  sent(draft, record, Flag.Prompt);
  const text = textOf(message.content);
  const title = oneLine(text, TITLE_CHARS);
  if (title !== '') Object.assign(factsOf(draft), { title, titleRank: RANK.prompt, prompt: text.slice(0, PROMPT_CHARS) });
}

function readCustom(draft: Draft, record: JsonObject, message: JsonObject): void {
  draft.role = 'user';
  draft.label = asString(message.customType) ?? '';
  sent(draft, record, Flag.Meta);
}

/** A message that an extension put before the model. */
function readCustomMessage(draft: Draft, record: JsonObject): void {
  draft.kind = 'message';
  readCustom(draft, record, record);
}

function readCommand(draft: Draft, record: JsonObject, message: JsonObject): void {
  draft.role = 'user';
  draft.label = '!';
  if (message.excludeFromContext === true) draft.flags |= Flag.Excluded | Flag.Meta;
  else sent(draft, record, Flag.Meta);
  if (typeof message.exitCode === 'number' && message.exitCode !== 0) draft.label = '! failed';
}

function readResult(draft: Draft, record: JsonObject, message: JsonObject): void {
  draft.kind = 'tool_result';
  draft.role = 'tool';
  draft.label = asString(message.toolName) ?? '';
  sent(draft, record, message.isError === true ? Flag.Failed : 0);
  const call = asString(message.toolCallId);
  if (call !== null) draft.results = [call];
}

function readBranchSummary(draft: Draft, record: JsonObject): void {
  draft.role = 'user';
  draft.label = 'branch summary';
  readUsage(draft, record.usage);
  readCost(draft, record);
  sent(draft, record, Flag.Summary);
}

/** An answer is a step: pi writes one record for each request that was answered. The message has the time of the request, the record that of the answer. */
function readAssistant(draft: Draft, record: JsonObject, message: JsonObject): void {
  draft.role = 'assistant';
  draft.step = draft.id ?? UNNAMED;
  draft.bound = { at: 'begins', time: timeOf(message.timestamp) };
  draft.model = asString(message.model);
  if (draft.model !== null) factsOf(draft).model = draft.model;
  readUsage(draft, message.usage);
  readCost(draft, record);
  readAnswer(draft, piecesOf(message.content));
  if (isDropped(message)) {
    measure(draft, record);
    draft.flags |= Flag.Excluded;
    draft.label = oneLine(asString(message.errorMessage) ?? asString(message.stopReason) ?? '', 120);
    if (message.stopReason === 'error') {
      draft.kind = 'error';
      draft.flags |= Flag.Failed;
    }
  } else sent(draft, record);
}

/** What a request cost in dollars, by the prices that pi knew; nothing of one that failed before it began. */
export function costOf(record: JsonObject): number | null {
  const usage = asObject(asObject(record.message)?.usage) ?? asObject(record.usage);
  return asNumber(asObject(usage?.cost)?.total) || null;
}

function readCost(draft: Draft, record: JsonObject): void {
  const cost = costOf(record);
  if (cost !== null) draft.cost = cost;
}

/** Answers of version 1 have no id, but each is still a step. */
const UNNAMED = 'answer';

export function readUsage(draft: Draft, recorded: Json | undefined): void {
  const usage = asObject(recorded);
  if (usage === null) return;
  const of = (name: string): number => asNumber(usage[name]) ?? 0;
  const read = { input: of('input'), output: of('output'), cacheRead: of('cacheRead'), cacheWrite: of('cacheWrite') };
  // Providers that report nothing leave zeros, and so does an answer that failed before it began.
  if (read.input + read.output + read.cacheRead + read.cacheWrite > 0) draft.usage = read;
}

function readAnswer(draft: Draft, content: readonly JsonObject[]): void {
  const calls = content.filter(({ type }) => type === 'toolCall');
  if (content.length > 0 && content.every(({ type }) => type === 'thinking')) draft.flags |= Flag.Thinking;
  if (calls.length === 0) return;
  draft.kind = 'tool_call';
  draft.label = calls.map(({ name }) => asString(name) ?? 'tool').join(', ');
  const named = calls.flatMap(({ id, name }) => (typeof id === 'string' ? [{ id, name: asString(name) ?? 'tool' }] : []));
  draft.calls = named.length === 0 ? NO_CALLS : named;
  draft.results = NO_RESULTS;
}

/**
 * A compaction holds its own summary and is a node of the tree below what it compacted. It keeps the entries from one on, named by id or, in
 * version 1, by its place in the file; one that names itself keeps none.
 */
function readCompaction(draft: Draft, record: JsonObject): void {
  const from = asString(record.firstKeptEntryId) ?? placeOf(record.firstKeptEntryIndex);
  draft.kind = 'system';
  draft.role = 'user';
  draft.label = record.systemMessage === undefined ? 'compaction' : COMPACTION;
  readUsage(draft, record.usage);
  readCost(draft, record);
  sent(draft, record, Flag.Boundary | Flag.Summary);
  draft.logicalParent = draft.parent;
  draft.anchor = { name: 'compaction', type: 'compaction' };
  draft.compaction = {
    trigger: record.fromHook === true ? 'extension' : null,
    preTokens: asNumber(record.tokensBefore),
    postTokens: null,
    preserved: from === null || from === draft.id ? null : { from },
    clearedCalls: [],
  };
}

/** One that holds the prompt and the tools too. */
export const COMPACTION = 'compaction with system prompt';

/** Places in the file count from 0, entries from 1. */
const placeOf = (index: Json | undefined): number | null => {
  const place = asNumber(index);
  return place === null ? null : place + 1;
};
