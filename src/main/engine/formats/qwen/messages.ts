import { asList, asString, isObject, stringify } from '../json.ts';
import type { Json, JsonObject, WireMessage } from '../values.ts';
import { answerOf, callsOf, isThought, piecesOf, responsesOf, wordsOf } from './record.ts';

/** Messages of a chat completion, as Qwen Code sends them: what follows in the user's name is one message. Thoughts are not sent. */
export function messages(records: Json[]): WireMessage[] {
  const out: WireMessage[] = [];
  for (const record of records) {
    if (!isObject(record)) continue;
    if (record.type === 'assistant') addAnswer(out, record);
    else if (record.type === 'tool_result') out.push(...responsesOf(record).map(result));
    else if (record.type === 'user') addUser(out, record);
  }
  return out;
}

function addUser(out: WireMessage[], record: JsonObject): void {
  const content = piecesOf(record)
    .filter((piece) => !isThought(piece) && piece.text !== '')
    .map(sent);
  const last = out.at(-1);
  if (content.length === 0) return;
  if (last?.role === 'user') last.content = [...asList(last.content), ...content];
  else out.push({ role: 'user', content });
}

const sent = (piece: JsonObject): JsonObject => (typeof piece.text === 'string' ? { type: 'text', text: piece.text } : piece);

function addAnswer(out: WireMessage[], record: JsonObject): void {
  const calls = callsOf(record);
  const words = wordsOf(record);
  if (words === '' && calls.length === 0) return;
  const tool_calls = calls.map(({ id, name, args }) => ({
    ...{ id: id ?? '', type: 'function', function: { name: name ?? '', arguments: stringify(args ?? {}) } },
  }));
  out.push({ role: 'assistant', content: words === '' ? null : words, ...(calls.length > 0 && { tool_calls }) });
}

function result(response: JsonObject): WireMessage {
  const { text, data } = answerOf(response);
  return {
    role: 'tool',
    tool_call_id: asString(response.id) ?? '',
    content: [{ type: 'text', text: text === '' && data !== null ? stringify(data) : text }],
  };
}
