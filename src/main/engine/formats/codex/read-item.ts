import type { Role } from '../../../../shared/model/index.ts';
import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import { factsOf } from '../draft.ts';
import type { Draft } from '../format.ts';
import { asList, asObject, asString, isObject, jsonChars, oneLine } from '../json.ts';
import type { JsonObject } from '../values.ts';
import { give, type Hint, saidOf } from './hint.ts';
import { TOOLS } from './history.ts';
import { injectedName, SUMMARY_WORDS } from './injected.ts';
import { sentChars } from './outputs.ts';
import { firstText, lengthOf, madeId, outputText, TOOL_CALLS, TOOL_OUTPUTS, textOf } from './record.ts';
import { AGENT_MESSAGE } from './uncounted.ts';

type Fill = (draft: Draft, item: JsonObject) => void;

/**
 * Fills a draft with one item of the history (`response_item`, or an item inside a replacement history). All of them are sent, but for
 * snapshots of the worktree. Types that nobody knows are sent as well: the program keeps what it does not know.
 */
export function readItem(draft: Draft, item: JsonObject, record: JsonObject): void {
  const type = asString(item.type) ?? '';
  draft.flags |= Flag.Sent;
  draft.label = type;
  const fill = TOOL_OUTPUTS.has(type) ? readOutput : TOOL_CALLS.has(type) ? readCall : ITEMS.get(type);
  if (fill) fill(draft, item);
  else readUnknown(draft, item, type);
  const inside = record.replaced === true;
  if (inside) draft.flags &= ~Flag.Prompt;
  else if (has(draft.flags, Flag.Sent)) give(draft, hintOf(draft, item, record));
}

const ITEMS: ReadonlyMap<string, Fill> = new Map([
  ['message', readMessage],
  ['reasoning', readReasoning],
  ['web_search_call', readSearch],
  ['image_generation_call', readImage],
  ['compaction', readCompaction],
  ['compaction_summary', readCompaction],
  ['ghost_snapshot', readSnapshot],
  ['additional_tools', readTools],
  ['agent_message', readAgentMessage],
]);

/** What is said of most items, in one object for all: between threads another one is a reference to the first. */
const OUTPUT = { is: 'item', id: null, said: '', output: true } as const;
const CALL = { is: 'answer', id: null, summary: false, said: '' } as const;

/** Who wrote the item, for the reducer. What the program wrote in the model's name has an id of the program's. */
function hintOf(draft: Draft, item: JsonObject, record: JsonObject): Hint {
  const id = madeId(item.id);
  const summary = asObject(record.metadata)?.compaction_output === true;
  if (draft.role === 'tool') return id === null ? OUTPUT : { ...OUTPUT, id };
  if (draft.role !== 'assistant' || id !== null) return { is: 'item', id, said: draft.role === 'user' ? saidIn(item) : '', output: false };
  if (item.type === 'message') return { is: 'answer', id, summary, said: saidIn(item) };
  return summary ? { ...CALL, summary } : CALL;
}

const saidIn = (item: JsonObject): string => {
  const { begin, chars } = lengthOf(item);
  return saidOf(begin, chars);
};

const ROLES: ReadonlyMap<string, Role> = new Map([
  ['user', 'user'],
  ['assistant', 'assistant'],
  ['system', 'system'],
  ['developer', 'system'],
]);

function readMessage(draft: Draft, item: JsonObject): void {
  const role = asString(item.role) ?? '';
  draft.kind = 'message';
  draft.role = ROLES.get(role) ?? null;
  draft.label = '';
  draft.chars = lengthOf(item).chars;
  if (asList(item.content).some((part) => asObject(part)?.type === 'input_image')) draft.flags |= Flag.Media;
  if (draft.role === 'assistant') return;
  const text = firstText(item);
  if (role === 'user' && text.startsWith(SUMMARY_WORDS)) {
    draft.label = 'summary';
    draft.flags |= Flag.Summary | Flag.Meta;
    return;
  }
  draft.label = injectedName(role, text) ?? '';
  draft.flags |= draft.label === '' ? Flag.Prompt : Flag.Meta;
  if (draft.label === 'sub-agent') draft.flags |= Flag.Notification;
  if (draft.label === '') nameBy(draft, textOf(item));
}

function nameBy(draft: Draft, text: string): void {
  const title = oneLine(text, 120);
  if (title === '') return;
  const facts = factsOf(draft);
  facts.title = title;
  facts.titleRank = 0;
}

/** Thinking, which is logged as a summary, as text, or encrypted. */
function readReasoning(draft: Draft, item: JsonObject): void {
  const open = asList(item.summary).length > 0 || asList(item.content).length > 0;
  draft.kind = 'message';
  draft.role = 'assistant';
  draft.label = open ? 'reasoning' : 'encrypted reasoning';
  draft.flags |= Flag.Thinking;
  draft.chars = textOf({ content: item.summary ?? null }).length + textOf(item).length;
  if (textOf(item) === '') readCipher(draft, item);
}

