import type { JsonObject } from '../format.ts';
import { isObject } from '../json.ts';
import { parseStart } from '../mend.ts';

/** Where a record says in its own fields what a tool answered, after the message that says it to the model: two fifths of the bytes of real logs. */
const COPY = Buffer.from(',"toolUseResult":');

/** A message without the copy of its result, and what comes after that. Quotes in a string are escaped, so the bytes of the copy are a field's name. */
export function searched(bytes: Buffer): JsonObject | null {
  const at = bytes.indexOf(COPY);
  const record = at < 0 ? null : parseStart(bytes, at);
  return record?.type === 'user' && isObject(record.message) ? record : null;
}
