import type { Usage } from '../../../../shared/model/index.ts';
import { Flag } from '../../../../shared/model/vocabulary.ts';
import { emptyDraft, factsOf } from '../draft.ts';
import type { Draft } from '../format.ts';
import { asNumber, asObject, asString, isObject, jsonChars, oneLine } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import {
  answerOf,
  entriesOf,
  entryOf,
  hasAnswered,
  isAnswer,
  isBlanked,
  isMedia,
  partId,
  type RowEntry,
  saidIn,
  stateOf,
  wordsOf,
} from './record.ts';

/** Kinds of entries that change a history other than by growth. */
export const MESSAGE = 'message.updated';
export const REMOVED = 'message.removed';
export const SESSION = 'session';
export const BLANKED = 'output cleared';
/** The label of the part with which an answer begins. */
export const STEP = 'step-start';

/** What the first word of a label says of the state of a message. */
export const SUMMARY = 'summary';

/** Reads one row: one entry, or two where a tool has answered. Never throws. */
export function read(record: Json): Draft | Draft[] {
  if (!isObject(record)) return emptyDraft('untyped', Flag.Unknown | Flag.Sidecar, null);
  const exported = entriesOf(record);
  if (exported !== null)
    return exported
      .map((row) => readRow(row))
      .map((drafted) => (Array.isArray(drafted) ? drafted[0] : drafted))
      .filter(isDraft);
  return readRow(record);
}

const isDraft = (draft: Draft | undefined): draft is Draft => draft !== undefined;

function readRow(record: JsonObject): Draft | Draft[] {
  const said = saidIn(record);
  if (said.is === 'session') return readSession(said.info, said.time);
  if (said.is === 'message') return readMessage(said.info);
  if (said.is === 'part') return readPart(said.part, timeIn(said.part) ?? said.time, entryOf(record));
  if (said.is === 'removed') return Object.assign(emptyDraft(REMOVED, Flag.Sidecar, said.time), { label: said.id });
  return emptyDraft(said.type, Flag.Unknown | Flag.Sidecar, said.time);
}

const timeIn = (part: JsonObject): number | null => {
  const time = asObject(part.time) ?? asObject(stateOf(part).time);
  return asNumber(time?.end) ?? asNumber(time?.start);
};

const TITLE_CHARS = 120;
const PROMPT_CHARS = 2000;
/** What a session is called until it has a title. */
const UNTITLED = /^(?:New|Child) session - /;

function readSession(info: JsonObject, time: number | null): Draft {
  const draft = emptyDraft(SESSION, Flag.Sidecar, time);
  const [id, parent, cwd, title, version] = [info.id, info.parentID, info.directory, info.title, info.version].map(asString);
  const created = asNumber(asObject(info.time)?.created);
  draft.hint = { is: SESSION, created };
  const facts = factsOf(draft);
  if (id) facts.session = id;
  if (cwd) facts.cwd = cwd;
  if (version) facts.writer = version;
  if (title && !UNTITLED.test(title)) Object.assign(facts, { title: oneLine(title, TITLE_CHARS), titleRank: 2 });
  if (id && parent) Object.assign(facts, { agent: id, spawnedBy: parent });
  const revert = asObject(info.revert);
  const message = asString(revert?.messageID);
  if (message !== null) draft.label = `revert ${partId(message, asString(revert?.partID)) ?? message}`;
  return draft;
}

/** A state of a message; what it holds are its parts. */
function readMessage(info: JsonObject): Draft {
  const time = asObject(info.time);
  const draft = emptyDraft(MESSAGE, Flag.Sidecar, asNumber(time?.created));
  draft.id = asString(info.id);
  const user = info.role === 'user';
  const error = asString(asObject(info.error)?.name);
  const ended = asNumber(time?.completed) !== null || error !== null || typeof info.finish === 'string';
  draft.label = user ? 'user' : info.summary === true ? SUMMARY : 'assistant';
  draft.hint = { is: MESSAGE, id: draft.id, ended, created: draft.time };
  if (user) return draft;
  draft.role = 'assistant';
  draft.model = asString(info.modelID);
  if (draft.model !== null && info.summary !== true) factsOf(draft).model = draft.model;
  if (error !== null) readError(draft, error);
  else if (info.summary === true && ended && asNumber(time?.completed) !== null) readCompaction(draft, asString(info.parentID));
  return draft;
}

