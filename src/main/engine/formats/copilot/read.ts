import type { Usage } from '../../../../shared/model/index.ts';
import { Flag } from '../../../../shared/model/vocabulary.ts';
import { emptyDraft, factsOf } from '../draft.ts';
import type { Draft } from '../format.ts';
import { asNumber, asObject, asString, isObject, jsonChars, oneLine, timeOf } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import { callsOf, dataOf, isOfAgent, wordsOf } from './record.ts';

/** Reads one event of a session. Never throws. */
export function read(record: Json): Draft {
  if (!isObject(record)) return emptyDraft('untyped', Flag.Unknown | Flag.Sidecar, null);
  const type = asString(record.type);
  const draft = emptyDraft(type === null ? 'untyped' : 'event', 0, timeOf(record.timestamp));
  draft.id = asString(record.id);
  draft.label = type ?? '';
  const fill = type === null ? undefined : READERS.get(type);
  if (fill) fill(draft, dataOf(record), record);
  else if (type !== null && FAMILY.test(type)) draft.flags |= Flag.Sidecar;
  else Object.assign(draft, { kind: type ?? 'untyped', label: '', flags: Flag.Unknown | Flag.Sidecar });
  if (isOfAgent(record)) draft.flags |= Flag.Sidechain;
  return draft;
}

/** Events come and go with versions; what they are about is the word before the dot. */
const FAMILY =
  /^(session|system|user|assistant|tool|hook|permission|subagent|skill|command|commands|model|mcp|mcp_app|factory|sampling|elicitation|external_tool|user_input|exit_plan_mode|auto_mode_switch|session_limits_exhausted|capabilities|pending_messages|ui|tool_search)\.[a-z_.]+$|^abort$/;

type Fill = (draft: Draft, data: JsonObject, record: JsonObject) => void;

const READERS: ReadonlyMap<string, Fill> = new Map<string, Fill>([
  ['session.start', readStart],
  ['session.resume', readStart],
  ['session.model_change', readModel],
  ['system.message', readSystem],
  ['user.message', readPrompt],
  ['assistant.message', readAnswer],
  ['assistant.usage', readUsage],
  ['tool.execution_complete', readResult],
  ['system.notification', readAdded],
  ['skill.invoked', readAdded],
  ['session.compaction_complete', readCompaction],
  ['session.snapshot_rewind', readRewind],
  ['session.truncation', readTruncation],
  ['session.context_cleared', readCleared],
  ['session.shutdown', readShutdown],
  ['session.error', readError],
  ['subagent.started', readAgent],
]);

function readStart(draft: Draft, data: JsonObject): void {
  const [session, version, model] = [asString(data.sessionId), asString(data.copilotVersion), asString(data.selectedModel)];
  const cwd = asString(asObject(data.context)?.cwd);
  const facts = factsOf(draft);
  draft.flags |= Flag.Sidecar;
  if (session !== null) facts.session = session;
  if (version !== null) facts.writer = version;
  if (model !== null) facts.model = model;
  if (cwd !== null) facts.cwd = cwd;
}

function readModel(draft: Draft, data: JsonObject): void {
  const model = asString(data.newModel);
  draft.flags |= Flag.Sidecar;
  if (model === null) return;
  draft.label = `model · ${model}`;
  factsOf(draft).model = model;
}

const sent = (draft: Draft, kind: string, role: Draft['role'], chars: number, flags = 0): void => {
  Object.assign(draft, { kind, role, label: '', chars: draft.chars + chars });
  draft.flags |= Flag.Sent | flags;
};

/** What the system prompt is called: the newest one counts. */
export const SYSTEM = 'system prompt';

function readSystem(draft: Draft, data: JsonObject): void {
  sent(draft, 'system', 'system', asString(data.content)?.length ?? 0, Flag.Meta);
  draft.label = SYSTEM;
}

const TITLE_CHARS = 120;
const PROMPT_CHARS = 2000;

function readPrompt(draft: Draft, data: JsonObject, record: JsonObject): void {
  sent(draft, 'message', 'user', wordsOf(record).length);
  const source = asString(data.source);
  if (source !== null || data.isAutopilotContinuation === true) {
    draft.flags |= Flag.Meta;
    draft.label = source ?? 'autopilot';
    return;
  }
  draft.flags |= Flag.Prompt;
  const typed = asString(data.content) ?? '';
  const title = oneLine(typed, TITLE_CHARS);
  if (title !== '' && !isOfAgent(record)) Object.assign(factsOf(draft), { title, titleRank: 0, prompt: typed.slice(0, PROMPT_CHARS) });
}

/** An answer is a step; one that came in chunks is one all the same. */
function readAnswer(draft: Draft, data: JsonObject): void {
  sent(draft, 'message', 'assistant', asString(data.content)?.length ?? 0);
  draft.step = asString(data.apiCallId) ?? asString(data.requestId) ?? asString(data.messageId) ?? draft.id ?? 'answer';
  draft.model = asString(data.model);
  if (draft.model !== null) factsOf(draft).model = draft.model;
  const calls = callsOf(data).map((call) => ({ call, id: asString(call.toolCallId), name: asString(call.name) ?? 'tool' }));
  if (calls.length === 0) return;
  draft.kind = 'tool_call';
  draft.label = calls.map(({ name }) => name).join(', ');
  draft.calls = calls.flatMap(({ call, id, name }) => (id === null ? [] : [{ id, name, ...promptIn(name, call) }]));
  for (const { call, name } of calls) draft.chars += name.length + jsonChars(call.arguments ?? {});
}

