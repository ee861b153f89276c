import type { Json, JsonObject } from './format.ts';
import { isObject } from './json.ts';

/**
 * Mending of lines that JSON.parse refuses: two records on one line, runs of NUL bytes after a crash, a torn
 * record with the next one spliced into it. Works on bytes, so that every recovered record keeps its own offset and length.
 */

/** A stretch of a broken line: a record, or bytes that nobody could read. */
export interface Piece {
  from: number;
  to: number;
  value: JsonObject | null;
}

export interface Mended {
  pieces: Piece[];
  /** What was done, for people. Says nothing about what `pieces` shows to be unreadable as a whole. */
  done: string[];
}

const OPEN = 0x7b;
const CLOSE = 0x7d;
const QUOTE = 0x22;
const BACKSLASH = 0x5c;

/** How often the bytes of a line may be looked at while its torn part is searched for a record: keeps hostile lines linear. */
const PASSES = 12;

/**
 * One record from its bytes, as the reader read it: NUL bytes inside are left out when they are what breaks it, members of a document
 * (`"key": value, …`, sources/walk-document.ts) are an object, and so is a list (`{ list }`), where a format has lists for records. Null where the bytes are no record. Whoever loads an entry again from its offset and length must use this.
 */
export function parseRecord(bytes: Buffer, from = 0, to = bytes.length): JsonObject | null {
  const text = bytes.toString('utf8', from, to);
  const value = parseJson(text) ?? (bytes[from] === QUOTE ? parseJson(`{${text}}`) : undefined);
  if (value !== undefined && isObject(value)) return value;
  if (Array.isArray(value)) return { list: value };
  const nul = bytes.indexOf(0, from);
  return nul < 0 || nul >= to ? null : parseRecord(Buffer.from(text.replaceAll('\0', '')));
}

/**
 * The fields of a record between its bytes `from` and `to`, as a record; null where what is there is no run of whole fields. Braces are put there
 * for as long as they are read: a text to which one is added would be copied again, which takes a tenth longer.
 */
export function parseFields(bytes: Buffer, from: number, to: number): JsonObject | null {
  const [first, last] = [bytes[from] as number, bytes[to] as number];
  bytes[from] = OPEN;
  bytes[to] = CLOSE;
  try {
    const value = parseJson(bytes.toString('utf8', from, to + 1));
    return value !== undefined && isObject(value) ? value : null;
  } finally {
    bytes[from] = first;
    bytes[to] = last;
  }
}

/** Recovers what can be recovered from the line at `from` … `to` (without its line feed). */
export function mend(bytes: Buffer, from: number, to: number): Mended {
  const line = { bytes, to, budget: (to - from) * PASSES + 4096 };
  const pieces: Piece[] = [];
  let at = skipGap(bytes, from, to);
  while (at < to) {
    const whole = recordAt(line, at);
    const next = whole ?? tornUntil(line, at);
    pieces.push(next);
    at = skipGap(bytes, next.to, to);
  }
  return { pieces, done: deeds(pieces, bytes, from, to) };
}

/** Why a line holds no record, as the end of a sentence. */
export function whyUnreadable(bytes: Buffer, from: number, to: number): string {
  const value = parseJson(bytes.toString('utf8', from, to));
  if (value !== undefined && !isObject(value)) return `it is JSON, but ${nameOf(value)} where a record was expected`;
  if (skipGap(bytes, from, to) >= to) return 'it holds nothing but NUL bytes';
  const first = skipGap(bytes, from, to);
  if (bytes[first] !== OPEN) return 'it is not JSON';
  return objectEnd(bytes, first, to) < 0 ? 'its record is cut off' : 'it is not valid JSON';
}

interface Line {
  bytes: Buffer;
  to: number;
  /** Bytes that may still be scanned. */
  budget: number;
}

/** The whole record that begins at `at`, if one does. */
function recordAt(line: Line, at: number): Piece | null {
  if (line.bytes[at] !== OPEN || line.budget <= 0) return null;
  const end = objectEnd(line.bytes, at, line.to);
  line.budget -= (end < 0 ? line.to : end) - at;
  if (end < 0) return null;
  const value = parseRecord(line.bytes, at, end);
  return value === null ? null : { from: at, to: end, value };
}

