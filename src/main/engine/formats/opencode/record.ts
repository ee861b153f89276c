import { asNumber, asObject, asString, isObject } from '../json.ts';
import type { JsonObject } from '../values.ts';
import { asRow, rowsOf } from './exported.ts';

/** What a row of the database says, whether it is an event or a row of state. */
export type Said =
  | { is: 'session'; info: JsonObject; time: number | null }
  | { is: 'message'; info: JsonObject }
  | { is: 'part'; part: JsonObject; time: number | null }
  | { is: 'removed'; id: string; time: number | null }
  | { is: 'other'; type: string; time: number | null };

/** Types of events have a version after them. */
const nameOf = (type: string): string => type.replace(/\.\d+$/, '');

/** The id of a part with that of its message before it: what a row says of a message counts for its parts. */
export function partId(message: string | null, part: string | null): string | null {
  return message === null || part === null ? null : `${message}/${part}`;
}

/** The message that an entry is of, by the id of the entry. */
export function messageOf(id: string | null): string | null {
  return id?.split('/', 1)[0] ?? null;
}

/** Reads what a row says. Never throws. */
export function saidIn(held: JsonObject): Said {
  const record = asRow(held);
  const { table } = record;
  const data = asObject(record.data) ?? {};
  // The row of a session comes first, and is of its last change: what follows it would be earlier.
  if (table === 'session')
    return {
      is: 'session',
      time: asNumber(record.time_created) ?? asNumber(record.time_updated),
      info: {
        ...record,
        parentID: record.parent_id ?? null,
        time: { updated: record.time_updated ?? null, created: record.time_created ?? null },
      },
    };
  if (table === 'message') return { is: 'message', info: { ...data, id: record.id ?? null, sessionID: record.session_id ?? null } };
  if (table === 'part') {
    const part = { ...data, id: record.id ?? null, messageID: record.message_id ?? null, sessionID: record.session_id ?? null };
    return { is: 'part', part, time: asNumber(record.time_created) };
  }
  return eventIn(record, data);
}

function eventIn(record: JsonObject, data: JsonObject): Said {
  const type = nameOf(asString(record.type) ?? 'untyped');
  const time = asNumber(data.time);
  const [info, part] = [asObject(data.info), asObject(data.part)];
  if ((type === 'session.created' || type === 'session.updated') && info !== null)
    return { is: 'session', info, time: asNumber(asObject(info.time)?.updated) };
  if (type === 'message.updated' && info !== null) return { is: 'message', info };
  if (type === 'message.part.updated' && part !== null) return { is: 'part', part, time };
  const message = asString(data.messageID);
  if (type === 'message.removed' && message !== null) return { is: 'removed', id: message, time };
  const removed = type === 'message.part.removed' ? partId(message, asString(data.partID)) : null;
  return removed === null ? { is: 'other', type, time } : { is: 'removed', id: removed, time };
}

/** The part that a record is of; null for another record. */
export function partIn(record: JsonObject): JsonObject | null {
  const said = saidIn(record);
  return said.is === 'part' ? said.part : null;
}

/** A tool that answered, or failed, is a call and its result: two entries of one row. */
export function stateOf(part: JsonObject): JsonObject {
  return asObject(part.state) ?? {};
}

export function hasAnswered(part: JsonObject): boolean {
  const { status } = stateOf(part);
  return part.type === 'tool' && (status === 'completed' || status === 'error');
}

/** Output that was cleared from the context to save room; it is still in the row. */
export function isBlanked(part: JsonObject): boolean {
  return asNumber(asObject(stateOf(part).time)?.compacted) !== null;
}

/** What is sent in the place of such output. */
export const BLANK = '[Old tool result content cleared]';

/** What a tool answered, as it is sent. */
export function answerOf(part: JsonObject): string {
  const { status, output, error, metadata } = stateOf(part);
  if (status === 'completed') return asString(output) ?? '';
  const more = asObject(metadata);
  return (more?.interrupted === true ? asString(more.output) : null) ?? asString(error) ?? '';
}

/** Which entry of its row a record is, where the row makes two; absent in the row itself. */
export function entryOf(record: JsonObject): RowEntry {
  return record.entry === 'call' || record.entry === 'result' || record.entry === 'blank' ? record.entry : null;
}

/** `blank`: that the output of a tool was cleared, where its call and its result are in the same row. */
export type RowEntry = 'call' | 'result' | 'blank' | null;

/** Whether a record says that output was cleared, and not what it was. */
export function isBlank(record: JsonObject, part: JsonObject): boolean {
  const entry = entryOf(record);
  return isBlanked(part) && entry !== 'call' && entry !== 'result';
}

/** The entries of a message of an export, each as a row of its own; null for another record. */
export function entriesOf(record: JsonObject): JsonObject[] | null {
  const rows = rowsOf(record);
  if (rows === null) return null;
  return rows.flatMap((row) => {
    const held = partIn(row);
    if (held === null || !hasAnswered(held)) return [row];
    const both = (['call', 'result'] as const).map((entry) => ({ ...row, entry }));
    return isBlanked(held) ? [...both, { ...row, entry: 'blank' }] : both;
  });
}

/** The record of one entry of a row, as `read` numbers them. */
export function part(record: JsonObject, at: number): JsonObject {
  const exported = entriesOf(record);
  if (exported !== null) return exported[at] ?? {};
  const found = partIn(record);
  if (found === null || !hasAnswered(found) || isBlanked(found)) return at === 0 ? record : {};
  return at > 1 ? {} : { ...record, entry: at === 0 ? 'call' : 'result' };
}

/** Parts that are sent as media: other files are sent as text that is in parts of its own. */
export function isMedia({ type, mime }: JsonObject): boolean {
  return type === 'file' && mime !== 'text/plain' && mime !== 'application/x-directory' && typeof mime === 'string';
}

/** Words of the agent in the user's name. */
const COMPACTED = 'What did we do so far?';
const RAN = 'The following tool was executed by the user';
export const INTERRUPTED = '[Tool execution was interrupted]';

/** The text of a part as it is sent; empty where none is. */
export function wordsOf(part: JsonObject): string {
  if (part.type === 'compaction') return COMPACTED;
  if (part.type === 'subtask') return RAN;
  return part.type === 'text' || part.type === 'reasoning' ? (asString(part.text) ?? '') : '';
}

/** Text of a model has the time in which it was written, that of a user has none. */
export function isAnswer(part: JsonObject): boolean {
  return isObject(part.time) && part.synthetic !== true;
}
