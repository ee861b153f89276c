import { Flag } from '../../../../shared/model/vocabulary.ts';
import { emptyDraft, factsOf, NO_CALLS, NO_RESULTS } from '../draft.ts';
import type { Draft, Json, JsonObject } from '../format.ts';
import { asNumber, asObject, asString, isObject, jsonChars, timeOf } from '../json.ts';
import { OWN_TYPE } from '../own.ts';
import { attachmentMessages, queuedText } from './attachments.ts';
import { cacheTold } from './cache.ts';
import { commandOf } from './commands.ts';
import { calledWith, contentOf, firstText, isMedia, measureResult } from './content.ts';
import { readFacts, readNotification, readTitle } from './facts.ts';
import { isNotification, writtenBy } from './prompts.ts';
import { isRequestKind, readRequestRecord } from './request-read.ts';
import { readSystem } from './system.ts';
import { versionOf } from './version.ts';

/** Reads one Claude Code record. The hot path of every import: fields are read once, nothing is copied. */
export function read(record: Json): Draft {
  if (!isObject(record)) return emptyDraft('untyped', Flag.Unknown | Flag.Sidecar, null);
  const type = asString(record.type);
  const draft = envelope(record, type ?? 'untyped');
  const fill = type === null ? undefined : READERS.get(type);
  if (fill !== undefined) fill(draft, record);
  else if (type === null || !SIDECARS.has(type)) draft.flags |= Flag.Unknown;
  else readSidecar(draft, record, type);
  if (draft.id === null) draft.flags = (draft.flags | Flag.Sidecar) & ~Flag.Sent;
  return draft;
}

const READERS: ReadonlyMap<string, (draft: Draft, record: JsonObject) => void> = new Map([
  ['user', readUser],
  ['assistant', readAssistant],
  ['system', readSystem],
  ['progress', readProgress],
  ['attachment', readAttachment],
  ['queue-operation', readQueueOperation],
  ['api-request', readRequestRecord],
  ['api-request-shape', readRequestRecord],
  ['api-request-blob', readRequestRecord],
]);

/** Known types without a uuid, with the field that names what they are about, if a label can show it. */
const SIDECARS: ReadonlyMap<string, string | null> = new Map([
  ['file-history-snapshot', null],
  ['queue-operation', null],
  ['last-prompt', null],
  ['permission-mode', 'permissionMode'],
  ['mode', 'mode'],
  ['ai-title', null],
  ['custom-title', null],
  ['agent-name', null],
  ['agent-color', 'agentColor'],
  ['summary', null],
  ['pr-link', 'prRepository'],
  ['bridge-session', null],
  ['frame-link', null],
  ['atis-latch', null],
  ['cost-state', null],
  ['tools-used', null],
  ['fork-context-ref', null],
  ['api-request-resumed', null],
  [OWN_TYPE, 'op'],
]);

/** Types of records that are bookkeeping of the session, as far as any version is known to write them. */
export function isKnownSidecar(type: string): boolean {
  return SIDECARS.has(type) || isRequestKind(type);
}

/** What all records share: ids, time, the flags of the envelope, facts. */
function envelope(record: JsonObject, kind: string): Draft {
  let flags = 0;
  if (record.isSidechain === true) flags |= Flag.Sidechain;
  if (record.isMeta === true) flags |= Flag.Meta;
  if (record.isVisibleInTranscriptOnly === true && record.isCompactSummary !== true) flags |= Flag.Excluded;
  const draft = emptyDraft(kind, flags, timeOf(record.timestamp));
  draft.id = asString(record.uuid);
  draft.parent = asString(record.parentUuid);
  draft.logicalParent = asString(record.logicalParentUuid);
  draft.facts = readFacts(record);
  return draft;
}

const sentUnlessExcluded = (draft: Draft): number => ((draft.flags & Flag.Excluded) === 0 ? Flag.Sent : 0);

function readUser(draft: Draft, record: JsonObject): void {
  draft.kind = 'message';
  draft.role = 'user';
  draft.flags |= sentUnlessExcluded(draft);
  if (record.isCompactSummary === true) draft.flags |= Flag.Summary;
  readUserContent(draft, contentOf(record));
  if (draft.results.length > 0 || draft.kind === 'tool_result') readResult(draft, record);
  else readPrompt(draft, record);
}