/** The unreadable stretch at `at`: up to the first place from which whole records reach to the end of the line. */
function tornUntil(line: Line, at: number): Piece {
  const strings = stringState(line.bytes, at);
  for (let seek = at + 1; line.budget > 0; seek += 1) {
    seek = line.bytes.indexOf('{"', seek);
    if (seek < 0 || seek >= line.to) break;
    const natural = !strings(seek) && isNatural(line.bytes, at, seek);
    if (recordsReachEnd(line, seek, natural)) return { from: at, to: seek, value: null };
  }
  return { from: at, to: line.to, value: null };
}

/** True where nothing but whole records stands from `at` to the end of the line, and the first one looks like a record of its own. */
function recordsReachEnd(line: Line, at: number, natural: boolean): boolean {
  const first = recordAt(line, at);
  if (first?.value == null || !standsAlone(first.value, natural)) return false;
  let next = skipGap(line.bytes, first.to, line.to);
  while (next < line.to) {
    const piece = recordAt(line, next);
    if (piece === null) return false;
    next = skipGap(line.bytes, piece.to, line.to);
  }
  return true;
}

/**
 * An object inside a torn record is not a record. Where an object could well be a member of the torn one, it must carry what only
 * records carry; where it cannot be (the tear is inside a string), a type is enough.
 */
function standsAlone(value: JsonObject, natural: boolean): boolean {
  if (!natural) return typeof value.type === 'string' || typeof value.kind === 'string';
  if (typeof value.type === 'string') return typeof value.sessionId === 'string';
  return typeof value.kind === 'string' && typeof value.id === 'number' && isObject(value.payload);
}

/** True where an object at `at` could be a member of the one that is open there. */
function isNatural(bytes: Buffer, from: number, at: number): boolean {
  if (bytes[from] !== OPEN) return false;
  let before = at - 1;
  while (before > from && isSpace(bytes[before])) before -= 1;
  const byte = bytes[before];
  return byte === 0x3a || byte === 0x5b || byte === 0x2c;
}

/** Tells, for ascending positions, whether they are inside a JSON string that began after `from`. */
function stringState(bytes: Buffer, from: number): (at: number) => boolean {
  let seen = from;
  let inside = false;
  return (at) => {
    for (; seen < at; seen += 1) {
      const byte = bytes[seen];
      if (byte === BACKSLASH && inside) seen += 1;
      else if (byte === QUOTE) inside = !inside;
    }
    return inside;
  };
}

/** Index after the brace that closes the object at `at`, or -1. Braces inside strings do not count. */
function objectEnd(bytes: Buffer, at: number, to: number): number {
  let depth = 0;
  let inside = false;
  for (let seek = at; seek < to; seek += 1) {
    const byte = bytes[seek];
    if (inside) {
      if (byte === BACKSLASH) seek += 1;
      else if (byte === QUOTE) inside = false;
    } else if (byte === QUOTE) inside = true;
    else if (byte === OPEN) depth += 1;
    else if (byte === CLOSE && --depth === 0) return seek + 1;
  }
  return -1;
}

function skipGap(bytes: Buffer, at: number, to: number): number {
  let next = at;
  while (next < to && (bytes[next] === 0 || isSpace(bytes[next]))) next += 1;
  return next;
}

function deeds(pieces: Piece[], bytes: Buffer, from: number, to: number): string[] {
  const whole = pieces.filter((piece) => piece.value !== null).length;
  const done: string[] = [];
  if (whole > 1) done.push(`${whole} records on one line`);
  if (whole < pieces.length) done.push('a torn copy next to the whole record was set aside');
  const nul = bytes.indexOf(0, from);
  if (nul >= 0 && nul < to) done.push('NUL bytes were removed');
  return done;
}

function parseJson(text: string): Json | undefined {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function nameOf(value: Json): string {
  if (value === null) return 'null';
  return Array.isArray(value) ? 'a list' : `a ${typeof value}`;
}

const isSpace = (byte: number | undefined): boolean => byte === 0x20 || byte === 0x09 || byte === 0x0d || byte === 0x0a;
