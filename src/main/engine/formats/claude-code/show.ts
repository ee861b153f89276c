import type { Part } from '../../../../shared/model/index.ts';
import type { Json, JsonObject } from '../format.ts';
import { asObject, asString, fewLines, isObject, oneLine, stringify, strings, stringsIn, without } from '../json.ts';
import { part } from '../part.ts';
import { attachmentText } from './attachments.ts';
import { commandIn } from './commands.ts';
import { blocksOf, calledWith, isMedia, mediaType, planAdded, resultText, toBlocks } from './content.ts';
import { renderedText } from './rendered.ts';
import { isRequestKind, requestParts, requestPreview, requestText } from './request-read.ts';
import { versionOf } from './version.ts';

/** How a Claude Code record is searched, drawn and listed. Text is as in the log; no path in it is followed. */

/** Fields that say where and when a record was written, not what it says. */
export const ENVELOPE: ReadonlySet<string> = new Set([
  'agentId',
  'cwd',
  'entrypoint',
  'gitBranch',
  'isSidechain',
  'logicalParentUuid',
  'parentUuid',
  'promptId',
  'requestId',
  'sessionId',
  'sessionKind',
  'slug',
  'sourceToolAssistantUUID',
  'timestamp',
  'toolUseResult',
  'userType',
  'uuid',
  'version',
]);

/** Data that repeats what is elsewhere, or that nobody searches for. */
const UNSEARCHED: ReadonlySet<string> = new Set([...ENVELOPE, 'type', 'normalizedMessages', 'signature', 'leafUuid', 'messageId', 'id']);

/** All text that a search should find. Structured copies of tool results are left out: the result itself is in. */
export function text(record: Json): string {
  if (!isObject(record)) return '';
  if (record.type === 'user' || record.type === 'assistant') return blocksOf(record).map(searchable).join('\n');
  if (isRequestKind(record.type)) return requestText(record);
  const attachment = record.type === 'attachment' ? asObject(record.attachment) : null;
  // With what the model was not told: the output of a hook, the tasks behind a reminder.
  if (attachment?.type === 'queued_command') return wordsOf(record, attachment);
  if (attachment !== null) return withUnsaid(wordsOf(record, attachment), stringsIn(attachment, UNSEARCHED));
  return record.type === 'file-history-snapshot' ? snapshotFiles(record).join('\n') : strings(record, UNSEARCHED);
}

/** This many strings are looked for in what was said, so that the work grows with the record. */
const LOOKED_FOR = 64;

/** The spoken text, and the strings of an attachment that it lacks. */
const withUnsaid = (said: string, strings: readonly string[]): string =>
  [said, ...strings.filter((one, at) => at >= LOOKED_FOR || !holds(said, one))].filter((one) => one !== '').join('\n');

