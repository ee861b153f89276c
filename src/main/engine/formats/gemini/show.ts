import type { Part } from '../../../../shared/model/index.ts';
import { asList, asString, fewLines, isObject, oneLine, stringify, strings, without } from '../json.ts';
import { part } from '../part.ts';
import type { Json, JsonObject } from '../values.ts';
import { answerOf, callsOf, piecesOf, responseOf } from './record.ts';

/** How an entry of a chat is searched, drawn and listed. */

/** Ids, times and what is drawn for a terminal: nobody searches for them. */
const UNSEARCHED: ReadonlySet<string> = new Set([
  ...['id', 'type', 'timestamp', 'status', 'sessionId', 'projectHash', 'startTime', 'lastUpdated', 'kind', 'data', 'mimeType'],
]);

const thoughtsOf = (record: JsonObject): string[] =>
  asList(record.thoughts)
    .filter(isObject)
    .map(({ subject, description }) => [asString(subject), asString(description)].filter((said) => said !== null).join('\n'));

const isMessage = ({ type }: JsonObject): boolean => typeof type === 'string';

/** See `Format.text`. */
export function text(record: Json): string {
  if (!isObject(record)) return '';
  if (!isMessage(record)) return strings(record, UNSEARCHED);
  const said = [...thoughtsOf(record), ...piecesOf(record).map(pieceText), ...callsOf(record).map(callText)];
  return said.filter((words) => words !== '').join('\n');
}

const callText = ({ name, args = null }: JsonObject): string => `${asString(name) ?? 'tool'}\n${strings(args)}`;

function pieceText(piece: JsonObject): string {
  const response = responseOf(piece);
  if (response === null) return strings(piece, UNSEARCHED);
  const { text: words, data } = answerOf(response);
  return words === '' ? strings(data) : words;
}

/** See `Format.parts`. */
export function parts(record: Json): Part[] {
  if (!isObject(record)) return [part('json', stringify(record, 2))];
  if (!isMessage(record)) return [part('json', stringify(record, 2), { name: 'record' })];
  return [
    ...thoughtsOf(record).map((words) => part('thinking', words)),
    ...piecesOf(record).map(piecePart),
    ...callsOf(record).map(callPart),
  ];
}

const idIn = (id: Json | undefined): { id?: string } => (typeof id === 'string' ? { id } : {});

const callPart = ({ id, name, args = {} }: JsonObject): Part =>
  part('tool_call', stringify(args, 2), { name: asString(name) ?? 'tool', ...idIn(id) });

function piecePart(piece: JsonObject): Part {
  const response = responseOf(piece);
  if (response !== null) {
    const { text: words, data } = answerOf(response);
    return part('tool_result', words === '' && data !== null ? stringify(data, 2) : words, {
      name: asString(response.name) ?? 'tool',
      ...idIn(response.id),
    });
  }
  const words = asString(piece.text);
  if (words !== null) return part(piece.thought === true ? 'thinking' : 'text', words);
  return piece.inlineData === undefined
    ? part('json', stringify(piece, 2), { name: 'part' })
    : part('image', 'An image.', { name: 'image' });
}

/** See `Format.preview`. */
export function preview(record: Json): string {
  if (!isObject(record)) return oneLine(stringify(record), 200);
  const said = isMessage(record) ? glance(record) : '';
  return fewLines(said === '' ? oneLine(stringify(record), 240) : said.slice(0, 1200));
}

const glance = (record: JsonObject): string =>
  [
    ...piecesOf(record).map(pieceText),
    ...callsOf(record).map(({ name, args = {} }) => `${asString(name) ?? 'tool'} ${oneLine(stringify(args), 200)}`),
  ].join('\n') || thoughtsOf(record).join('\n');

/** Where it was written, and when: it differs in each copy. */
const OF_THE_COPY: ReadonlySet<string> = new Set(['sessionId', 'projectHash', 'startTime', 'lastUpdated', 'listed', 'within']);

/** See `Format.payload`. */
export function payload(record: Json): Json {
  return isObject(record) ? without(record, OF_THE_COPY) : record;
}
