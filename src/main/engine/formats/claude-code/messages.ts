import type { Json, JsonObject, WireMessage } from '../format.ts';
import { asObject, asString, asStrings, isObject } from '../json.ts';
import { notification } from './attachment-text.ts';
import { attachmentMessages, queuedMessages } from './attachments.ts';
import { CLEARED_TEXT } from './cleared.ts';
import { blocksOf, calledWith, planAdded, toBlocks } from './content.ts';
import { foldInto, hookInLoop, withSeam } from './fold.ts';
import { writtenBy } from './prompts.ts';
import { isSince, type Sender, versionOf } from './version.ts';

/**
 * Messages as Claude Code sent them, from the records of a view in the order in which the model reads them, by the rules of the version
 * that wrote the last of them. What the log does not hold is not in them: the system prompt, tool schemas, and of older versions the
 * user's CLAUDE.md, the state of git, the date and reminders.
 *
 * The log holds one line per block. All lines of one `message.id` become one assistant message, also where results of parallel calls were
 * written between them, and all that the user's side says in between becomes one user message, results first.
 */
export function messages(records: Json[], model: string | null = null): WireMessage[] {
  const all = records.filter(isObject);
  const sender = senderOf(all, model);
  const { version } = sender;
  const turns: Turn[] = [];
  const cleared = clearedCalls(all);
  const loop = all.findLastIndex(isPrompt);
  for (const record of hooksLast(all, loop, version)) add(turns, record, cleared, sender);
  const sent = isSince(version, '2.1.59') ? withoutEmpty(turns) : turns;
  for (const turn of sent) if (turn.role === 'user') finish(turn, version);
  return sent.filter((turn) => turn.content.length > 0).map(toMessage);
}

/** The version that wrote the last of the records. */
const senderOf = (records: readonly JsonObject[], model: string | null): Sender => ({
  version: records.reduce<string | null>((last, record) => versionOf(record) ?? last, null),
  model,
});

/** A person asked for something, and a new loop of the agent began. */
const isPrompt = (record: JsonObject): boolean => {
  if (record.type !== 'user') return false;
  const blocks = blocksOf(record);
  return !blocks.some(isResult) && writtenBy(record, asString(blocks[0]?.text) ?? '') !== 'program';
};

interface Said {
  record: JsonObject;
  /** A hook's words that are not yet a reminder. */
  asUser: boolean;
}

/** In the running loop, output of tool hooks comes after attachments to the same result. */
function hooksLast(records: readonly JsonObject[], loop: number, version: string | null): Said[] {
  const out: Said[] = [];
  const hooks: Said[] = [];
  records.forEach((record, at) => {
    const hook = at > loop ? hookInLoop(record, version) : 'reminder';
    if (hook === 'text') hooks.push({ record, asUser: true });
    else if (hook === 'reminder') {
      if (record.type !== 'attachment') out.push(...hooks.splice(0));
      out.push({ record, asUser: false });
    }
  });
  return [...out, ...hooks];
}

interface Turn {
  role: 'user' | 'assistant';
  /** message.id of an assistant turn. */
  id: string | null;
  content: JsonObject[];
}

function add(turns: Turn[], { record, asUser }: Said, cleared: ReadonlySet<string>, sender: Sender): void {
  const { version } = sender;
  if (record.type === 'assistant') addAssistant(turns, record, version);
  else if (record.type === 'attachment')
    for (const blocks of attachmentMessages(record, sender)) (asUser ? addUser : addReminder)(turns, blocks, version);
  else if (record.type === 'queue-operation') addQueued(turns, record, sender);
  else addUser(turns, userBlocks(record, cleared, sender), version);
}

/** An agent at work is notified of a prompt in its queue; an idle one takes it as a turn. */
function addQueued(turns: Turn[], record: JsonObject, sender: Sender): void {
  const { version } = sender;
  if (turns.at(-1)?.role === 'user') for (const blocks of queuedMessages(record, sender)) addReminder(turns, blocks, version);
  else addUser(turns, [{ type: 'text', text: asString(record.content) ?? '' }], version);
}

function addAssistant(turns: Turn[], record: JsonObject, version: string | null): void {
  if (record.isApiErrorMessage === true) return;
  const content = blocksOf(record).map((block) => (planAdded(block) === null ? block : { ...block, input: calledWith(block) }));
  const id = asString(asObject(record.message)?.id);
  const open = id === null ? undefined : turnOf(turns, id);
  if (!open) turns.push({ role: 'assistant', id, content });
  else open.content = isSince(version, '2.1.112') ? [...open.content, ...content].filter(saysSomething) : [...open.content, ...content];
}

const saysSomething = (block: JsonObject): boolean => block.type !== 'text' || block.text === '' || asString(block.text)?.trim() !== '';