function readUserContent(draft: Draft, content: string | Json[]): void {
  if (typeof content === 'string') {
    draft.chars = content.length;
    return;
  }
  for (const block of content) {
    if (typeof block === 'string') draft.chars += block.length;
    else if (isObject(block)) readUserBlock(draft, block);
  }
}

function readUserBlock(draft: Draft, block: JsonObject): void {
  if (block.type === 'text') draft.chars += asString(block.text)?.length ?? 0;
  else if (block.type === 'tool_result') readResultBlock(draft, block);
  else if (isMedia(block)) draft.flags |= Flag.Media;
  else draft.chars += jsonChars(block);
}

function readResultBlock(draft: Draft, block: JsonObject): void {
  draft.kind = 'tool_result';
  draft.role = 'tool';
  const { chars, media } = measureResult(block.content);
  draft.chars += chars;
  if (media) draft.flags |= Flag.Media;
  if (block.is_error === true) draft.flags |= Flag.Failed;
  const id = asString(block.tool_use_id);
  if (id === null) return;
  if (draft.results === NO_RESULTS) draft.results = [id];
  else draft.results.push(id);
}

/** A tool_result record that a sub-agent answered names it: its id and the call belong together. */
function readResult(draft: Draft, record: JsonObject): void {
  const result = record.toolUseResult;
  const [call] = draft.results;
  if (call === undefined || typeof result !== 'object' || result === null || Array.isArray(result)) return;
  const agent = asString(result.agentId);
  if (agent !== null) factsOf(draft).spawns = [{ agent, call }];
}

function readPrompt(draft: Draft, record: JsonObject): void {
  const text = firstText(record);
  if (isNotification(record, text)) {
    draft.flags |= Flag.Notification;
    readNotification(draft, text);
    return;
  }
  const author = writtenBy(record, text);
  if (author === 'person') draft.flags |= Flag.Prompt;
  else if (author === 'command') draft.label = commandOf(text) ?? '';
  else if (author === 'program' && record.isCompactSummary !== true) draft.flags |= Flag.Meta;
  readTitle(draft, text, author);
}

function readAssistant(draft: Draft, record: JsonObject): void {
  const message = asObject(record.message);
  draft.kind = 'message';
  draft.role = 'assistant';
  draft.step = asString(message?.id) ?? asString(record.requestId) ?? draft.id;
  readModel(draft, message);
  readAssistantContent(draft, contentOf(record));
  if (record.isApiErrorMessage === true) {
    draft.kind = 'error';
    draft.label = asString(record.error) ?? 'API error';
    draft.flags |= Flag.Failed | Flag.Excluded;
  } else draft.flags |= sentUnlessExcluded(draft);
}

/** Model and usage. `<synthetic>` lines were written by the program: no model, and their zeros are no usage. */
function readModel(draft: Draft, message: JsonObject | null): void {
  if (message === null) return;
  const model = asString(message.model);
  if (model === '<synthetic>') {
    draft.flags |= Flag.Synthetic;
    return;
  }
  draft.model = model;
  if (model !== null) factsOf(draft).model = model;
  const told = cacheTold(message);
  if (told !== null) draft.told = told;
  const usage = message.usage;
  if (typeof usage !== 'object' || usage === null || Array.isArray(usage)) return;
  const cacheWriteHour = asNumber(asObject(usage.cache_creation)?.ephemeral_1h_input_tokens) ?? 0;
  draft.usage = {
    input: asNumber(usage.input_tokens) ?? 0,
    output: asNumber(usage.output_tokens) ?? 0,
    cacheRead: asNumber(usage.cache_read_input_tokens) ?? 0,
    cacheWrite: asNumber(usage.cache_creation_input_tokens) ?? 0,
    ...(cacheWriteHour > 0 && { cacheWriteHour }),
  };
}

