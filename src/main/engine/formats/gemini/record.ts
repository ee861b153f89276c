import { asList, asObject, asString, isObject } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/** What the lines of a chat hold, as one shape for all that read them. */

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** The id of a session or a message; null for one that other sessions have too: the message with the project, a session of the agent's server. */
export function idOf(value: Json | undefined): string | null {
  const id = asString(value);
  return id !== null && UUID.test(id) ? id : null;
}

/** The messages that a record puts in the place of the whole list; null for another record. */
export function listOf(record: JsonObject): JsonObject[] | null {
  const messages = asObject(record.$set)?.messages;
  return Array.isArray(messages) ? messages.filter(isObject) : null;
}

const contentOf = ({ content }: JsonObject): JsonObject[] => {
  if (typeof content === 'string') return content === '' ? [] : [{ text: content }];
  return (isObject(content) ? [content] : asList(content)).flatMap((piece) =>
    typeof piece === 'string' ? [{ text: piece }] : isObject(piece) ? [piece] : [],
  );
};

/** What a message holds: texts, responses of tools, media. */
export function piecesOf(record: JsonObject): JsonObject[] {
  return contentOf(record).filter(({ functionCall }) => functionCall === undefined);
}

/** The calls of a message: in a field of their own, or in its content where a list that replaces another has them. */
export function callsOf(record: JsonObject): JsonObject[] {
  return [
    ...contentOf(record)
      .map(({ functionCall }) => asObject(functionCall))
      .filter((call) => call !== null),
    ...asList(record.toolCalls).filter(isObject),
  ];
}

export function responseOf(piece: JsonObject): JsonObject | null {
  return asObject(piece.functionResponse);
}

/** The words of a message, without what the model thought. */
export function wordsOf(record: JsonObject): string {
  return piecesOf(record)
    .flatMap((piece) => (piece.thought === true ? [] : (asString(piece.text) ?? [])))
    .join('\n');
}

/** What a tool answered: its output or its error, as text where it is one. */
export function answerOf(response: JsonObject): { text: string; data: Json; failed: boolean } {
  const body = asObject(response.response);
  const said = body === null ? null : (body.output ?? body.error ?? null);
  const text = asString(said);
  return { text: text ?? '', data: text === null ? (said ?? response.response ?? null) : null, failed: body?.error !== undefined };
}

/** Ids of calls are logged after the name of the tool and sent without it. */
export function sentId(name: string, id: string): string {
  return id.startsWith(`${name}__`) ? id.slice(name.length + 2) : id;
}

/**
 * The entries of a record, each as a record of its own. A message of the model is one, and each result inside its calls another; a message in the
 * user's name is cut where results of tools begin and end. Of a record that replaces the list, it and then each entry of each message.
 */
export function entriesOf(record: JsonObject): JsonObject[] {
  const list = listOf(record);
  if (list === null) return messageEntries(record);
  if (list.length === 0 && typeof record.holds === 'number') return [record];
  const { messages: _messages, ...rest } = asObject(record.$set) ?? {};
  const inside = list.flatMap((message) => messageEntries(message).map((entry) => ({ ...entry, listed: true })));
  return [{ $set: { ...rest, messages: [] }, holds: inside.length, summary: summaryAmong(list, inside) }, ...inside];
}

function messageEntries(record: JsonObject): JsonObject[] {
  if (record.type === 'gemini') {
    const calls = asList(record.toolCalls).filter(isObject);
    const results = calls.filter(({ result }) => result !== undefined);
    if (results.length === 0) return [record];
    const toolCalls = calls.map(({ result: _result, resultDisplay: _display, ...call }) => call);
    return [{ ...record, toolCalls }, ...results.flatMap((call) => cut(resultEntry(record, call)))];
  }
  return record.type === 'user' ? cut(record) : [record];
}

function cut(record: JsonObject): JsonObject[] {
  const runs = runsOf(piecesOf(record));
  return runs.length < 2 ? [record] : runs.map((content, at) => (at === 0 ? { ...record, content } : { ...without(record), content }));
}

const without = ({ displayContent: _shown, ...record }: JsonObject): JsonObject => record;

const resultEntry = ({ timestamp = null }: JsonObject, call: JsonObject): JsonObject => ({
  ...{ type: 'user', timestamp: call.timestamp ?? timestamp, status: call.status ?? null },
  content: isObject(call.result) ? [call.result] : (call.result ?? null),
  ...(call.resultDisplay !== undefined && { resultDisplay: call.resultDisplay }),
  within: true,
});

/** Each response with what belongs to it, and what is not of a tool. */
function runsOf(pieces: readonly JsonObject[]): JsonObject[][] {
  const runs: JsonObject[][] = [];
  for (const piece of pieces) {
    const last = runs.at(-1);
    const begins = responseOf(piece) !== null || (last?.some((one) => responseOf(one) !== null) && typeof piece.text === 'string');
    if (last === undefined || begins) runs.push([piece]);
    else last.push(piece);
  }
  return runs;
}

const SNAPSHOT = /^\s*<state_snapshot>/;

/** A summary that a compression put in the place of what it removed. */
export function isSummary(record: JsonObject): boolean {
  return record.type === 'user' && SNAPSHOT.test(wordsOf(record));
}

/**
 * The place of a new summary among the entries; null where the list is written again for another reason. A session that is resumed writes its list again,
 * with messages that are younger than the summary in it.
 */
function summaryAmong(list: readonly JsonObject[], inside: readonly JsonObject[]): number | null {
  const summary = list.findLast(isSummary);
  if (summary === undefined) return null;
  const at = asString(summary.timestamp) ?? '';
  if (list.some(({ timestamp }) => (asString(timestamp) ?? '') > at)) return null;
  return inside.findLastIndex(isSummary) + 1;
}
