import type { Role, Usage } from '../../../../shared/model/index.ts';
import { Flag } from '../../../../shared/model/vocabulary.ts';
import { emptyDraft, factsOf, NO_CALLS } from '../draft.ts';
import type { Bound, Draft, Json, JsonObject } from '../format.ts';
import { asList, asNumber, asObject, asString, asWord, isObject, jsonChars, oneLine } from '../json.ts';
import { type BubEntry, callsOf, entryOf, eventData, isFailure, messageText, runTime } from './entry.ts';
import { commandOf, said } from './loop.ts';

/**
 * Reads one entry of a Bub tape.
 *
 * There are no parents, and ids repeat, so a draft has neither. Its step is the run that it belongs to. An entry of an old writer
 * without a run: a call or an answer is a step of its own, since each was a request; anything else is outside of steps.
 */
export function read(record: Json): Draft {
  if (!isObject(record)) return emptyDraft('untyped', Flag.Unknown, null);
  const entry = entryOf(record);
  const draft = emptyDraft(entry.kind, entry.meta.context === false ? Flag.Excluded : 0, entry.time);
  draft.step = entry.run;
  const bound = boundOf(entry);
  if (bound !== null) {
    draft.bound = bound;
    draft.flags |= bound.at === 'turn' ? Flag.Turn : bound.at === 'opens' ? Flag.Request : 0;
  }
  readWriter(draft, record);
  const fill = READERS.get(entry.kind);
  if (fill) fill(draft, entry, record);
  else draft.flags |= Flag.Unknown;
  if (!entry.valid) draft.flags &= ~Flag.Sent;
  return draft;
}

/**
 * Bub opens each request with an event, and ends what it wrote of one with a `run` event; many requests may share one run id. A call of the
 * model that threw leaves its `loop.step` alone.
 */
function boundOf(entry: BubEntry): Bound | null {
  const { kind, run } = entry;
  const time = runTime(run);
  if (kind === 'system') return { at: 'begins', time };
  if (kind === 'loop') return entry.payload.status === 'start' ? { at: 'opens', time: null } : null;
  if (kind !== 'event') return null;
  const { name } = entry.payload;
  if (name === 'run') return run === null ? null : { at: 'ends', time };
  if (name === 'loop.start') return { at: 'turn', time: null };
  if (name === 'loop.step.start') return { at: 'opens', time: null };
  if (name === 'loop.step.error') return { at: 'ends', time: null };
  if (name !== 'loop.step') return null;
  const { status } = eventData(entry);
  if (status === 'start') return { at: 'opens', time: null };
  return typeof status === 'string' && FAILED.has(status) ? { at: 'ends', time: null } : null;
}

/** How `loop.step` ends where the request failed; after `auto_handoff` the loop asks again, from a new anchor. */
const FAILED: ReadonlySet<string> = new Set(['error', 'auto_handoff']);

const READERS: ReadonlyMap<string, (draft: Draft, entry: BubEntry, record: JsonObject) => void> = new Map([
  ['message', readMessage],
  ['system', readSystem],
  ['tool_call', readCalls],
  ['tool_result', readResults],
  ['error', readError],
  ['anchor', readAnchor],
  ['event', readEvent],
  ['loop', readLoop],
  ['command', readCommand],
]);

/** The time field tells the writer; entries without one tell nothing. */
function readWriter(draft: Draft, record: JsonObject): void {
  if (typeof record.date === 'string') factsOf(draft).writer = '0.3 or later';
  else if (typeof record.timestamp === 'number') factsOf(draft).writer = '0.2.3';
}

const send = (draft: Draft): void => {
  if ((draft.flags & Flag.Excluded) === 0) draft.flags |= Flag.Sent;
};

/** Keeps entries of old writers apart: their ids may repeat, but not together with time and length. */
const ownStep = (draft: Draft, record: JsonObject): string => `entry ${asWord(record.id)} ${draft.time} ${draft.chars}`;