function readAssistantContent(draft: Draft, content: string | Json[]): void {
  if (typeof content === 'string') {
    draft.chars = content.length;
    return;
  }
  let thinking = 0;
  for (const block of content) {
    if (typeof block === 'string') draft.chars += block.length;
    else if (isObject(block)) {
      readAssistantBlock(draft, block);
      if (block.type === 'thinking' || block.type === 'redacted_thinking') thinking += 1;
    }
  }
  if (thinking > 0 && thinking === content.length) draft.flags |= Flag.Thinking;
}

function readAssistantBlock(draft: Draft, block: JsonObject): void {
  if (block.type === 'tool_use') readCall(draft, block);
  else if (block.type === 'text') draft.chars += asString(block.text)?.length ?? 0;
  else if (block.type === 'thinking') draft.chars += asString(block.thinking)?.length ?? 0;
  else if (isMedia(block)) draft.flags |= Flag.Media;
  else if (block.type !== 'redacted_thinking') draft.chars += jsonChars(block);
}

function readCall(draft: Draft, block: JsonObject): void {
  const name = asString(block.name) ?? 'tool';
  draft.kind = 'tool_call';
  draft.chars += name.length + jsonChars(calledWith(block));
  draft.label = draft.label === '' ? name : `${draft.label}, ${name}`;
  const id = asString(block.id);
  if (id === null) return;
  const prompt = name === 'Task' || name === 'Agent' ? asString(asObject(block.input)?.prompt) : null;
  const call = prompt === null ? { id, name } : { id, name, prompt };
  if (draft.calls === NO_CALLS) draft.calls = [call];
  else draft.calls.push(call);
}

function readProgress(draft: Draft, record: JsonObject): void {
  draft.flags |= Flag.Progress;
  const data = asObject(record.data);
  if (data === null) return;
  draft.label = asString(data.type) ?? '';
  const agent = asString(data.agentId);
  const call = asString(record.parentToolUseID);
  if (agent !== null && call !== null) factsOf(draft).spawns = [{ agent, call }];
}

function readAttachment(draft: Draft, record: JsonObject): void {
  const attachment = asObject(record.attachment);
  if (attachment === null) return;
  draft.label = asString(attachment.type) ?? '';
  const sent = attachmentMessages(record, { version: versionOf(record), model: null }).flat();
  for (const block of sent) readUserBlock(draft, block);
  if (draft.label === 'queued_command') readQueued(draft, attachment);
  else if (sent.length > 0) {
    draft.role = 'user';
    draft.flags |= sentUnlessExcluded(draft) | Flag.Meta;
  }
}

/** The only record of a prompt that was typed, or of a task that ended, while the agent worked. */
function readQueued(draft: Draft, attachment: JsonObject): void {
  const text = queuedText(attachment);
  draft.kind = 'message';
  draft.role = 'user';
  draft.flags |= sentUnlessExcluded(draft) | Flag.Queued;
  if (attachment.commandMode === 'task-notification' || isNotification(attachment, text)) {
    draft.flags |= Flag.Notification;
    readNotification(draft, text);
  } else if (writtenBy(attachment, text) === 'person' && (draft.flags & Flag.Sidechain) === 0) draft.flags |= Flag.Prompt;
}

/** Before 2.1.87 the only record of a prompt that went to the running agent; what it weighs is known, who wrote it too. */
function readQueueOperation(draft: Draft, record: JsonObject): void {
  draft.label = asString(record.operation) ?? '';
  const prompt = asString(record.content) ?? '';
  if (draft.label !== 'enqueue' || UNSENT.test(prompt)) return;
  draft.chars = prompt.length;
  if (isNotification(record, prompt)) draft.flags |= Flag.Notification;
}

/**
 * What passes through the queue and is not sent as it is there: a command, which is run; of 2.1.47 the event that a task began; of 2.0.76 a message
 * that the call gets which asks for the result.
 */
const UNSENT = /^(<agent-notification>|\{"task_id":|\/[a-z][\w:-]*(\s|$))/;

function readSidecar(draft: Draft, record: JsonObject, type: string): void {
  const field = SIDECARS.get(type);
  if (field) draft.label = asString(record[field]) ?? '';
}
