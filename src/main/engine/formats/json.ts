import type { Json, JsonObject } from './format.ts';
import { isoTime } from './iso-time.ts';

/** Small readers for values that came from a log: any field may be of any type, at any depth. None of these throws. */

export function isObject(value: Json | undefined): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The value where it is of the type, else null (for lists an empty one). */
export function asString(value: Json | undefined): string | null {
  return typeof value === 'string' ? value : null;
}

export function asObject(value: Json | undefined): JsonObject | null {
  return isObject(value) ? value : null;
}

export function asNumber(value: Json | undefined): number | null {
  return typeof value === 'number' && Number.isFinite(value) ? value : null;
}

/** A number or a string as it is in a text, else nothing: what is nested too deeply makes no text. */
export function asWord(value: Json | undefined): string {
  return typeof value === 'number' ? String(value) : (asString(value) ?? '');
}

export function asList(value: Json | undefined): Json[] {
  return Array.isArray(value) ? value : [];
}

export function asStrings(value: Json | undefined): string[] {
  return asList(value).filter((item) => typeof item === 'string');
}

/** How deep a value is looked into. Hostile logs nest deeper than the stack. */
const DEPTH = 60;

/** About how long the value is as JSON, without making it. Base64 data counts as nothing: it is not text. */
export function jsonChars(value: Json | undefined, depth = DEPTH): number {
  if (typeof value === 'string') return value.length + 2;
  if (typeof value !== 'object' || value === null) return 4;
  if (depth === 0) return 2;
  let sum = 2;
  if (Array.isArray(value)) {
    for (const item of value) sum += jsonChars(item, depth - 1) + 1;
    return sum;
  }
  if (value.type === 'base64') return sum;
  for (const key in value) {
    if (key !== 'base64') sum += key.length + 4 + jsonChars(value[key], depth - 1);
  }
  return sum;
}

/** All strings in the value, one per line: what a search should find in data. */
export function strings(value: Json | undefined, skip: ReadonlySet<string> = NOTHING): string {
  return stringsIn(value, skip).join('\n');
}

export function stringsIn(value: Json | undefined, skip: ReadonlySet<string> = NOTHING): string[] {
  const found: string[] = [];
  collect(value, skip, found, DEPTH);
  return found;
}

function collect(value: Json | undefined, skip: ReadonlySet<string>, found: string[], depth: number): void {
  if (typeof value === 'string') {
    if (value !== '') found.push(value);
  } else if (typeof value === 'object' && value !== null && depth > 0) {
    if (Array.isArray(value)) for (const item of value) collect(item, skip, found, depth - 1);
    else if (value.type !== 'base64') for (const key in value) if (!skip.has(key)) collect(value[key], skip, found, depth - 1);
  }
}

const NOTHING: ReadonlySet<string> = new Set();

/** JSON text; what is nested too deeply for JSON.stringify is said to be so. */
export function stringify(value: Json, indent?: number): string {
  try {
    return JSON.stringify(value, null, indent);
  } catch {
    return '"(nested too deeply to be shown)"';
  }
}

/** The value of a JSON text; another text stays as it is. */
export function jsonOrText(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return text;
  }
}

/** The value of a JSON text; null for another text. */
export function jsonOrNull(text: string): Json {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return null;
  }
}

/** A copy without the given keys. */
export function without(record: JsonObject, keys: ReadonlySet<string>): JsonObject {
  const copy: JsonObject = {};
  for (const key in record) {
    const value = record[key];
    if (!keys.has(key) && value !== undefined) define(copy, key, value);
  }
  return copy;
}

/** Sets a key that a log chose, `__proto__` included. */
export function define(target: JsonObject, key: string, value: Json): void {
  if (key === '__proto__') Object.defineProperty(target, key, { value, enumerable: true, configurable: true, writable: true });
  else target[key] = value;
}

/** At most `max` characters on one line, runs of space folded, cut with an ellipsis. */
export function oneLine(text: string, max: number): string {
  const flat = text
    .slice(0, max * 4)
    .replace(/\s+/g, ' ')
    .trim();
  return flat.length > max ? `${whole(flat, max - 1)}…` : flat;
}

/** Characters of a preview in a list. */
const FEW_CHARS = 280;

/** One to three lines for a list, at most 280 characters. */
export function fewLines(text: string): string {
  const lines = text
    .slice(0, FEW_CHARS * 4)
    .split('\n')
    .map((line) => line.trim())
    .filter((line) => line !== '');
  const few = lines.slice(0, 3).join('\n');
  return few.length > FEW_CHARS ? `${whole(few, FEW_CHARS - 1)}…` : few;
}

/** The first `max` characters, never half of a surrogate pair. */
export function whole(text: string, max: number): string {
  const last = text.charCodeAt(max - 1);
  return text.slice(0, last >= 0xd800 && last <= 0xdbff && text.length > max ? max - 1 : max);
}

/** Epoch milliseconds of an ISO string, or null. Never 1970 for what is missing. */
export function timeOf(value: Json | undefined): number | null {
  if (typeof value === 'string') {
    const time = isoTime(value);
    return Number.isNaN(time) ? null : time;
  }
  if (typeof value !== 'number' || !(value > 0 && value <= 8.64e15)) return null;
  // Seconds or milliseconds: the seconds of the year 5138 are the milliseconds of 1973.
  return value < 1e11 ? value * 1000 : value;
}
