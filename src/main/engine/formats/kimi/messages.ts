import { asList, asString, isObject } from '../json.ts';
import type { Json, JsonObject, WireMessage } from '../values.ts';
import { isMessage } from './record.ts';

/** Messages of a chat completion: the lines as they are, but that what was thought is in a field of its own. */
export function messages(records: Json[]): WireMessage[] {
  return records.filter(isObject).filter(isMessage).map(sent);
}

function sent(record: JsonObject): WireMessage {
  if (record.role === '_system_prompt') return { role: 'system', content: record.content ?? '' };
  const blocks = asList(record.content).filter(isObject);
  const thoughts = blocks.filter(({ type }) => type === 'think');
  if (thoughts.length === 0) return { ...record };
  const content = blocks.filter(({ type }) => type !== 'think');
  return { ...record, content, reasoning_content: thoughts.map(({ think }) => asString(think) ?? '').join('') };
}
