import type { Json, JsonObject } from '../formats/values.ts';

/**
 * Reads messages of protobuf by a schema, as the JSON that OTLP has for them: 64-bit numbers are text, and bytes are hex or base64. No more of the
 * encoding than OTLP needs, so that nothing has to be generated or installed for it. What the schema does not know is left out.
 */

/** How a field is written: a message by its name, or one of the plain types. */
type Type = 'string' | 'hex' | 'base64' | 'bool' | 'enum' | 'int64' | 'uint32' | 'fixed64' | 'fixed32' | 'double';

export interface Field {
  name: string;
  type: Type | { message: string };
  many?: true;
}

/** Fields of each message by their numbers. */
export type Schema = Readonly<Record<string, Readonly<Record<number, Field>>>>;

/** The bytes are no such message. */
export class MalformedError extends Error {}

/** Messages nest no deeper. */
const DEPTH = 64;

interface Reader {
  readonly bytes: Buffer;
  at: number;
  readonly end: number;
}

/** Wire types. */
const VARINT = 0;
const EIGHT = 1;
const LENGTH = 2;
const FOUR = 5;

/** Reads a message. Throws MalformedError where the bytes are none. */
export function readMessage(bytes: Buffer, message: string, schema: Schema): JsonObject {
  return read({ bytes, at: 0, end: bytes.length }, message, schema, DEPTH);
}

function read(reader: Reader, message: string, schema: Schema, depth: number): JsonObject {
  if (depth === 0) throw new MalformedError(`The message nests deeper than ${DEPTH}.`);
  const fields = schema[message] ?? {};
  const found: JsonObject = {};
  while (reader.at < reader.end) {
    const tag = varint(reader);
    const [number, wire] = [Number(tag >> 3n), Number(tag & 7n)];
    const field = fields[number];
    if (field === undefined || wire !== wireOf(field)) {
      skip(reader, wire);
      continue;
    }
    const value = fieldValue(reader, field, schema, depth);
    const before = found[field.name];
    if (field.many === undefined) found[field.name] = value;
    else if (Array.isArray(before)) before.push(value);
    else found[field.name] = [value];
  }
  return found;
}

function wireOf({ type }: Field): number {
  if (typeof type !== 'string' || type === 'string' || type === 'hex' || type === 'base64') return LENGTH;
  if (type === 'fixed64' || type === 'double') return EIGHT;
  return type === 'fixed32' ? FOUR : VARINT;
}

function fieldValue(reader: Reader, { type }: Field, schema: Schema, depth: number): Json {
  if (typeof type !== 'string') {
    const bytes = lengthOf(reader);
    return read({ bytes, at: 0, end: bytes.length }, type.message, schema, depth - 1);
  }
  switch (type) {
    case 'string':
      return lengthOf(reader).toString('utf8');
    case 'hex':
    case 'base64':
      return lengthOf(reader).toString(type);
    case 'bool':
      return varint(reader) !== 0n;
    case 'int64':
      return String(BigInt.asIntN(64, varint(reader)));
    case 'enum':
    case 'uint32':
      return Number(BigInt.asIntN(32, varint(reader)));
    case 'double':
      return finite(take(reader, 8).readDoubleLE());
    case 'fixed64':
      return String(take(reader, 8).readBigUInt64LE());
    case 'fixed32':
      return take(reader, 4).readUInt32LE();
  }
}

/** JSON has no other numbers; OTLP writes them as text. */
const finite = (value: number): Json => (Number.isFinite(value) ? value : String(value));

function take(reader: Reader, length: number): Buffer {
  if (length > reader.end - reader.at) throw new MalformedError('The message ends within a field.');
  const bytes = reader.bytes.subarray(reader.at, reader.at + length);
  reader.at += length;
  return bytes;
}

const lengthOf = (reader: Reader): Buffer => take(reader, Number(varint(reader)));

/** A number of 64 bits takes ten bytes at most. */
const MOST_BYTES = 10;

function varint(reader: Reader): bigint {
  let value = 0n;
  for (let at = 0; at < MOST_BYTES; at += 1) {
    const byte = take(reader, 1)[0] ?? 0;
    value |= BigInt(byte & 0x7f) << BigInt(7 * at);
    if (byte < 0x80) return BigInt.asUintN(64, value);
  }
  throw new MalformedError('A number of the message is longer than 64 bits.');
}

function skip(reader: Reader, wire: number): void {
  if (wire === VARINT) varint(reader);
  else if (wire === EIGHT) take(reader, 8);
  else if (wire === LENGTH) lengthOf(reader);
  else if (wire === FOUR) take(reader, 4);
  else throw new MalformedError(`The message has a field of a type that there is not (${wire}).`);
}
