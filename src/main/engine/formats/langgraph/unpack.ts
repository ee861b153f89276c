import { decode, ExtensionCodec } from '@msgpack/msgpack';
import { asList, asObject, asString } from '../json.ts';
import type { Json, JsonObject } from '../values.ts';

/** Values of checkpoints: JSON, or MessagePack in which objects of Python are extensions that name their class. */

/** Number of the extension for an object of one argument, of many, of named ones, of a method, of two kinds of models, of an array. */
const KINDS = [0, 1, 2, 3, 4, 5, 6] as const;

const codec = new ExtensionCodec();
for (const type of KINDS)
  codec.register({
    type,
    encode: () => null,
    decode: (data) => objectOf(jsonOf(decode(data, { extensionCodec: codec }))),
  });

/** Collections of Python are lists. */
const LISTS: ReadonlySet<string> = new Set(['set', 'frozenset', 'deque', 'tuple', 'list']);
/** What has one text in it is that text. */
const TEXTS: ReadonlySet<string> = new Set(['UUID', 'datetime', 'date', 'time', 'Decimal', 'Path', 'PosixPath', 'ZoneInfo']);

/** An object by its class: a model is its fields, another has the name of its class. */
function objectOf(value: Json): Json {
  const [, name, held = null] = asList(value);
  const word = asString(name);
  if (word === null) return value;
  if (LISTS.has(word)) return held;
  if (TEXTS.has(word) && (typeof held === 'string' || typeof held === 'number')) return held;
  const fields = asObject(held);
  return fields !== null && /(?:Message|MessageChunk)$/.test(word) ? { ...fields, class: word } : { [word]: held };
}

/** What MessagePack has and JSON has not: bytes, large numbers, times. */
function jsonOf(value: unknown): Json {
  if (value === null || value === undefined) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return value;
  if (typeof value === 'number') return Number.isFinite(value) ? value : String(value);
  if (typeof value === 'bigint') return value.toString();
  if (value instanceof Uint8Array) return Buffer.from(value).toString('base64');
  if (value instanceof Date) return value.toISOString();
  return eachOf(value as JsonObject | Json[]);
}

/** What was decoded is nobody else's, so that it is changed in place: most of it is JSON already. */
function eachOf(held: JsonObject | Json[]): Json {
  const own = held as JsonObject;
  for (const key of Object.keys(own)) {
    const before = own[key];
    const after = jsonOf(before);
    if (after !== before) own[key] = after;
  }
  return held;
}

const OPENS: ReadonlySet<number> = new Set([0x7b, 0x5b, 0x22]);

/** Reads a packed value. Throws where it is neither JSON nor MessagePack. */
export function unpack(bytes: Uint8Array): Json {
  if (bytes.length === 0) return null;
  if (OPENS.has(bytes[0] ?? 0)) {
    try {
      return JSON.parse(Buffer.from(bytes).toString('utf8')) as Json;
    } catch {
      // Numbers of MessagePack begin with the same bytes.
    }
  }
  return jsonOf(decode(bytes, { extensionCodec: codec }));
}
