import { asList, asString, isObject } from '../json.ts';
import type { Json, JsonObject, WireMessage } from '../values.ts';
import { blocksOf } from './record.ts';

/** One answer, whose lines and results may alternate in the transcript. */
interface Answer {
  id: string | null;
  message: WireMessage;
  results: WireMessage | null;
}

/** Messages with blocks: all lines of an answer are one message, and all results of its calls the next. */
export function messages(records: Json[]): WireMessage[] {
  const out: WireMessage[] = [];
  let answer: Answer | null = null;
  for (const record of records.filter(isObject)) {
    if (record.type === 'assistant') answer = said(out, record, answer);
    else if (record.type === 'tool') answered(out, record, answer);
    else if (record.type === 'user') {
      out.push({ role: 'user', content: blocksOf(record).map((block) => ({ type: 'text', ...block })) });
      answer = null;
    }
  }
  return out;
}

function said(out: WireMessage[], record: JsonObject, before: Answer | null): Answer {
  const id = asString(record.id);
  if (before !== null && id !== null && before.id === id) {
    append(before.message, record);
    return before;
  }
  const answer = { id, message: { role: 'assistant', content: blocksOf(record) }, results: null };
  out.push(answer.message);
  return answer;
}

function answered(out: WireMessage[], record: JsonObject, answer: Answer | null): void {
  if (answer !== null && answer.results !== null) {
    append(answer.results, record);
    return;
  }
  const message = { role: 'user', content: blocksOf(record) };
  out.push(message);
  if (answer !== null) answer.results = message;
}

function append(message: WireMessage, record: JsonObject): void {
  message.content = [...asList(message.content), ...blocksOf(record)];
}
