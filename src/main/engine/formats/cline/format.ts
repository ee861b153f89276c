import { showChat } from '../chat/show.ts';
import type { Format, Located, Sample } from '../format.ts';
import { isObject, without } from '../json.ts';
import type { Json, JsonObject, WireMessage } from '../values.ts';
import { compactedIn, messageIn } from './compacted.ts';
import { editsIn, replaced } from './edits.ts';
import { read, readWithEdits } from './read.ts';
import { isOfSession, piecesIn, roleOf, seenIn } from './record.ts';
import { sent, sentMessages, sentOfSession, shortened } from './sent.ts';
import { thread } from './thread.ts';

const UNSEARCHED: ReadonlySet<string> = new Set(['role', 'type', 'say', 'ask', 'id', 'ts', 'conversationHistoryIndex', 'metadata']);

const OF_THE_COPY: ReadonlySet<string> = new Set(['ts', 'modelInfo', 'metrics']);

/** What reads tasks, whichever program of the family wrote them. */
export const taskFormat = {
  ...{ read, thread, messages, locate: locateTask },
  ...showChat(piecesIn, { skipped: UNSEARCHED, nameOf: (record) => seenIn(record) ?? 'record' }),
  document: { records: ['*'] },
  payload: (record) => (isObject(record) ? without(record, OF_THE_COPY) : record),
} as const satisfies Partial<Format>;

/** Tasks of Cline. */
export const cline = {
  ...{ id: 'cline', name: 'Cline', detect, ...taskFormat, read: readWithEdits, part, locate, messages: repaired, replaced, shortened },
  document: { records: ['*', 'messages.*'], lists: true, whole: /\.compaction\.json$/ },
} as const satisfies Format;

function part(record: JsonObject, at: number): JsonObject {
  return (editsIn(record) ?? compactedIn(record) ?? [record])[at] ?? {};
}

function repaired(records: Json[]): WireMessage[] {
  const history = historyIn(records);
  return history.some(isOfSession) ? sentOfSession(history) : sentMessages(history);
}

/** Messages as Anthropic's API takes them. */
function messages(records: Json[]): WireMessage[] {
  return historyIn(records).map(sent);
}

const historyIn = (records: readonly Json[]): JsonObject[] =>
  records
    .filter(isObject)
    .map((record) => messageIn(record) ?? record)
    .filter((record) => roleOf(record) !== null);

const HISTORY = /api_conversation_history\.json$/;
const SESSION = /[\\/]sessions[\\/](\d{13}_\w+)[\\/]([^\\/]+)\.messages\.json$/;
const TASK = /[\\/]tasks[\\/]([^\\/]+)[\\/]api_conversation_history\.json$/;

/** Messages in a document of the name that the history of a task has. */
export function detectTask({ path, records, document }: Sample): number {
  if (document?.list !== true || !HISTORY.test(path)) return 0;
  const objects = records.filter(isObject);
  return objects.some((record) => roleOf(record) !== null) ? 0.9 : 0;
}

function detect(sample: Sample): number {
  return Math.max(detectTask(sample), detectSession(sample));
}

/** Messages in a document that says whose they are. */
function detectSession({ document }: Sample): number {
  const has = (key: string): boolean => document?.keys.includes(key) === true;
  return ['version', 'agent', 'sessionId', 'origin', 'messages'].every(has) ? 1 : 0;
}

/** A task has a folder of its id. */
function locateTask(path: string): Located {
  const session = TASK.exec(path)?.[1];
  return session === undefined ? {} : { session };
}

/** So has a session, which the messages of its sub-agents are in too. */
function locate(path: string): Located {
  const [, parentSession, session] = SESSION.exec(path) ?? [];
  if (parentSession === undefined || session === undefined) return locateTask(path);
  return session === parentSession ? { session } : { parentSession, agent: session, relation: 'sub-agent' };
}