/** The turn of a message id, if nothing but answers and results of calls follows it. */
function turnOf(turns: readonly Turn[], id: string): Turn | undefined {
  for (let at = turns.length - 1; at >= 0; at -= 1) {
    const turn = turns[at];
    if (turn?.role === 'assistant' && turn.id === id) return turn;
    if (turn?.role === 'user' && !turn.content.some(isResult)) return undefined;
  }
  return undefined;
}

const isResult = (block: JsonObject): boolean => block.type === 'tool_result';

/** What a person, a tool or a command said goes into the user message that is open; its text ends the line of a text before it. */
function addUser(turns: Turn[], content: JsonObject[], version: string | null): void {
  if (content.length === 0) return;
  const last = turns.at(-1);
  if (last?.role !== 'user') {
    turns.push({ role: 'user', id: null, content: [...content] });
    return;
  }
  const [first = {}, ...rest] = content;
  last.content = resultsFirst([...(isSince(version, '2.1.80') ? withSeam(last.content, first) : [...last.content, first]), ...rest]);
}

/** A reminder goes into the result before it, where that is a text; else it is a block of its own. */
function addReminder(turns: Turn[], blocks: JsonObject[], version: string | null): void {
  const last = turns.at(-1);
  if (last?.role !== 'user') turns.push({ role: 'user', id: null, content: blocks });
  else {
    const before = last.content.at(-1);
    const folded = before === undefined ? null : foldInto(before, blocks, version);
    last.content = folded === null ? [...last.content, ...blocks] : [...last.content.slice(0, -1), folded];
  }
}

const resultsFirst = (content: readonly JsonObject[]): JsonObject[] => [
  ...content.filter(isResult),
  ...content.filter((block) => !isResult(block)),
];

/** Answers of nothing but thinking or space are not sent; what was said around one is one message. */
function withoutEmpty(turns: readonly Turn[]): Turn[] {
  const kept: Turn[] = [];
  for (const turn of turns) {
    const last = kept.at(-1);
    if (turn.role === 'assistant' && turn.content.length > 0 && !turn.content.some(isWorthSending)) continue;
    if (turn.role === 'user' && last?.role === 'user') last.content = resultsFirst([...last.content, ...turn.content]);
    else kept.push(turn);
  }
  return kept;
}

const isWorthSending = (block: JsonObject): boolean =>
  block.type === 'text' ? asString(block.text)?.trim() !== '' : block.type !== 'thinking' && block.type !== 'redacted_thinking';

/** What is done to a user message as a whole, before it is sent. */
function finish(turn: Turn, version: string | null): void {
  if (isSince(version, '2.1.112')) turn.content = turn.content.map(failedInWords);
}

/** Only the texts of a failed result are sent. */
function failedInWords(block: JsonObject): JsonObject {
  if (!isResult(block) || block.is_error !== true || !Array.isArray(block.content)) return block;
  const inner = toBlocks(block.content);
  if (inner.every(({ type }) => type === 'text')) return block;
  const text = inner.flatMap((each) => asString(each.text) ?? []).join('\n\n');
  return { ...block, content: text === '' ? [] : [{ type: 'text', text }] };
}

function toMessage({ role, content }: Turn): WireMessage {
  const [only] = content;
  if (role === 'user' && content.length === 1 && only?.type === 'text') return { role, content: only.text ?? '' };
  return { role, content };
}

/** What a record of a person, a tool or a command puts on the user's side of the conversation. */
function userBlocks(record: JsonObject, cleared: ReadonlySet<string>, sender: Sender): JsonObject[] {
  const { version } = sender;
  if (record.type === 'system' && record.subtype === 'local_command') return toBlocks(asString(record.content) ?? '');
  if (record.type !== 'user') return [];
  const blocks = blocksOf(record).map((block) => (isCleared(block, cleared) ? clear(block) : block));
  const [first] = blocks;
  if (asObject(record.origin)?.kind === 'task-notification' && isSince(version, '2.1.219') && typeof first?.text === 'string')
    return [{ ...first, text: notification(first.text, sender) }, ...blocks.slice(1)];
  return isSince(version, '2.1.70') && blocks.some(loadsTools) ? [...blocks, { type: 'text', text: 'Tool loaded.' }] : blocks;
}

const loadsTools = (block: JsonObject): boolean =>
  isResult(block) && Array.isArray(block.content) && toBlocks(block.content).some(({ type }) => type === 'tool_reference');

/** Calls of which a micro-compaction among the records replaced the results. */
function clearedCalls(records: readonly JsonObject[]): ReadonlySet<string> {
  const boundaries = records.filter(({ subtype }) => subtype === 'microcompact_boundary');
  return new Set(boundaries.flatMap((record) => asStrings(asObject(record.microcompactMetadata)?.compactedToolIds)));
}

const isCleared = (block: JsonObject, cleared: ReadonlySet<string>): boolean =>
  isResult(block) && typeof block.tool_use_id === 'string' && cleared.has(block.tool_use_id);

const clear = (block: JsonObject): JsonObject => ({ ...block, content: CLEARED_TEXT });