/**
 * What the provider keeps to itself. A cipher weighs by its length, as Codex itself takes it: three quarters of it are bytes, and 650 of these are
 * none of the text's.
 */
function readCipher(draft: Draft, item: JsonObject): void {
  const cipher = asString(item.encrypted_content);
  draft.flags |= Flag.Opaque;
  if (cipher !== null) draft.chars = Math.max(0, Math.floor((cipher.length * 3) / 4) - 650);
}

function readCall(draft: Draft, item: JsonObject): void {
  const id = asString(item.call_id);
  const space = asString(item.namespace);
  const name = asString(item.name) ?? (asString(item.type) ?? '').replace(/_call$/, '');
  draft.kind = 'tool_call';
  draft.role = 'assistant';
  draft.label = space === null || space === '' ? name : `${space}.${name}`;
  const input = item.arguments ?? item.input ?? item.action ?? '';
  draft.chars = name.length + (typeof input === 'string' ? input.length : jsonChars(input));
  if (id !== null) draft.calls = [{ id, name: draft.label, ...promptOf(name, input) }];
}

/** What a sub-agent is told, by which its tape is found. */
function promptOf(name: string, input: unknown): { prompt?: string } {
  if (name !== 'spawn_agent' || typeof input !== 'string') return {};
  try {
    const { message } = JSON.parse(input) as { message?: unknown };
    return typeof message === 'string' ? { prompt: message } : {};
  } catch {
    return {};
  }
}

function readOutput(draft: Draft, item: JsonObject): void {
  const id = asString(item.call_id);
  draft.kind = 'tool_result';
  draft.role = 'tool';
  draft.label = '';
  draft.chars = sentChars(item) || jsonChars(item.tools);
  if (id !== null) draft.results = [id];
  if (asList(item.output).some((part) => asObject(part)?.type === 'input_image')) draft.flags |= Flag.Media;
  if (hasFailed(item)) draft.flags |= Flag.Failed;
  const agent = agentIn(item);
  if (agent !== null && id !== null) factsOf(draft).spawns = [{ agent, call: id }];
}

/** The exit code of a command, as the writers of different days put it before or after the output. */
function hasFailed(item: JsonObject): boolean {
  const text = outputText(item).slice(0, 400);
  const code = /^(?:Exit code: |Chunk ID: [^\n]*\n(?:[^\n]*\n)?Process exited with code )(-?\d+)/.exec(text)?.[1];
  return (code !== undefined && code !== '0') || asObject(item.output)?.success === false;
}

/** A sub-agent that the output of `spawn_agent` names. */
function agentIn(item: JsonObject): string | null {
  const text = item.output;
  if (typeof text !== 'string' || !text.startsWith('{"agent_id"')) return null;
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value as JsonObject) ? madeId((value as JsonObject).agent_id) : null;
  } catch {
    return null;
  }
}

function readSearch(draft: Draft, item: JsonObject): void {
  draft.kind = 'tool_call';
  draft.role = 'assistant';
  draft.label = 'web_search';
  draft.chars = jsonChars(item.action);
}

function readImage(draft: Draft): void {
  draft.kind = 'tool_call';
  draft.role = 'assistant';
  draft.label = 'image_generation';
  draft.flags |= Flag.Media;
}

/** What the provider made of the history, which nobody but the provider can read. */
function readCompaction(draft: Draft, item: JsonObject): void {
  draft.kind = 'message';
  draft.role = 'assistant';
  draft.label = 'encrypted summary';
  draft.flags |= Flag.Summary;
  readCipher(draft, item);
}

function readSnapshot(draft: Draft): void {
  draft.kind = 'event';
  draft.flags = (draft.flags & ~Flag.Sent) | Flag.Sidecar;
}

function readTools(draft: Draft, item: JsonObject): void {
  draft.kind = 'system';
  draft.role = 'system';
  draft.label = TOOLS;
  draft.flags |= Flag.Meta;
  draft.chars = jsonChars(item.tools);
}

/** What another agent of the same team says. */
function readAgentMessage(draft: Draft, item: JsonObject): void {
  draft.kind = 'message';
  draft.role = 'user';
  draft.label = AGENT_MESSAGE;
  draft.flags |= Flag.Notification | Flag.Meta;
  draft.chars = textOf(item).length;
}

function readUnknown(draft: Draft, item: JsonObject, type: string): void {
  draft.kind = type === '' ? 'untyped' : type;
  draft.label = '';
  draft.role = 'assistant';
  draft.flags |= Flag.Unknown;
  draft.chars = jsonChars(item);
}
