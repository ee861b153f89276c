import { showChat } from '../chat/show.ts';
import type { Format, Sample } from '../format.ts';
import { asObject, isObject, without } from '../json.ts';
import { share } from '../share.ts';
import type { Json, JsonObject, WireMessage } from '../values.ts';
import { isHead, read } from './read.ts';
import { piecesIn, saidIn, sentIn } from './record.ts';

const UNSEARCHED: ReadonlySet<string> = new Set([
  'table',
  'role',
  'type',
  'id',
  'message_id',
  'session_id',
  'timestamp',
  'created_at',
  'updated_at',
]);

const OF_THE_COPY: ReadonlySet<string> = new Set(['id', 'message_id', 'session_id', 'timestamp', 'created_timestamp', 'created', 'tokens']);

/** Sessions of Goose: rows of its database, or lines as older versions write them. */
export const goose = {
  ...{ id: 'goose', name: 'Goose', detect, read, messages, ...showChat(piecesIn, { skipped: UNSEARCHED }) },
  locate: () => ({}),
  payload: (record) => (isObject(record) ? without(record, OF_THE_COPY) : record),
} as const satisfies Format;

/** Rows of its tables; in lines the head of a session, and messages with the time of their making. */
function detect({ records }: Sample): number {
  return share(records.filter(isObject), likeness, ({ type, uuid }) => type !== undefined || uuid !== undefined);
}

function likeness(record: JsonObject): number {
  if (record.table === 'messages') return Array.isArray(record.content_json) ? 1 : 0;
  if (record.table !== undefined) return record.table === 'sessions' && typeof record.working_dir === 'string' ? 1 : 0;
  if (record.role === undefined) return isHead(record) && record.message_count !== undefined ? 1 : 0;
  const created = typeof record.created === 'number' && Array.isArray(record.content) && record.type === undefined;
  if (!created) return 0;
  return saidIn(record) === null ? 0.4 : 1;
}

/** Messages as Anthropic's API takes them. */
function messages(records: Json[]): WireMessage[] {
  return records.filter(isObject).flatMap((record) => {
    const said = saidIn(record);
    const content = said === null ? [] : sentIn(said);
    return content.length === 0 ? [] : [{ role: asObject(record)?.role ?? null, content }];
  });
}