/** Part of a word, as far as anybody can tell from one character. */
const IN_WORD = /[^\s!-/:-@[-`{-~]/;

/** Whether a search that finds one text also finds the other: it is in it, and no word of it is only a part of one there. */
const holds = (said: string, text: string): boolean => {
  const at = said.indexOf(text);
  return at >= 0 && !IN_WORD.test(said[at - 1] ?? ' ') && !IN_WORD.test(said[at + text.length] ?? ' ');
};

/** What an attachment told the model, in the words that were sent where the record holds them; of a queued prompt what was typed. */
const wordsOf = (record: JsonObject, attachment: JsonObject): string =>
  (attachment.type === 'queued_command' ? null : renderedText(record)) ??
  attachmentText(attachment, { version: versionOf(record), model: null });

function searchable(block: JsonObject): string {
  if (block.type === 'tool_use') return `${asString(block.name) ?? ''}\n${strings(block.input)}`;
  if (block.type === 'tool_result') return resultText(block.content);
  return asString(block.text) ?? asString(block.thinking) ?? (isMedia(block) ? '' : strings(block, UNSEARCHED));
}

const snapshotFiles = (record: JsonObject): string[] => Object.keys(asObject(asObject(record.snapshot)?.trackedFileBackups) ?? {});

/** What the inspector draws. */
export function parts(record: Json): Part[] {
  if (!isObject(record)) return [part('json', stringify(record, 2))];
  if (record.type === 'user' || record.type === 'assistant') {
    const drawn = blocksOf(record).flatMap((block) => [...drawBlock(block), ...drawPlan(block)]);
    return drawn.length > 0 ? drawn : [part('json', stringify(record.message ?? null, 2), { name: 'message' })];
  }
  if (isRequestKind(record.type)) return requestParts(record, drawBlock);
  const attachment = record.type === 'attachment' ? asObject(record.attachment) : null;
  if (attachment !== null) return drawAttachment(record, attachment);
  const content = asString(record.content) ?? asString(record.summary);
  const rest = without(record, content === null ? ENVELOPE : new Set([...ENVELOPE, 'content', 'summary', 'type', 'level', 'isMeta']));
  const drawn = content === null ? [] : [said(content)];
  return Object.keys(rest).length === 0 ? drawn : [...drawn, part('json', stringify(rest, 2), { name: asString(record.type) ?? 'record' })];
}

function drawBlock(block: JsonObject): Part[] {
  switch (block.type) {
    case 'text':
      return [said(asString(block.text) ?? '')];
    case 'thinking':
      return [part('thinking', asString(block.thinking) ?? '')];
    case 'redacted_thinking':
      return [part('thinking', '', { name: 'redacted' })];
    case 'tool_use':
      return [part('tool_call', stringify(calledWith(block), 2), { name: asString(block.name) ?? 'tool', ...idOf(block.id) })];
    case 'tool_result':
      return drawResult(block);
    default:
      return [isMedia(block) ? drawMedia(block) : part('json', stringify(block, 2), { name: asString(block.type) ?? 'block' })];
  }
}

/** A text; of a command and its output also without their tags. */
function said(text: string): Part {
  const command = commandIn(text);
  return part('text', text, command && { command });
}

function drawPlan(block: JsonObject): Part[] {
  const plan = planAdded(block);
  return plan === null ? [] : [part('text', plan, { name: 'plan · in the log only, not part of the call that was sent' })];
}

/** A result's text, and what else it holds: images follow it, references are named in it. */
function drawResult(block: JsonObject): Part[] {
  const inner = toBlocks(block.content);
  const shown = inner.filter((piece) => !isMedia(piece)).map((piece) => asString(piece.text) ?? stringify(piece));
  const more = { ...idOf(block.tool_use_id), ...(block.is_error === true ? { failed: true } : {}) };
  return [part('tool_result', shown.join('\n'), more), ...inner.filter(isMedia).map(drawMedia)];
}

const idOf = (id: Json | undefined): { id?: string } => (typeof id === 'string' ? { id } : {});

/** An image or a document by its type, with its data where the record holds it: see entries/images.ts for what becomes of that. */
function drawMedia(block: JsonObject): Part {
  const source = asObject(block.source);
  const url = asString(source?.url);
  const text = url === null ? (asString(source?.data) ?? '') : `At ${oneLine(url, 200)}. Tapescope fetches nothing.`;
  return { type: 'image', name: mediaType(block), text };
}

function drawAttachment(record: JsonObject, attachment: JsonObject): Part[] {
  const drawn = part('text', wordsOf(record, attachment), { name: asString(attachment.type) ?? 'attachment' });
  return attachment.type === 'queued_command' ? [drawn] : [drawn, part('json', stringify(attachment, 2), { name: 'attachment' })];
}

/** One to three lines for a list. */
export function preview(record: Json): string {
  if (!isObject(record)) return oneLine(stringify(record), 200);
  if (record.type === 'user' || record.type === 'assistant') return fewLines(blocksOf(record).map(glance).filter(Boolean).join('\n'));
  if (isRequestKind(record.type)) return requestPreview(record);
  const attachment = record.type === 'attachment' ? asObject(record.attachment) : null;
  if (attachment !== null) return fewLines(wordsOf(record, attachment));
  return fewLines(asString(record.content) ?? titleOf(record) ?? progressOf(record) ?? strings(record, UNSEARCHED));
}

function glance(block: JsonObject): string {
  if (block.type === 'tool_use') return `${asString(block.name) ?? 'tool'} ${inputGlance(calledWith(block))}`;
  if (block.type === 'tool_result') return resultText(block.content).slice(0, 2000);
  if (block.type === 'thinking') return asString(block.thinking) || '(thinking that the log does not hold)';
  return isMedia(block) ? `(${mediaType(block)})` : (asString(block.text) ?? '').slice(0, 2000);
}

/** The field of a tool's input that says most. */
const TELLING = ['command', 'file_path', 'path', 'pattern', 'query', 'url', 'description', 'prompt', 'skill', 'subject'];

function inputGlance(input: Json | undefined): string {
  const fields = asObject(input);
  const telling = TELLING.map((key) => asString(fields?.[key])).find((value) => value !== null && value !== '');
  return oneLine(telling ?? (fields === null || Object.keys(fields).length === 0 ? '' : stringify(fields)), 200);
}

function titleOf(record: JsonObject): string | null {
  const keys = ['customTitle', 'aiTitle', 'agentName', 'summary', 'lastPrompt', 'operation', 'permissionMode', 'mode', 'prUrl'];
  return keys.map((key) => asString(record[key])).find((value) => value !== null) ?? null;
}

function progressOf(record: JsonObject): string | null {
  const data = record.type === 'progress' ? asObject(record.data) : null;
  if (data === null) return null;
  const said = [data.type, data.hookName ?? data.hookEvent, data.command, data.output].filter(
    (item) => typeof item === 'string' && item !== '',
  );
  return said.join(' · ');
}
