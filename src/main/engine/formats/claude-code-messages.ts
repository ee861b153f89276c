import { attachmentText, queuedText, reachesModel } from './claude-code-attachments.ts';
import { blocksOf, calledWith, planAdded, toBlocks } from './claude-code-content.ts';
import { renderedBlocks } from './claude-code-rendered.ts';
import type { Json, JsonObject, WireMessage } from './format.ts';
import { asObject, asString, asStrings, isObject } from './json.ts';

/**
 * Messages as the Anthropic API takes them, from the records of a view in order.
 *
 * The log holds one line per block; the API was sent one message per turn. So all lines of one `message.id` become one assistant
 * message, also where results of parallel calls were written between them, and all that the user's side says in between becomes one
 * user message, results first. Reminders around attachments are a reconstruction (see `attachmentText`); the system prompt and the
 * tool schemas are not in the log.
 */
export function messages(records: Json[]): WireMessage[] {
  const turns: Turn[] = [];
  const cleared = clearedCalls(records);
  for (const record of records) {
    if (!isObject(record)) continue;
    if (record.type === 'assistant') addAssistant(turns, record);
    else addUser(turns, userBlocks(record, cleared));
  }
  return turns.filter((turn) => turn.content.length > 0).map(toMessage);
}

interface Turn {
  role: 'user' | 'assistant';
  /** message.id of an assistant turn. */
  id: string | null;
  content: JsonObject[];
}

function addAssistant(turns: Turn[], record: JsonObject): void {
  if (record.isApiErrorMessage === true) return;
  const content = blocksOf(record).map((block) => (planAdded(block) === null ? block : { ...block, input: calledWith(block) }));
  const id = asString(asObject(record.message)?.id);
  const open = id === null ? undefined : turnOf(turns, id);
  if (open) open.content.push(...content);
  else turns.push({ role: 'assistant', id, content });
}

/** The turn of a message id, if nothing but results of its own calls stands behind it. */
function turnOf(turns: Turn[], id: string): Turn | undefined {
  const last = turns.at(-1);
  const turn = last?.role === 'user' && last.content.every((block) => block.type === 'tool_result') ? turns.at(-2) : last;
  return turn?.id === id ? turn : undefined;
}

function addUser(turns: Turn[], content: JsonObject[]): void {
  if (content.length === 0) return;
  const last = turns.at(-1);
  if (last?.role === 'user') last.content.push(...content);
  else turns.push({ role: 'user', id: null, content: [...content] });
}

function toMessage({ role, content }: Turn): WireMessage {
  if (role === 'assistant') return { role, content };
  const results = content.filter((block) => block.type === 'tool_result');
  const rest = content.filter((block) => block.type !== 'tool_result');
  const [only] = rest;
  if (results.length === 0 && rest.length === 1 && only?.type === 'text') return { role, content: only.text ?? '' };
  return { role, content: [...results, ...rest] };
}

/** What a record that is not the assistant's puts on the user's side of the conversation. */
function userBlocks(record: JsonObject, cleared: ReadonlySet<string>): JsonObject[] {
  if (record.type === 'user') return blocksOf(record).map((block) => (isCleared(block, cleared) ? clear(block) : block));
  if (record.type === 'attachment') return renderedBlocks(record) ?? attachmentBlocks(asObject(record.attachment));
  if (record.type === 'system' && record.subtype === 'local_command') return toBlocks(asString(record.content) ?? '');
  return [];
}

function attachmentBlocks(attachment: JsonObject | null): JsonObject[] {
  if (attachment === null || !reachesModel(attachment)) return [];
  if (attachment.type !== 'queued_command') return toBlocks(`<system-reminder>\n${attachmentText(attachment)}\n</system-reminder>`);
  return Array.isArray(attachment.prompt) ? toBlocks(attachment.prompt) : toBlocks(queuedText(attachment));
}

/** Calls whose results a micro-compaction among the records replaced. */
function clearedCalls(records: Json[]): ReadonlySet<string> {
  const ids = new Set<string>();
  for (const record of records) {
    if (!isObject(record) || record.subtype !== 'microcompact_boundary') continue;
    for (const id of asStrings(asObject(record.microcompactMetadata)?.compactedToolIds)) ids.add(id);
  }
  return ids;
}

const isCleared = (block: JsonObject, cleared: ReadonlySet<string>): boolean =>
  block.type === 'tool_result' && typeof block.tool_use_id === 'string' && cleared.has(block.tool_use_id);

const clear = (block: JsonObject): JsonObject => ({ ...block, content: '[Old tool result content cleared]' });
