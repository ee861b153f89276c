import { isObject } from '../json.ts';
import type { Json, JsonObject, WireMessage } from '../values.ts';
import { listOf, roleOf } from './record.ts';
import { messagesIn } from './ui-message.ts';

/** What lists keep next to their messages, and nobody sends. */
const NOT_SENT: ReadonlySet<string> = new Set([
  ...['timestamp', 'created_at', 'createdAt', 'created', 'time', 'ts', 'date', 'usage', 'model', 'metadata', 'revisionId', 'annotations'],
]);

/** The messages as the list has them; of an interface's, those that its model is sent. */
export function messages(records: Json[]): WireMessage[] {
  return records.filter(isObject).flatMap((record) => (listOf(record) === null && roleOf(record) !== null ? sent(record) : []));
}

const sent = (record: JsonObject): WireMessage[] =>
  (Array.isArray(record.parts) ? messagesIn(record) : [record]).map((message) =>
    Object.fromEntries(Object.entries(message).filter(([key]) => !NOT_SENT.has(key) && !(key === 'id' && message.type === undefined))),
  );
