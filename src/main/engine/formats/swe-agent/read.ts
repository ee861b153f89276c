import type { Role, Usage } from '../../../../shared/model/index.ts';
import { Flag } from '../../../../shared/model/vocabulary.ts';
import { emptyDraft, factsOf } from '../draft.ts';
import type { Draft, Thread, ThreadChange } from '../format.ts';
import { asList, asNumber, asObject, asString, asStrings, isObject, oneLine, timeOf } from '../json.ts';
import { contentOf, fillSaid, NOTHING_SAID, type Said, type SaidCall } from '../said/said.ts';
import { HEADER } from '../said/sections.ts';
import type { Json, JsonObject } from '../values.ts';

const ROLES: ReadonlyMap<string, Role> = new Map<string, Role>([
  ['system', 'system'],
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['tool', 'tool'],
]);

/** What a message of the history says; null for another record. */
export function saidIn(record: JsonObject): Said | null {
  const role = ROLES.get(asString(record.role) ?? '');
  if (role === undefined) return null;
  const content = contentOf(record.content);
  const [id = null] = [...asStrings(record.tool_call_ids), ...asStrings([record.tool_call_id ?? null])];
  if (role === 'tool') return { ...NOTHING_SAID, role, images: content.images, result: { id, text: content.text, failed: false } };
  return {
    ...NOTHING_SAID,
    role,
    ...content,
    thought: asString(record.reasoning_content) ?? '',
    calls: asList(record.tool_calls).filter(isObject).map(callOf),
  };
}

const callOf = ({ id, function: called }: JsonObject): SaidCall => {
  const { name, arguments: args = {} } = asObject(called) ?? {};
  return { id: asString(id), name: asString(name) ?? 'tool', args };
};

/** A step of the trajectory without what the history says too: the requests of all steps repeat it many times. */
export function ownOf(record: JsonObject): JsonObject {
  if (!isStep(record)) return record;
  const { messages: _messages, query: _query, observation: _output, response: _answer, thought: _thought, ...own } = record;
  return own;
}

const isStep = ({ role, action, observation }: JsonObject): boolean =>
  role === undefined && typeof action === 'string' && observation !== undefined;

/** Reads a message of the history, a step of the trajectory, or what is around them. */
export function read(record: Json): Draft {
  if (!isObject(record)) return emptyDraft('untyped', Flag.Unknown | Flag.Sidecar, null);
  const said = saidIn(record);
  if (said !== null) return readMessage(record, said);
  const draft = emptyDraft('event', Flag.Sidecar, null);
  if (isStep(record)) draft.label = oneLine(asString(record.action) ?? '', 80);
  else if (typeof record.role === 'string') Object.assign(draft, { kind: record.role, flags: Flag.Unknown | Flag.Sidecar });
  else Object.assign(draft, { kind: HEADER, label: asString(record.environment) ?? '' });
  return draft;
}

const TITLE_CHARS = 120;
const PROMPT_CHARS = 2000;

function readMessage(record: JsonObject, said: Said): Draft {
  const extra = asObject(record.extra);
  const draft = emptyDraft('message', Flag.Sent, timeOf(record.timestamp ?? extra?.timestamp));
  fillSaid(draft, said);
  if (record.is_demo === true) {
    draft.flags |= Flag.Meta;
    draft.label = 'demonstration';
  } else if (said.role === 'user') draft.hint = { title: titleOf(said.text), prompt: said.text.slice(0, PROMPT_CHARS) };
  else if (said.role === 'assistant') {
    const response = asObject(extra?.response);
    // Answers have no ids: each begins a request.
    Object.assign(draft, { step: 'answer', bound: { at: 'begins', time: null }, hint: null });
    draft.model = asString(response?.model);
    if (draft.model !== null) factsOf(draft).model = draft.model;
    draft.usage = usageOf(asObject(response?.usage));
  }
  return draft;
}

/** The issue that is to be solved, where the first prompt has one. */
const titleOf = (text: string): string => {
  const at = text.indexOf('ISSUE:');
  return oneLine(at < 0 ? text : text.slice(at + 'ISSUE:'.length), TITLE_CHARS);
};

function usageOf(usage: JsonObject | null): Usage | null {
  if (usage === null) return null;
  const input = Math.max(0, asNumber(usage.prompt_tokens) ?? 0);
  const cacheRead = Math.min(input, Math.max(0, asNumber(asObject(usage.prompt_tokens_details)?.cached_tokens) ?? 0));
  const output = Math.max(0, asNumber(usage.completion_tokens) ?? 0);
  return input + output > 0 ? { input: input - cacheRead, output, cacheRead, cacheWrite: 0 } : null;
}

/** What is said in the user's name before the first answer is the task, after it what commands printed. */
export const thread: Thread<{ answered: boolean; titled: boolean }> = {
  begin: () => ({ answered: false, titled: false }),
  next: (state, { role, hint }): ThreadChange | null => {
    if (role === 'assistant') state.answered = true;
    if (role !== 'user' || !isObject(hint)) return null;
    if (state.answered) return { label: 'observation' };
    const { title, prompt } = hint;
    const first = !state.titled;
    state.titled = true;
    return { flags: Flag.Prompt, ...(first && { facts: { title: asString(title) ?? '', titleRank: 0, prompt: asString(prompt) ?? '' } }) };
  },
};