const promptIn = (name: string, call: JsonObject): { prompt?: string } => {
  const prompt = name === 'task' ? asString(asObject(call.arguments)?.prompt) : null;
  return prompt === null ? {} : { prompt: prompt.slice(0, PROMPT_CHARS) };
};

/** Tokens of a request, with what was read from the cache and written to it among those of the input. */
function usageOf(tokens: JsonObject): Usage | null {
  const of = (name: string): number => Math.max(0, asNumber(tokens[name]) ?? 0);
  const [cacheRead, cacheWrite] = [of('cacheReadTokens'), of('cacheWriteTokens')];
  const input = Math.max(0, of('inputTokens') - cacheRead - cacheWrite);
  const usage = { input, output: of('outputTokens'), cacheRead, cacheWrite };
  return input + usage.output + cacheRead + cacheWrite > 0 ? usage : null;
}

function readUsage(draft: Draft, data: JsonObject): void {
  draft.flags |= Flag.Sidecar;
  draft.usage = usageOf(data);
  draft.step = asString(data.apiCallId);
  draft.hint = { is: 'usage' };
}

/** What all requests of the session used, by model: counted where the log has nothing of single ones. */
function readShutdown(draft: Draft, data: JsonObject): void {
  draft.flags |= Flag.Sidecar;
  const sum = { inputTokens: 0, outputTokens: 0, cacheReadTokens: 0, cacheWriteTokens: 0 };
  for (const model of Object.values(asObject(data.modelMetrics) ?? {})) {
    const usage = asObject(asObject(model)?.usage) ?? {};
    for (const name of Object.keys(sum) as (keyof typeof sum)[]) sum[name] += Math.max(0, asNumber(usage[name]) ?? 0);
  }
  const total = usageOf(sum);
  draft.usage = total;
  if (total !== null) draft.hint = { is: 'total' };
}

function readResult(draft: Draft, data: JsonObject, record: JsonObject): void {
  sent(draft, 'tool_result', 'tool', wordsOf(record).length, data.success === false ? Flag.Failed : 0);
  const call = asString(data.toolCallId);
  draft.results = call === null ? draft.results : [call];
  draft.label = asString(asObject(data.toolDescription)?.name) ?? '';
  // A person may call a tool; nobody answers the model then.
  if (data.isUserRequested === true) draft.flags |= Flag.Meta;
}

function readAdded(draft: Draft, data: JsonObject, record: JsonObject): void {
  const type = asString(record.type) ?? '';
  sent(draft, 'message', 'user', wordsOf(record).length, Flag.Meta | (type === 'system.notification' ? Flag.Notification : 0));
  draft.label = type === 'skill.invoked' ? `skill · ${asString(data.name) ?? ''}` : 'notification';
}

/** A compaction that failed leaves everything as it was. */
function readCompaction(draft: Draft, data: JsonObject, record: JsonObject): void {
  draft.flags |= Flag.Sidecar;
  if (data.success !== true) return;
  draft.flags = Flag.Boundary | Flag.Summary | Flag.Sent | Flag.Meta;
  Object.assign(draft, { kind: 'system', role: 'user', label: keptLabel(data), chars: wordsOf(record).length });
  draft.anchor = { name: 'compaction', type: 'compaction' };
  draft.compaction = {
    trigger: asString(data.trigger),
    preTokens: asNumber(data.preCompactionTokens),
    postTokens: asNumber(data.postCompactionTokens),
    preserved: null,
    clearedCalls: [],
  };
}

/** The newest messages that a compaction kept, as its label says it. */
const KEPT = /^compaction · (\d+) kept$/;
export function keptBy(label: string): number {
  return Number(KEPT.exec(label)?.[1] ?? 0);
}

function keptLabel(data: JsonObject): string {
  const [before, removed] = [asNumber(data.preCompactionMessagesLength), asNumber(data.messagesRemoved)];
  const kept = before === null || removed === null ? 0 : Math.min(10_000, Math.max(0, Math.trunc(before - removed)));
  return kept === 0 ? 'compaction' : `compaction · ${kept} kept`;
}

/** What an entry is called at which a person went back: its label is the id of the first event that was removed. */
function readRewind(draft: Draft, data: JsonObject): void {
  draft.flags |= Flag.Sidecar;
  const to = asString(data.upToEventId);
  if (to !== null) Object.assign(draft, { kind: 'anchor', label: to, anchor: { name: 'rewind', type: 'anchor' } });
}

export const TRUNCATED = 'truncation';
export const CLEARED = 'context cleared';

function readTruncation(draft: Draft, data: JsonObject): void {
  draft.flags |= Flag.Sidecar;
  const removed = asNumber(data.messagesRemovedDuringTruncation) ?? 0;
  if (removed > 0) draft.kind = TRUNCATED;
}

function readCleared(draft: Draft): void {
  draft.flags |= Flag.Sidecar;
  Object.assign(draft, { kind: 'anchor', label: CLEARED, anchor: { name: 'cleared', type: 'anchor' } });
}

function readError(draft: Draft, data: JsonObject): void {
  Object.assign(draft, { kind: 'error', label: oneLine(asString(data.message) ?? '', TITLE_CHARS) });
  draft.flags |= Flag.Sidecar | Flag.Failed;
}

function readAgent(draft: Draft, data: JsonObject): void {
  draft.flags |= Flag.Sidecar;
  draft.label = `sub-agent · ${asString(data.agentName) ?? asString(data.agentDisplayName) ?? ''}`;
}
