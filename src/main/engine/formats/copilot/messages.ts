import { asString, isObject, stringify } from '../json.ts';
import type { Json, JsonObject, WireMessage } from '../values.ts';
import { callsOf, dataOf, MESSAGES, wordsOf } from './record.ts';

/** Messages of a chat completion. Which API Copilot CLI speaks depends on the model, and the log does not say it. */
export function messages(records: Json[]): WireMessage[] {
  return records.filter(isObject).flatMap((record) => {
    const type = asString(record.type) ?? '';
    const role = type === 'session.compaction_complete' ? 'user' : MESSAGES.get(type);
    const content = wordsOf(record);
    if (role === undefined) return [];
    if (role === 'assistant') return answer(dataOf(record), content);
    return [role === 'tool' ? { role, tool_call_id: asString(dataOf(record).toolCallId) ?? '', content } : { role, content }];
  });
}

function answer(data: JsonObject, content: string): WireMessage[] {
  const tool_calls = callsOf(data).map(({ toolCallId, name, arguments: input = {} }) => ({
    ...{ id: asString(toolCallId) ?? '', type: 'function' },
    function: { name: asString(name) ?? '', arguments: stringify(input) },
  }));
  if (content === '' && tool_calls.length === 0) return [];
  return [{ role: 'assistant', content: content === '' ? null : content, ...(tool_calls.length > 0 && { tool_calls }) }];
}
