import { type Piece, piecesOf } from '../chat/pieces.ts';
import { asNumber, asObject, asString } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';
import { messageIn } from './compacted.ts';
import { textsIn } from './edits.ts';

/** What the records of a task hold: messages of the history, and what the user saw. */

const ROLES: ReadonlyMap<string, 'user' | 'assistant'> = new Map([
  ['user', 'user'],
  ['assistant', 'assistant'],
]);

/** Whose message of the history a record is; null for another record. */
export function roleOf({ role, content, metadata }: JsonObject): 'user' | 'assistant' | null {
  return content === undefined || asObject(metadata)?.displayOnly === true ? null : (ROLES.get(asString(role) ?? '') ?? null);
}

/** Whether a message is of a session: those of tasks have no ids. */
export function isOfSession({ id }: JsonObject): boolean {
  return typeof id === 'string';
}

/** Whether a message is there to be shown and not to be sent. */
export function isNotice({ metadata }: JsonObject): boolean {
  return asObject(metadata)?.displayOnly === true;
}

/** What a person typed in a session, without the tags that say how. */
export function typedIn(text: string): string {
  return text.replace(/<(user_input|user_command)\b[^>]*>([\s\S]*?)<\/\1>/g, '$2').trim();
}

/** What a record says to a person or a model; null for one that says nothing. */
export function piecesIn(record: JsonObject): Piece[] | null {
  if (roleOf(record) !== null || isNotice(record)) return piecesOf({ content: record.content ?? null });
  const compacted = messageIn(record);
  if (compacted !== null) return piecesIn(compacted);
  const edit = textsIn(record);
  if (edit !== null) return [...edit.values()].map((text) => ({ is: 'text', text }));
  const said = seenIn(record) === null ? null : asString(record.text);
  return said === null || said === '' || requestIn(record) !== null ? null : [{ is: 'text', text: said }];
}

/** What kind of thing the user saw: `api_req_started`, `tool`, `completion_result`; null for a record of the history. */
export function seenIn({ type, say, ask }: JsonObject): string | null {
  if (type === 'say') return asString(say) ?? 'say';
  return type === 'ask' ? (asString(ask) ?? 'ask') : null;
}

/** What the record of a request says of it, which is JSON in a text; null for another record. */
export function requestIn(record: JsonObject): JsonObject | null {
  if (record.type !== 'say' || record.say !== 'api_req_started') return null;
  return parsed(asString(record.text) ?? '') ?? {};
}

function parsed(text: string): JsonObject | null {
  try {
    return asObject(JSON.parse(text) as Json);
  } catch {
    return null;
  }
}

/** The first and last of the messages that are out of the history at this moment, counted from 0; null for none. */
export function rangeIn({ conversationHistoryDeletedRange: range }: JsonObject): [number, number] | null {
  const [from, to] = Array.isArray(range) ? range.map((one) => asNumber(one)) : [];
  return from == null || to == null || from < 0 || to < from ? null : [from, to];
}
