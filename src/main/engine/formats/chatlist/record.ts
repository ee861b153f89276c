import { contentPieces, type Piece, piecesOf } from '../chat/pieces.ts';
import { asList, asString, isObject } from '../json.ts';
import type { JsonObject } from '../values.ts';
import { isSplit, messagesIn } from './ui-message.ts';

/** What a record of a list of messages holds, as one shape for all that read them. */

type Role = 'system' | 'user' | 'assistant' | 'tool';

const ROLES: ReadonlyMap<string, Role> = new Map([
  ...(['system', 'user', 'assistant', 'tool'] as const).map((role) => [role, role] as const),
  ['developer', 'system'],
  ['function', 'tool'],
]);

/** Items that are not messages but parts of an answer, or what a tool answered. */
const ITEMS: ReadonlyMap<string, Role> = new Map([
  ['function_call', 'assistant'],
  ['reasoning', 'assistant'],
  ['function_call_output', 'tool'],
]);

/** Whose a message is; null for what is none. */
export function roleOf(record: JsonObject): Role | null {
  const type = asString(record.type);
  const item = type === null ? undefined : ITEMS.get(type);
  if (item !== undefined) return item;
  if (type !== null && type !== 'message') return null;
  const holds =
    record.content !== undefined || Array.isArray(record.parts) || Array.isArray(record.tool_calls) || isObject(record.function_call);
  return holds ? (ROLES.get(asString(record.role) ?? '') ?? null) : null;
}

/** What a message holds. */
export function linePieces(record: JsonObject): Piece[] {
  const { type, summary } = record;
  if (type === 'reasoning') return [...thoughtsIn(summary), ...thoughtsIn(record.content)];
  if (ITEMS.has(asString(type) ?? '')) return contentPieces([record]);
  const [first = record] = Array.isArray(record.parts) || isSplit(record) ? messagesIn(record) : [];
  return piecesOf(first);
}

const thoughtsIn = (blocks: JsonObject[string] | undefined): Piece[] =>
  asList(blocks).flatMap((block) => {
    const text = isObject(block) ? asString(block.text) : null;
    return text === null ? [] : [{ is: 'thinking' as const, text }];
  });

/** The messages of a record that is a whole conversation; null for another record. */
export function listOf(record: JsonObject): JsonObject[] | null {
  if (!Array.isArray(record.messages) || record.role !== undefined) return null;
  const messages = record.messages.filter(isObject);
  return messages.length > 0 || typeof record.holds === 'number' ? messages : null;
}

/**
 * The entries of a record, each as a record of its own: of a conversation, what it says about itself, and each message; of a message with the results
 * of its own calls in it, one for what the model said and one for the results, step by step.
 */
export function entriesOf(record: JsonObject): JsonObject[] {
  const list = listOf(record);
  if (list === null) return isSplit(record) ? messagesIn(record) : [record];
  if (list.length === 0) return [record];
  const { messages: _messages, system, ...rest } = record;
  const prompt = system === undefined ? [] : [{ role: 'system', content: system }];
  const inside = [...prompt, ...list.flatMap((message) => (isSplit(message) ? messagesIn(message) : [message]))];
  return [{ ...rest, messages: [], holds: inside.length }, ...inside];
}
