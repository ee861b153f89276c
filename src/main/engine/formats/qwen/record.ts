import { asList, asObject, asString, isObject } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/** What the lines of a session hold, as one shape for all that read them. */

export const payloadOf = (record: JsonObject): JsonObject => asObject(record.systemPayload) ?? {};

/** What a message holds: texts, calls, responses, media. */
export const piecesOf = (record: JsonObject): JsonObject[] => asList(asObject(record.message)?.parts).filter(isObject);

export const callOf = (piece: JsonObject): JsonObject | null => asObject(piece.functionCall);
export const responseOf = (piece: JsonObject): JsonObject | null => asObject(piece.functionResponse);
export const isThought = (piece: JsonObject): boolean => piece.thought === true;

export const callsOf = (record: JsonObject): JsonObject[] =>
  piecesOf(record)
    .map(callOf)
    .filter((call) => call !== null);

export const responsesOf = (record: JsonObject): JsonObject[] =>
  piecesOf(record)
    .map(responseOf)
    .filter((response) => response !== null);

/** The words of a message, without what the model thought. */
export const wordsOf = (record: JsonObject): string =>
  piecesOf(record)
    .flatMap((piece) => (isThought(piece) ? [] : (asString(piece.text) ?? [])))
    .join('\n');

/** What a tool answered: its output or its error, as text where it is one. */
export const answerOf = (response: JsonObject): { text: string; data: Json; failed: boolean } => {
  const body = asObject(response.response);
  const said = body === null ? null : (body.output ?? body.error ?? null);
  const text = asString(said);
  return { text: text ?? '', data: text === null ? (said ?? response.response ?? null) : null, failed: body?.error !== undefined };
};

export const COMPRESSION = 'chat_compression';

/** The entries of a record, each as a record of its own: of a compression it and then each message of the history that it leaves. */
export function entriesOf(record: JsonObject): JsonObject[] {
  if (record.type !== 'system' || record.subtype !== COMPRESSION) return [record];
  const { compressedHistory, ...rest } = payloadOf(record);
  const history = asList(compressedHistory).filter(isObject);
  if (history.length === 0) return [record];
  const { timestamp = null } = record;
  return [
    { ...record, systemPayload: rest },
    ...history.map((message, at) => ({
      ...{ type: message.role === 'model' ? 'assistant' : 'user', timestamp, message, kept: at + 1 },
    })),
  ];
}
