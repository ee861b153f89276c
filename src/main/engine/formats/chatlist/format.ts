import { showChat } from '../chat/show.ts';
import type { DocumentSample, Format, Sample, Thread } from '../format.ts';
import { asString, isObject, without } from '../json.ts';
import { share } from '../share.ts';
import type { Json, JsonObject, WireMessage } from '../values.ts';
import type { Hint } from './hint.ts';
import { part, read } from './read.ts';
import { linePieces, listOf, roleOf } from './record.ts';
import { messagesIn } from './ui-message.ts';

/** How many answers there were, and whether the newest of them continues. */
interface State {
  answers: number;
  open: boolean;
}

/** What follows in the model's name is one answer, since one request made it; an answer that says what it used is one by itself. */
const thread: Thread<State> = {
  begin: () => ({ answers: 0, open: false }),
  next: (state, { hint }) => {
    const said = hint as Hint | null;
    if (said?.is === 'said') state.open = false;
    if (said?.is !== 'answer') return null;
    if (!state.open || said.whole) state.answers += 1;
    state.open = !said.whole;
    return { step: `answer ${state.answers}` };
  },
};

const UNSEARCHED: ReadonlySet<string> = new Set(['role', 'type', 'id', 'timestamp', 'created_at', 'createdAt']);

/** How a message of a list is searched, drawn and listed. */
const { text, parts, preview } = showChat((record) => (roleOf(record) === null ? null : linePieces(record)), {
  skipped: UNSEARCHED,
});

/** When it was written: it differs in each copy. */
const OF_THE_COPY: ReadonlySet<string> = new Set(['timestamp', 'created_at', 'createdAt']);

/** See `Format.payload`. */
function payload(record: Json): Json {
  return isObject(record) ? without(record, OF_THE_COPY) : record;
}

/** What lists keep next to their messages, and nobody sends. */
const NOT_SENT: ReadonlySet<string> = new Set([
  ...['timestamp', 'created_at', 'createdAt', 'created', 'time', 'ts', 'date', 'usage', 'model', 'metadata', 'revisionId', 'annotations'],
]);

/** The messages as the list has them; of an interface's, those that its model is sent. */
function messages(records: Json[]): WireMessage[] {
  return records.filter(isObject).flatMap((record) => (listOf(record) === null && roleOf(record) !== null ? sent(record) : []));
}

const sent = (record: JsonObject): WireMessage[] =>
  (Array.isArray(record.parts) ? messagesIn(record) : [record]).map((message) =>
    Object.fromEntries(Object.entries(message).filter(([key]) => !NOT_SENT.has(key) && !(key === 'id' && message.type === undefined))),
  );

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
