import type { Part } from '../../../../shared/model/index.ts';
import { asString, fewLines, isObject, oneLine, stringify, strings, without } from '../json.ts';
import { part } from '../part.ts';
import type { Json, JsonObject } from '../values.ts';
import { callsOf, dataOf, MESSAGES, wordsOf } from './record.ts';

/** How an event of a session is searched, drawn and listed. */

/** Ids, times and ciphers: nobody searches for them. */
const UNSEARCHED: ReadonlySet<string> = new Set([
  ...[
    'id',
    'parentId',
    'timestamp',
    'sessionId',
    'hookInvocationId',
    'requestId',
    'serviceRequestId',
    'interactionId',
    'messageId',
    'turnId',
  ],
  ...['toolCallId', 'apiCallId', 'reasoningOpaque', 'encryptedContent', 'headCommit', 'startTime'],
]);

const isMessage = ({ type }: JsonObject): boolean =>
  typeof type === 'string' && (MESSAGES.has(type) || type === 'session.compaction_complete');

const thinkingOf = (data: JsonObject): string => asString(data.reasoningText) ?? '';

/** See `Format.text`. */
export function text(record: Json): string {
  if (!isObject(record)) return '';
  const data = dataOf(record);
  if (!isMessage(record)) return strings(record.data ?? record, UNSEARCHED);
  const calls = callsOf(data).map(({ name, arguments: input = null }) => `${asString(name) ?? 'tool'}\n${strings(input)}`);
  return [thinkingOf(data), wordsOf(record), ...calls].filter((words) => words !== '').join('\n');
}

const idIn = (id: Json | undefined): { id?: string } => (typeof id === 'string' ? { id } : {});

/** See `Format.parts`. */
export function parts(record: Json): Part[] {
  if (!isObject(record)) return [part('json', stringify(record, 2))];
  const data = dataOf(record);
  if (!isMessage(record)) return [part('json', stringify(record.data ?? record, 2), { name: asString(record.type) ?? 'record' })];
  const words = wordsOf(record);
  if (record.type === 'tool.execution_complete') return [part('tool_result', words, idIn(data.toolCallId))];
  const thinking = thinkingOf(data);
  return [
    ...(thinking === '' ? [] : [part('thinking', thinking)]),
    ...(words === '' ? [] : [part('text', words)]),
    ...callsOf(data).map(({ toolCallId, name, arguments: input = {} }) =>
      part('tool_call', stringify(input, 2), { name: asString(name) ?? 'tool', ...idIn(toolCallId) }),
    ),
  ];
}

/** See `Format.preview`. */
export function preview(record: Json): string {
  if (!isObject(record)) return oneLine(stringify(record), 200);
  const data = dataOf(record);
  const typed = record.type === 'user.message' ? asString(data.content) : null;
  const calls = callsOf(data).map(({ name, arguments: input = {} }) => `${asString(name) ?? 'tool'} ${oneLine(stringify(input), 200)}`);
  const said = isMessage(record) ? [typed ?? wordsOf(record), ...calls].filter((words) => words !== '').join('\n') : '';
  return fewLines(said === '' ? oneLine(stringify(record.data ?? record), 240) : said.slice(0, 1200));
}

/** When and in which chain it was written: it differs in each copy. */
const OF_THE_COPY: ReadonlySet<string> = new Set(['id', 'parentId', 'timestamp']);

/** See `Format.payload`. */
export function payload(record: Json): Json {
  return isObject(record) ? without(record, OF_THE_COPY) : record;
}
