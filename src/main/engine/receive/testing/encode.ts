import type { Json, JsonObject } from '../../formats/values.ts';
import { OTLP } from '../otlp-schema.ts';

/** Messages of OTLP as protobuf, written by the schema that reads them: for requests whose JSON is at hand. */

function varint(value: bigint): Buffer {
  const bytes: number[] = [];
  let left = BigInt.asUintN(64, value);
  for (; left > 0x7fn; left >>= 7n) bytes.push(Number(left & 0x7fn) | 0x80);
  return Buffer.from([...bytes, Number(left)]);
}

const tagged = (number: number, wire: number, bytes: Buffer): Buffer => Buffer.concat([varint(BigInt(number * 8 + wire)), bytes]);

const sized = (bytes: Buffer): Buffer => Buffer.concat([varint(BigInt(bytes.length)), bytes]);

function eight(write: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.alloc(8);
  write(bytes);
  return bytes;
}

function field(number: number, type: string | { message: string }, value: Json): Buffer {
  if (typeof type !== 'string') return tagged(number, 2, sized(encode(value as JsonObject, type.message)));
  if (type === 'string') return tagged(number, 2, sized(Buffer.from(String(value))));
  if (type === 'hex' || type === 'base64') return tagged(number, 2, sized(Buffer.from(String(value), type)));
  if (type === 'double')
    return tagged(
      number,
      1,
      eight((bytes) => bytes.writeDoubleLE(Number(value))),
    );
  if (type === 'fixed64')
    return tagged(
      number,
      1,
      eight((bytes) => bytes.writeBigUInt64LE(BigInt(String(value)))),
    );
  if (type === 'fixed32') return tagged(number, 5, eight((bytes) => bytes.writeUInt32LE(Number(value))).subarray(0, 4));
  return tagged(number, 0, varint(type === 'bool' ? BigInt(value === true) : BigInt(String(value))));
}

/** A message by its name in the schema. */
export function encode(value: JsonObject, message: string): Buffer {
  const fields = Object.entries(OTLP[message] ?? {});
  return Buffer.concat(
    fields.flatMap(([number, { name, type, many }]) => {
      const held = value[name];
      if (held === undefined || held === null) return [];
      return many === undefined ? [field(Number(number), type, held)] : (held as Json[]).map((one) => field(Number(number), type, one));
    }),
  );
}