/** A request that failed may have nothing else that says so. */
function readError(draft: Draft, name: string): void {
  draft.label = `error ${name}`;
  draft.flags |= Flag.Failed;
  draft.step = draft.id;
}

/** From here on its summary takes the place of what was before the message that asked for it. */
function readCompaction(draft: Draft, asked: string | null): void {
  draft.label = `${SUMMARY} ${asked ?? ''}`;
  draft.flags |= Flag.Boundary;
  draft.anchor = { name: 'compaction', type: 'compaction' };
  draft.compaction = { trigger: null, preTokens: null, postTokens: null, preserved: null, clearedCalls: [] };
}

type Fill = (draft: Draft, part: JsonObject) => void;

const READERS: ReadonlyMap<string, Fill> = new Map<string, Fill>([
  ['text', readText],
  ['reasoning', readThought],
  ['file', readFile],
  ['compaction', readAsked],
  ['subtask', readAsked],
  [STEP, readStep],
  ['step-finish', readFinish],
  ...['snapshot', 'patch', 'agent', 'retry'].map((type) => [type, aside] as const),
]);

function readPart(part: JsonObject, time: number | null, entry: RowEntry): Draft | Draft[] {
  const type = asString(part.type) ?? 'untyped';
  const id = partId(asString(part.messageID), asString(part.id));
  const begin = (): Draft => Object.assign(emptyDraft(type, 0, time), { id, label: type, hint: { is: 'part', id } });
  if (type === 'tool') return readTool(part, begin, entry);
  const draft = begin();
  const fill = READERS.get(type);
  if (fill) fill(draft, part);
  else draft.flags |= Flag.Unknown | Flag.Sidecar;
  return draft;
}

const ofModel = (draft: Draft, part: JsonObject): void => {
  draft.step = asString(part.messageID);
};

function aside(draft: Draft, part: JsonObject): void {
  draft.flags |= Flag.Sidecar;
  draft.kind = 'event';
  if (part.type !== 'agent') ofModel(draft, part);
}

const sent = (draft: Draft, kind: string, role: Draft['role'], chars: number): void => {
  Object.assign(draft, { kind, role, chars, label: '' });
  draft.flags |= Flag.Sent;
};

/** What is empty, and what is marked so, is not sent. */
function readText(draft: Draft, part: JsonObject): void {
  const text = wordsOf(part);
  const answer = isAnswer(part);
  if (answer) ofModel(draft, part);
  sent(draft, 'message', answer ? 'assistant' : 'user', text.length);
  if (part.ignored === true || (answer ? text.trim() : text) === '') draft.flags = Flag.Sidecar;
  else if (part.synthetic === true) Object.assign(draft, { label: 'synthetic', flags: draft.flags | Flag.Meta });
  else if (!answer) readPrompt(draft, text);
}

function readPrompt(draft: Draft, text: string): void {
  draft.flags |= Flag.Prompt;
  const title = oneLine(text, TITLE_CHARS);
  if (title !== '') Object.assign(factsOf(draft), { title, titleRank: 0, prompt: text.slice(0, PROMPT_CHARS) });
}

function readThought(draft: Draft, part: JsonObject): void {
  const text = wordsOf(part);
  ofModel(draft, part);
  sent(draft, 'message', 'assistant', text.length);
  draft.flags |= Flag.Thinking;
  if (text.trim() === '') draft.flags = Flag.Sidecar | Flag.Thinking;
}

