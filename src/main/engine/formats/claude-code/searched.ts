import type { JsonObject } from '../format.ts';
import { isObject } from '../json.ts';
import { parseFields } from '../mend.ts';

const COMMA = 0x2c;
const OPEN = 0x7b;
const CLOSE = 0x7d;

const MESSAGE = Buffer.from('"message":');
const TYPE = Buffer.from('"type":');
const TYPES = ['user', 'assistant'].map((type) => ({ type, field: Buffer.from(`"type":"${type}"`) }));

/**
 * Where a record says in its own fields what a tool answered, after the message that says it to the model: two fifths of the bytes of real logs.
 * It is looked for by its end, which begins with a rarer letter.
 */
const COPY = Buffer.from('"tool');
const COPY_END = Buffer.from('UseResult":');

/** Where a field begins whose bytes end at `to`: at its comma, or at the record's brace; −1 for others. Quotes in a string are escaped, so it is in none. */
const fieldBefore = (bytes: Buffer, to: number, field: Buffer): number => {
  const from = to - field.length - 1;
  if (from < 0 || (bytes[from] !== COMMA && bytes[from] !== OPEN)) return -1;
  for (let at = 0; at < field.length; at++) if (bytes[from + 1 + at] !== field[at]) return -1;
  return from;
};

/** The type of a message that says it before `to`: in the last of its fields of that name. */
const typeBefore = (bytes: Buffer, to: number): string | undefined => {
  const at = bytes.lastIndexOf(TYPE, to);
  if (at < 0) return undefined;
  for (const { type, field } of TYPES) if (fieldBefore(bytes, at + field.length, field) >= 0) return type;
  return undefined;
};

/** Where the copy of a result begins; −1 where there is none. */
const copyAfter = (bytes: Buffer, from: number): number => {
  for (let end = bytes.indexOf(COPY_END, from); end >= 0; end = bytes.indexOf(COPY_END, end + 1)) {
    const at = fieldBefore(bytes, end, COPY);
    if (at >= 0) return at;
  }
  return -1;
};

/**
 * A message without what is before it, and without the copy of its result and what comes after that. Its brace is the second one of the record,
 * so that it is in no other value; a type after it counts instead of one before it.
 */
export function searched(bytes: Buffer): JsonObject | null {
  const brace = bytes.indexOf(OPEN, 1);
  const from = bytes[0] === OPEN ? fieldBefore(bytes, brace, MESSAGE) : -1;
  if (from < 0) return null;
  const copy = copyAfter(bytes, brace);
  if (copy < 0 && bytes[bytes.length - 1] !== CLOSE) return null;
  const record = parseFields(bytes, from, copy < 0 ? bytes.length - 1 : copy);
  if (!isObject(record?.message)) return null;
  const type = 'type' in record ? record.type : typeBefore(bytes, from);
  return type === 'user' || type === 'assistant' ? { type, message: record.message } : null;
}
