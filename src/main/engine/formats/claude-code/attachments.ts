import type { JsonObject } from '../format.ts';
import { asObject, asString, stringify } from '../json.ts';
import { type Said, said } from './attachment-text.ts';
import { toBlocks } from './content.ts';
import { isNotification } from './prompts.ts';
import { renderedMessages } from './rendered.ts';
import type { Sender } from './version.ts';

/**
 * Attachments: what Claude Code put next to the conversation. The set is open, so whatever is not known to stay
 * away from the model counts as sent.
 */

/** Attachment types that never reach the model, and why. */
const SILENT: ReadonlyMap<string, string> = new Map([
  ['already_read_file', 'the file is in the context already'],
  ['autocheckpointing', 'state of the checkpointer'],
  ['background_task_status', 'state of a task, for the screen'],
  ['command_permissions', 'which tools a command may use'],
  ['context_efficiency', 'a measurement'],
  ['current_session_memory', 'notes that the program keeps'],
  ['deferred_tools_record', 'tools of a resumed session, for the program'],
  ['dynamic_skill', 'where skills were found'],
  ['edited_image_file', 'an image changed; the new one is not sent'],
  ['goal_status', 'state of a goal, for the screen'],
  ['hook_cancelled', 'a hook was ended; nobody is told'],
  ['hook_deferred_tool', 'state of a deferred tool'],
  ['hook_error_during_execution', 'a hook broke; shown to the person'],
  ['hook_non_blocking_error', 'a hook failed without blocking; shown to the person'],
  ['hook_permission_decision', 'a hook allowed or denied; the tool result says so'],
  ['hook_system_message', 'what a hook tells the person'],
  ['max_turns_reached', 'why the run ended'],
  ['prompt_snapshot', 'the system prompt, kept for a resume'],
  ['structured_output', 'the answer of a run, for the program that started it'],
  ['task_progress', 'state of a task, for the screen'],
  ['todo', 'a list that the program keeps'],
  ['teammate_shutdown_batch', 'state of a team, for the screen'],
]);

/** Hook events of which the plain output goes into the context; for all others it stays in the transcript. */
const INJECTED_EVENTS: ReadonlySet<string> = new Set(['SessionStart', 'UserPromptSubmit', 'UserPromptExpansion']);

/** Words are those of the newest version where nobody says which. */
const NOBODY: Sender = { version: null, model: null };

/**
 * Attachments that from 2.1.285 on hold their words in the record, and are not sent where they hold none.
 */
const RENDERED: ReadonlySet<string> = new Set(['environment', 'model', 'date', 'session_context', 'instructions', 'remote_session_change']);

/** True where an attachment of this kind is put before the model, as far as is known, if it has words at all. */
function reachesModel(attachment: JsonObject): boolean {
  const type = asString(attachment.type) ?? '';
  if (SILENT.has(type) || RENDERED.has(type)) return false;
  return type !== 'hook_success' || INJECTED_EVENTS.has(asString(attachment.hookEvent) ?? '');
}

/** Text of a queued prompt as a person typed it: a string, or blocks as in a message. */
export function queuedText(attachment: JsonObject): string {
  const prompt = attachment.prompt;
  if (typeof prompt === 'string') return prompt;
  return toBlocks(prompt)
    .map((block) => asString(block.text) ?? '')
    .join('\n');
}

/**
 * The messages that an attachment record became on the wire, each with its blocks: from 2.1.285 on the record holds them, of older
 * versions the words are known (`attachment-text.ts`). Empty for what is not sent.
 */
export function attachmentMessages(record: JsonObject, sender: Sender): JsonObject[][] {
  const rendered = renderedMessages(record);
  if (rendered !== null) return rendered;
  const attachment = asObject(record.attachment);
  if (attachment === null || !reachesModel(attachment)) return [];
  return wordsOf(attachment, sender).map((message) => toBlocks(message).map(wrapped));
}

/** What a prompt in the queue becomes on the wire where the running agent takes it; the record has it for versions that log no attachments. */
export function queuedMessages(record: JsonObject, sender: Sender): JsonObject[][] {
  const prompt = asString(record.content);
  if (prompt === null) return [];
  const commandMode = isNotification(record, prompt) ? 'task-notification' : 'prompt';
  return wordsOf({ type: 'queued_command', prompt, commandMode }, sender).map((message) => toBlocks(message).map(wrapped));
}

/** The data of a type whose wording is unknown. */
const wordsOf = (attachment: JsonObject, sender: Sender): Said[] =>
  said(attachment, sender) ?? [asString(attachment.content) ?? stringify(attachment)];

/** The program tells the model so that a text is its own and not the user's. */
const wrapped = (block: JsonObject): JsonObject =>
  typeof block.text === 'string' ? { ...block, text: `<system-reminder>\n${block.text}\n</system-reminder>` } : block;

/** The text that reaches the model, without the tags around it; of a queued prompt what was typed. */
export function attachmentText(attachment: JsonObject, sender: Sender = NOBODY): string {
  if (attachment.type === 'queued_command') return queuedText(attachment);
  const text = wordsOf(attachment, sender).map(textOf).join('\n');
  return text === '' ? (asString(attachment.content) ?? stringify(attachment)) : text;
}

const textOf = (message: Said): string =>
  typeof message === 'string' ? message : message.flatMap((block) => asString(block.text) ?? []).join('\n');
