import { toBlocks } from './claude-code-content.ts';
import { linesOf } from './claude-code-lists.ts';
import type { Json, JsonObject } from './format.ts';
import { asList, asObject, asString, jsonChars, stringify } from './json.ts';

/**
 * Attachments: what Claude Code put beside the conversation (FORMATS.md §1.2). The set is open, so whatever is not known to stay
 * away from the model counts as sent.
 */

/** Attachment types that never reach the model, and why. */
const SILENT: ReadonlyMap<string, string> = new Map([
  ['already_read_file', 'the file is in the context already'],
  ['autocheckpointing', 'state of the checkpointer'],
  ['background_task_status', 'state of a task, for the screen'],
  ['command_permissions', 'which tools a command may use'],
  ['deferred_tools_record', 'tools of a resumed session, for the program'],
  ['dynamic_skill', 'where skills were found'],
  ['edited_image_file', 'an image changed; the new one is not sent'],
  ['hook_cancelled', 'a hook was ended; nobody is told'],
  ['hook_deferred_tool', 'state of a deferred tool'],
  ['hook_error_during_execution', 'a hook broke; shown to the person'],
  ['hook_non_blocking_error', 'a hook failed without blocking; shown to the person'],
  ['hook_permission_decision', 'a hook allowed or denied; the tool result says so'],
  ['hook_system_message', 'what a hook tells the person'],
  ['max_turns_reached', 'why the run ended'],
  ['prompt_snapshot', 'the system prompt, kept for a resume'],
  ['structured_output', 'the answer of a run, for the program that started it'],
]);

/** Hook events whose plain output goes into the context; for all others it stays in the transcript. */
const INJECTED_EVENTS: ReadonlySet<string> = new Set(['SessionStart', 'UserPromptSubmit', 'SubagentStart']);

/** True where the attachment is put before the model, as far as is known. */
export function reachesModel(attachment: JsonObject): boolean {
  const type = asString(attachment.type) ?? '';
  if (SILENT.has(type)) return false;
  if (type === 'hook_success') return INJECTED_EVENTS.has(asString(attachment.hookEvent) ?? '') && !isEmpty(attachment.content);
  return type !== 'hook_additional_context' || !isEmpty(attachment.content);
}

const isEmpty = (content: Json | undefined): boolean =>
  typeof content === 'string' ? content.trim() === '' : !Array.isArray(content) || content.length === 0;

/** Text of a queued prompt: a string, or blocks as in a message. */
export function queuedText(attachment: JsonObject): string {
  const prompt = attachment.prompt;
  if (typeof prompt === 'string') return prompt;
  return toBlocks(prompt)
    .map((block) => asString(block.text) ?? '')
    .join('\n');
}

/** About how many characters the attachment puts before the model. */
export function attachmentChars(attachment: JsonObject): number {
  const { content } = attachment;
  if (attachment.type === 'queued_command') return queuedText(attachment).length;
  if (typeof content === 'string') return content.length;
  const snippet = asString(attachment.snippet);
  if (snippet !== null) return snippet.length;
  const inner = linesOf(attachment) ?? fileText(content);
  return inner === null ? jsonChars(content ?? attachment) : inner.length;
}

/**
 * The text that reaches the model, as far as the log holds it. The log keeps the attachment's data, not the sentence that the
 * program made of it: the words around the data are ours, a reconstruction.
 */
export function attachmentText(attachment: JsonObject): string {
  const type = asString(attachment.type) ?? 'attachment';
  const write = WRITERS.get(type);
  const text = write?.(attachment) ?? linesOf(attachment);
  return text ?? asString(attachment.content) ?? stringify(attachment);
}

const WRITERS: ReadonlyMap<string, (attachment: JsonObject) => string | null> = new Map([
  ['queued_command', (attachment: JsonObject) => queuedText(attachment)],
  ['hook_additional_context', (attachment: JsonObject) => hookText(attachment)],
  ['hook_success', (attachment: JsonObject) => hookText(attachment)],
  ['hook_blocking_error', (attachment: JsonObject) => hookText(attachment)],
  ['nested_memory', (attachment: JsonObject) => named(attachment.path, fileText(attachment.content))],
  ['file', (attachment: JsonObject) => named(attachment.filename, fileText(attachment.content))],
  ['edited_text_file', (attachment: JsonObject) => changed(attachment)],
  ['compact_file_reference', (attachment: JsonObject) => named(attachment.filename, '(read before the compaction)')],
  ['date_change', (attachment: JsonObject) => named('New date', asString(attachment.newDate))],
  ['mcp_instructions_delta', (attachment: JsonObject) => listed(attachment.addedBlocks)],
]);

/** Lines a hook gave for the context. */
function hookText(attachment: JsonObject): string | null {
  const { content } = attachment;
  const text = typeof content === 'string' ? content : listed(content);
  return text === null ? null : named(`${asString(attachment.hookName) ?? 'hook'} hook`, text);
}

function listed(content: Json | undefined): string | null {
  const texts = asList(content).filter((item) => typeof item === 'string');
  return texts.length === 0 ? null : texts.join('\n');
}

/** Content of a file that was attached: the text itself, or an object around it. */
function fileText(content: Json | undefined): string | null {
  const outer = asObject(content);
  const inner = asObject(outer?.file) ?? outer;
  return asString(content) ?? asString(inner?.content);
}

function changed(attachment: JsonObject): string | null {
  const snippet = asString(attachment.snippet);
  return snippet === null ? null : `${asString(attachment.filename) ?? 'A file'} was changed outside of this conversation:\n${snippet}`;
}

function named(name: Json | undefined, text: string | null): string | null {
  return text === null ? null : `${asString(name) ?? ''}:\n${text}`;
}
