import type { Part } from '../../../../shared/model/index.ts';
import { asString, fewLines, isObject, oneLine, stringify, strings, without } from '../json.ts';
import { part } from '../part.ts';
import type { Json, JsonObject } from '../values.ts';
import { answerOf, callOf, isThought, payloadOf, piecesOf, responseOf } from './record.ts';

/** How an entry of a session is searched, drawn and listed. */

/** Ids and media: nobody searches for them. */
const UNSEARCHED: ReadonlySet<string> = new Set(['id', 'data', 'mimeType', 'promptId', 'prompt_id', 'response_id', 'event.timestamp']);

const isMessage = ({ message }: JsonObject): boolean => isObject(message);

/** See `Format.text`. */
export function text(record: Json): string {
  if (!isObject(record)) return '';
  if (isMessage(record)) return joined(piecesOf(record).map(pieceText));
  return record.type === 'system' ? strings(payloadOf(record), UNSEARCHED) : strings(ownFields(record), UNSEARCHED);
}

const joined = (texts: readonly string[]): string => texts.filter((words) => words !== '').join('\n');

const ownFields = ({ uuid: _id, parentUuid: _parent, sessionId: _session, timestamp: _time, ...record }: JsonObject): JsonObject => record;

function pieceText(piece: JsonObject): string {
  const [call, response] = [callOf(piece), responseOf(piece)];
  if (call !== null) return `${asString(call.name) ?? 'tool'}\n${strings(call.args ?? null)}`;
  if (response === null) return strings(piece, UNSEARCHED);
  const { text: words, data } = answerOf(response);
  return words === '' ? strings(data) : words;
}

/** See `Format.parts`. */
export function parts(record: Json): Part[] {
  if (!isObject(record)) return [part('json', stringify(record, 2))];
  if (isMessage(record)) return piecesOf(record).map(piecePart);
  return [part('json', stringify(record.systemPayload ?? record, 2), { name: asString(record.subtype) ?? 'record' })];
}

const idIn = (id: Json | undefined): { id?: string } => (typeof id === 'string' ? { id } : {});

function piecePart(piece: JsonObject): Part {
  const [call, response] = [callOf(piece), responseOf(piece)];
  if (call !== null) return part('tool_call', stringify(call.args ?? {}, 2), { name: asString(call.name) ?? 'tool', ...idIn(call.id) });
  if (response !== null) {
    const { text: words, data } = answerOf(response);
    const shown = words === '' && data !== null ? stringify(data, 2) : words;
    return part('tool_result', shown, { name: asString(response.name) ?? 'tool', ...idIn(response.id) });
  }
  const words = asString(piece.text);
  if (words !== null) return part(isThought(piece) ? 'thinking' : 'text', words);
  return piece.inlineData === undefined
    ? part('json', stringify(piece, 2), { name: 'part' })
    : part('image', 'An image.', { name: 'image' });
}

/** See `Format.preview`. */
export function preview(record: Json): string {
  if (!isObject(record)) return oneLine(stringify(record), 200);
  const said = isMessage(record)
    ? joined(
        piecesOf(record)
          .filter((piece) => !isThought(piece))
          .map(glance),
      ) || text(record)
    : '';
  return fewLines(said === '' ? oneLine(stringify(record.systemPayload ?? record), 240) : said.slice(0, 1200));
}

function glance(piece: JsonObject): string {
  const call = callOf(piece);
  return call === null ? pieceText(piece) : `${asString(call.name) ?? 'tool'} ${oneLine(stringify(call.args ?? {}), 200)}`;
}

/** Where, when and by which version it was written: it differs in each copy. */
const OF_THE_COPY: ReadonlySet<string> = new Set(['sessionId', 'cwd', 'version', 'timestamp', 'kept']);

/** See `Format.payload`. */
export function payload(record: Json): Json {
  return isObject(record) ? without(record, OF_THE_COPY) : record;
}
