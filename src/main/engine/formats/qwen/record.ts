import { asList, asObject, asString, isObject } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/** What the lines of a session hold, as one shape for all that read them. */

export function payloadOf(record: JsonObject): JsonObject {
  return asObject(record.systemPayload) ?? {};
}

/** What a message holds: texts, calls, responses, media. */
export function piecesOf(record: JsonObject): JsonObject[] {
  return asList(asObject(record.message)?.parts).filter(isObject);
}

export function callOf(piece: JsonObject): JsonObject | null {
  return asObject(piece.functionCall);
}
export function responseOf(piece: JsonObject): JsonObject | null {
  return asObject(piece.functionResponse);
}
export function isThought(piece: JsonObject): boolean {
  return piece.thought === true;
}

export function callsOf(record: JsonObject): JsonObject[] {
  return piecesOf(record)
    .map(callOf)
    .filter((call) => call !== null);
}

export function responsesOf(record: JsonObject): JsonObject[] {
  return piecesOf(record)
    .map(responseOf)
    .filter((response) => response !== null);
}

/** The words of a message, without what the model thought. */
export function wordsOf(record: JsonObject): string {
  return piecesOf(record)
    .flatMap((piece) => (isThought(piece) ? [] : (asString(piece.text) ?? [])))
    .join('\n');
}

/** What a tool answered: its output or its error, as text where it is one. */
export function answerOf(response: JsonObject): { text: string; data: Json; failed: boolean } {
  const body = asObject(response.response);
  const said = body === null ? null : (body.output ?? body.error ?? null);
  const text = asString(said);
  return { text: text ?? '', data: text === null ? (said ?? response.response ?? null) : null, failed: body?.error !== undefined };
}

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