function readFile(draft: Draft, part: JsonObject): void {
  draft.label = asString(part.filename) ?? 'file';
  draft.flags |= isMedia(part) ? Flag.Media | Flag.Sent : Flag.Sidecar;
  Object.assign(draft, isMedia(part) ? { kind: 'message', role: 'user' } : { kind: 'event' });
}

/** The label of the request for a compaction is the first message that stays. */
function readAsked(draft: Draft, part: JsonObject): void {
  sent(draft, 'message', 'user', wordsOf(part).length);
  draft.flags |= Flag.Meta;
  draft.label = part.type === 'compaction' ? `compaction ${asString(part.tail_start_id) ?? ''}`.trim() : 'subtask';
}

function readStep(draft: Draft, part: JsonObject): void {
  aside(draft, part);
  draft.role = 'assistant';
}

/** What a request used; what the model thought is part of its output. */
function readFinish(draft: Draft, part: JsonObject): void {
  aside(draft, part);
  draft.usage = usageOf(asObject(part.tokens) ?? {});
  const cost = costOf(part);
  if (cost !== null) draft.cost = cost;
}

export function costOf(part: JsonObject): number | null {
  const cost = part.type === 'step-finish' ? asNumber(part.cost) : null;
  return cost !== null && cost > 0 ? cost : null;
}

function usageOf(tokens: JsonObject): Usage | null {
  const of = (value: Json | undefined): number => Math.max(0, asNumber(value) ?? 0);
  const cache = asObject(tokens.cache) ?? {};
  const [input, cacheRead, cacheWrite] = [of(tokens.input), of(cache.read), of(cache.write)];
  // Versions differ in whether thoughts are part of the output; the total tells.
  const output = Math.max(of(tokens.output), of(tokens.total) - input - cacheRead - cacheWrite);
  return input + output + cacheRead + cacheWrite > 0 ? { input, output, cacheRead, cacheWrite } : null;
}

function readTool(part: JsonObject, begin: () => Draft, entry: RowEntry): Draft | Draft[] {
  if (isBlanked(part) && entry !== 'call' && entry !== 'result') return readBlanked(begin(), part, entry);
  const call = begin();
  readCall(call, part);
  if (!hasAnswered(part)) return call;
  const result = begin();
  readResult(result, part);
  return entry === 'result' ? [result] : [call, result];
}

function readBlanked(draft: Draft, part: JsonObject, entry: RowEntry): Draft {
  if (entry === 'blank') draft.time = asNumber(asObject(stateOf(part).time)?.compacted);
  return Object.assign(draft, { kind: BLANKED, label: asString(part.tool) ?? 'tool', flags: Flag.Sidecar });
}

function readCall(draft: Draft, part: JsonObject): void {
  const { input = {}, metadata } = stateOf(part);
  const [id, name] = [asString(part.callID), asString(part.tool) ?? 'tool'];
  ofModel(draft, part);
  sent(draft, 'tool_call', 'assistant', name.length + jsonChars(input));
  draft.label = name;
  if (id === null) return;
  const prompt = name === 'task' ? asString(asObject(input)?.prompt) : null;
  draft.calls = [{ id, name, ...(prompt !== null && { prompt: prompt.slice(0, PROMPT_CHARS) }) }];
  const agent = name === 'task' ? asString(asObject(metadata)?.sessionId) : null;
  if (agent !== null) factsOf(draft).spawns = [{ agent, call: id }];
}

function readResult(draft: Draft, part: JsonObject): void {
  const id = asString(part.callID);
  ofModel(draft, part);
  sent(draft, 'tool_result', 'tool', answerOf(part).length);
  draft.label = asString(part.tool) ?? 'tool';
  if (stateOf(part).status === 'error') draft.flags |= Flag.Failed;
  if (Array.isArray(stateOf(part).attachments)) draft.flags |= Flag.Media;
  if (id !== null) draft.results = [id];
}
