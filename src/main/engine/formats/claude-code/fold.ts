import type { JsonObject } from '../format.ts';
import { asObject, asString } from '../json.ts';
import { toBlocks } from './content.ts';
import { isSince } from './version.ts';

/** How Claude Code puts reminders into the tool results that they follow. */

/** A result with reminders added to it; null where they stay blocks of their own. */
export function foldInto(block: JsonObject, reminders: readonly JsonObject[], version: string | null): JsonObject | null {
  if (block.type !== 'tool_result' || !reminders.every(isText)) return null;
  if (typeof block.content === 'string') return { ...block, content: paragraphs([block.content, ...reminders.map(textOf)]) };
  return isSince(version, '2.1.285') ? foldIntoList(block, reminders) : null;
}

const isText = (block: JsonObject): boolean => block.type === 'text' && typeof block.text === 'string';

const textOf = (block: JsonObject): string => asString(block.text) ?? '';

const paragraphs = (texts: readonly string[]): string =>
  texts
    .map((text) => text.trim())
    .filter((text) => text !== '')
    .join('\n\n');

/** A list that names tools takes none. */
function foldIntoList(result: JsonObject, reminders: readonly JsonObject[]): JsonObject | null {
  const inner = toBlocks(result.content);
  return inner.some(({ type }) => type === 'tool_reference') ? null : { ...result, content: reminders.reduce(withSeam, inner) };
}

/** Content with a block after it; a text ends the line of a text before it. */
export function withSeam(content: readonly JsonObject[], block: JsonObject): JsonObject[] {
  const last = content.at(-1);
  if (last === undefined || !isText(last) || !isText(block)) return [...content, block];
  return [...content.slice(0, -1), { ...last, text: `${textOf(last)}\n` }, block];
}

const TOOL_EVENTS: ReadonlySet<string> = new Set(['PreToolUse', 'PostToolUse', 'PostToolUseFailure']);

/**
 * How what a hook said appears in the loop of the agent in which it was said, before 2.1.285: a hook of a tool as a text of its own, as if
 * the user said it; one that kept the agent from stopping not at all, since a message of the user's says the same. The next prompt makes
 * both reminders like others.
 */
export function hookInLoop(record: JsonObject, version: string | null): 'text' | 'silent' | 'reminder' {
  if (record.type !== 'attachment' || isSince(version, '2.1.285')) return 'reminder';
  const event = asString(asObject(record.attachment)?.hookEvent) ?? '';
  return TOOL_EVENTS.has(event) ? 'text' : event === 'Stop' || event === 'SubagentStop' ? 'silent' : 'reminder';
}