const ROLES: ReadonlyMap<string, Role> = new Map([
  ['system', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['tool', 'tool'],
]);

function readMessage(draft: Draft, entry: BubEntry, record: JsonObject): void {
  const { role, content } = entry.payload;
  draft.role = (typeof role === 'string' ? ROLES.get(role) : undefined) ?? null;
  const text = messageText(content);
  draft.chars = text.length;
  send(draft);
  if (hasPicture(content)) draft.flags |= Flag.Media;
  if (draft.role === 'user') readUser(draft, text);
  else if (draft.role === 'assistant') draft.step ??= ownStep(draft, record);
}

const hasPicture = (content: Json | undefined): boolean => asList(content).some((part) => asObject(part)?.type === 'image_url');

/** A user entry within a step was written after the answer began, but it is the step's prompt (A4). */
function readUser(draft: Draft, text: string): void {
  draft.flags |= Flag.StepPrompt;
  if (isSynthetic(text)) {
    draft.flags |= Flag.Meta;
    return;
  }
  draft.flags |= Flag.Prompt;
  const words = said(text);
  setTitle(draft, words, words.trimStart().startsWith(',') ? COMMAND_TITLE : PROMPT_TITLE);
}

/** Prompts that Bub writes to itself, from the second step on. */
const isSynthetic = (text: string): boolean =>
  text.startsWith('Continue the task.') ||
  text.startsWith('Continue the task until all targets are completed.') ||
  text.startsWith('<command name=');

const PROMPT_TITLE = 0;
const COMMAND_TITLE = -1;

function setTitle(draft: Draft, text: string, rank: number): void {
  const title = oneLine(text, 120);
  if (title === '') return;
  const facts = factsOf(draft);
  facts.title = title;
  facts.titleRank = rank;
}

function readSystem(draft: Draft, entry: BubEntry): void {
  draft.role = 'system';
  draft.chars = messageText(entry.payload.content).length;
  send(draft);
  draft.flags |= Flag.StepPrompt;
}

function readCalls(draft: Draft, entry: BubEntry, record: JsonObject): void {
  const calls = callsOf(entry);
  draft.role = 'assistant';
  draft.calls = calls.length === 0 ? NO_CALLS : calls.map(({ id, name }) => ({ id, name }));
  draft.label = calls.map((call) => call.name).join(', ');
  draft.chars = calls.reduce((sum, call) => sum + call.name.length + call.input.length, 0);
  draft.step ??= ownStep(draft, record);
  send(draft);
}

/** Results have no ids; whoever pairs them does so by place with the pending calls of the run. */
function readResults(draft: Draft, entry: BubEntry): void {
  const results = asList(entry.payload.results);
  draft.positional = results.length;
  draft.role = 'tool';
  draft.chars = results.reduce<number>((sum, result) => sum + (typeof result === 'string' ? result.length : jsonChars(result)), 0);
  if (results.some(isFailure)) draft.flags |= Flag.Failed;
  send(draft);
}

function readError(draft: Draft, entry: BubEntry): void {
  draft.role = 'system';
  draft.label = asString(entry.payload.kind) ?? '';
  draft.flags |= Flag.Failed;
}

/** Whether an anchor reaches the model is a matter of the slice, not of the anchor (A5), so it is not marked as sent. */
function readAnchor(draft: Draft, entry: BubEntry): void {
  const name = asString(entry.payload.name) ?? '';
  const state = asObject(entry.payload.state);
  draft.role = 'system';
  draft.label = name;
  draft.anchor = { name, type: 'anchor' };
  draft.chars = name.length + (state === null ? 0 : jsonChars(state));
  const archived = asString(state?.archived);
  if (archived !== null) factsOf(draft).archived = archived;
}

function readEvent(draft: Draft, entry: BubEntry): void {
  const data = eventData(entry);
  draft.label = asString(entry.payload.name) ?? '';
  if (data.status === 'error' || data.status === 'auto_handoff' || draft.label === 'loop.step.error') draft.flags |= Flag.Failed;
  EVENTS.get(draft.label)?.(draft, data);
}

const EVENTS: ReadonlyMap<string, (draft: Draft, data: JsonObject) => void> = new Map([
  ['run', readRun],
  ['loop.start', readModel],
  ['loop.step.start', readOpening],
  ['model_switch', readModel],
  ['command', (draft: Draft, data: JsonObject) => setTitle(draft, commandOf(data), COMMAND_TITLE)],
]);

function readModel(draft: Draft, data: JsonObject): void {
  draft.model = asString(data.model);
  if (draft.model !== null) factsOf(draft).model = draft.model;
}

/** The prompt as it was sent, pictures included (since 0.3.1). */
function readOpening(draft: Draft, data: JsonObject): void {
  readModel(draft, data);
  draft.chars = messageText(data.prompt).length;
  if (hasPicture(data.prompt)) draft.flags |= Flag.Media;
}

function readRun(draft: Draft, data: JsonObject): void {
  readModel(draft, data);
  const usage = asObject(data.usage);
  if (usage !== null) draft.usage = readUsage(usage);
}

/**
 * OpenAI counts cached tokens into the prompt, some providers count them next to it: then the cached ones are more than the prompt, or
 * the total says so.
 */
export function readUsage(usage: JsonObject): Usage {
  const prompt = asNumber(usage.prompt_tokens) ?? asNumber(usage.input_tokens) ?? 0;
  const output = asNumber(usage.completion_tokens) ?? asNumber(usage.output_tokens) ?? 0;
  const details = asObject(usage.prompt_tokens_details) ?? asObject(usage.input_tokens_details);
  const cacheRead = asNumber(details?.cached_tokens) ?? 0;
  const beside = cacheRead > prompt || (cacheRead > 0 && asNumber(usage.total_tokens) === prompt + output + cacheRead);
  return { input: beside ? prompt : prompt - cacheRead, output, cacheRead, cacheWrite: 0 };
}

/** Kinds of the first days of Bub (6607b5c), before they became events. */
function readLoop(draft: Draft, entry: BubEntry): void {
  draft.label = asString(entry.payload.status) ?? '';
  if (entry.payload.status === 'error') draft.flags |= Flag.Failed;
}

function readCommand(draft: Draft, entry: BubEntry): void {
  const { name, status, exit_code: exit } = entry.payload;
  draft.label = asString(name) ?? '';
  if (status === 'error' || (typeof exit === 'number' && exit !== 0)) draft.flags |= Flag.Failed;
}
