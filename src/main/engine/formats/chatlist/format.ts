import type { DocumentSample, Format, Sample } from '../format.ts';
import { asString, isObject } from '../json.ts';
import { share } from '../share.ts';
import type { JsonObject } from '../values.ts';
import { messages } from './messages.ts';
import { part, read } from './read.ts';
import { listOf, roleOf } from './record.ts';
import { parts, payload, preview, text } from './show.ts';
import { thread } from './thread.ts';

/** Lists of messages for a chat API: one message a line, or one conversation a line. */
export const chatlist = {
  ...{ id: 'chatlist', name: 'Chat list', detect, locate: () => ({}), read, part, thread, text, parts, preview, messages, payload },
  document: { records: ['*', 'messages.*'] },
} as const satisfies Format;

/** Messages with a role are in the logs of many agents: whoever knows more of a log is surer than this. */
const MOST = 0.6;

function detect({ records, document }: Sample): number {
  if (document !== undefined && !isList(document)) return 0;
  return MOST * share(records.filter(isObject), likeness, ({ type }) => typeof type === 'string');
}

/** A document is a list of messages, or has one; what one request sends is none. */
const isList = ({ list, keys }: DocumentSample): boolean =>
  list || (keys.includes('messages') && !isOfRequest(Object.fromEntries(keys.map((key) => [key, true]))));

/** Fields of messages in the logs of agents, where they have more to say than a list would. */
const OF_AGENTS = ['uuid', 'parentUuid', 'parentId', 'sessionId', 'payload', 'provenance', 'kind'] as const;

/** Fields of a request for one answer, or of its response: each request repeats its conversation as far as it had come, so it is none of its own. */
const OF_REQUESTS = ['max_tokens', 'max_completion_tokens', 'stream', 'stop_reason'] as const;

const isOfRequest = (record: JsonObject): boolean =>
  OF_REQUESTS.some((key) => record[key] !== undefined) ||
  (record.model !== undefined && record.messages !== undefined && record.tools !== undefined);

function likeness(record: JsonObject): number {
  if (OF_AGENTS.some((key) => record[key] !== undefined && record.messages === undefined)) return 0;
  const list = listOf(record);
  if (isOfRequest(record)) return 0;
  if (list !== null) return list.some((message) => roleOf(message) !== null) ? 1 : 0;
  if (roleOf(record) !== null) return 1;
  return record.type === undefined && asString(record.role) !== null && record.content !== undefined ? 0.3 : 0;
}
