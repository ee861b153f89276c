import { LONGEST_LINE } from '../formats/lines.ts';
import { parseRecord, whyUnreadable } from '../formats/mend.ts';
import type { JsonObject } from '../formats/values.ts';
import type { JsonCursor, Mark } from './json-cursor.ts';
import type { PathStep, RecordPaths } from './record-paths.ts';

const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;
const END = -1;

/** Bytes before a broken record that are looked at for its indent. */
const INDENT = 200;
/** No key of a path is longer, in bytes. */
const KEY = 200;

/** A stretch of a document: a record, or what is none. Between two of them is nothing but brackets, commas, blank space and the keys of lists. */
export interface DocumentPart {
  from: number;
  to: number;
  /** The number of its line in the file, from 0. */
  line: number;
  value: JsonObject | null;
  /** The end of a sentence: how it was mended, or why it is not a record. Null for what is as it should be. */
  reason: string | null;
}

/**
 * Walks through one JSON document, or several in one file, and parses record after record: the values at `paths`, and each run of other members of the
 * objects on the way, whose bytes are `"key": value, …` without braces (`parseRecord` reads them so). What is broken is a part without a value, and ends
 * before the next line that begins like it: in a document with indents one broken record costs no other. `lists`: a list may be a record too.
 */
export function* walkDocument(cursor: JsonCursor, paths: RecordPaths, lists = false): Generator<DocumentPart> {
  const walk: Walk = { cursor, lists, wary: false, torn: false };
  for (let byte = cursor.skipMark(); byte !== END; byte = cursor.skipSpace()) {
    if (opens(byte, paths)) yield* enter(walk, paths);
    else yield* record(walk);
  }
}

interface Walk {
  cursor: JsonCursor;
  lists: boolean;
  /** Something was broken: from then on a record ends before a line that begins like its own, whatever its brackets say. */
  wary: boolean;
  /** The end of the file was reported. */
  torn: boolean;
}

/** Whether a value that begins with this byte has records inside. */
const opens = (byte: number, step: PathStep): step is RecordPaths =>
  step !== null && step !== 'record' && ((byte === OPEN_OBJECT && step.member !== null) || (byte === OPEN_LIST && step.item !== null));

function* enter(walk: Walk, paths: RecordPaths): Generator<DocumentPart> {
  const isList = walk.cursor.peek() === OPEN_LIST;
  walk.cursor.step();
  yield* isList ? items(walk, paths) : members(walk, paths);
}

function* items(walk: Walk, { item }: RecordPaths): Generator<DocumentPart> {
  const { cursor } = walk;
  for (let apart = true; ; ) {
    const byte = cursor.skipSpace();
    if (byte === END) return yield* endInside(walk);
    if (byte === CLOSE_LIST) return cursor.step();
    if (byte === COMMA) {
      cursor.step();
      apart = true;
    } else if (opens(byte, item)) {
      yield* enter(walk, item);
      apart = false;
    } else {
      const sound: boolean = yield* record(walk, apart ? null : 'a comma before it is missing');
      apart = !sound;
    }
  }
}

/** A run of members that are none of the paths. */
type Members = Mark & { to: number };

function* members(walk: Walk, paths: RecordPaths): Generator<DocumentPart> {
  const { cursor } = walk;
  let run: Members | null = null;
  for (;;) {
    const byte = cursor.skipSpace();
    if (byte === COMMA) {
      cursor.step();
      continue;
    }
    const start = cursor.mark();
    const key = byte === QUOTE ? keyHere(walk, start) : null;
    const step = key === null ? null : (paths.member?.(key) ?? null);
    const value = key === null ? END : cursor.peek();
    const apart = opens(value, step) || (step === 'record' && value === OPEN_OBJECT);
    if (key !== null && !apart && skip(walk, start)) {
      run = { ...(run ?? start), to: cursor.offset };
      continue;
    }
    if (run !== null) yield parsed(walk, run, run.to);
    run = null;
    if (byte === END) return yield* endInside(walk);
    if (byte === CLOSE_OBJECT) return cursor.step();
    if (!apart) yield* key === null && byte !== QUOTE ? record(walk) : lost(walk, start, null);
    else if (opens(value, step)) yield* enter(walk, step);
    else yield* record(walk);
  }
}

/** Moves past a key and its colon. Null where there is none. */
function keyHere({ cursor }: Walk, { offset }: Mark): string | null {
  if (!cursor.skipString()) return null;
  const to = cursor.offset;
  const key = to - offset > KEY ? '' : textOf(cursor.bytes(offset, to));
  if (cursor.skipSpace() !== COLON) return null;
  cursor.step();
  return cursor.skipSpace() === END ? null : key;
}

const textOf = (bytes: Buffer): string => {
  try {
    return String(JSON.parse(bytes.toString('utf8')));
  } catch {
    return '';
  }
};

/** The document ends where more is to come. */
function* endInside(walk: Walk): Generator<DocumentPart> {
  const { offset, line } = walk.cursor.mark();
  if (!walk.torn) yield { from: offset, to: offset, line, value: null, reason: 'the document ends in the middle' };
  walk.torn = true;
}

/** Answers whether there was one. */
function* record(walk: Walk, also: string | null = null): Generator<DocumentPart, boolean> {
  const { cursor } = walk;
  const start = cursor.mark();
  const whole = skip(walk, start);
  // A bracket that closes nothing.
  if (cursor.offset === start.offset) cursor.step();
  const part = whole ? parsed(walk, start, cursor.offset) : null;
  if (part?.value) yield { ...part, reason: part.reason ?? also };
  else yield* lost(walk, start, part);
  return part?.value != null;
}

/** Moves past the value here. Where something was broken before, no further than to the next line that begins as the one of `start`. */
function skip(walk: Walk, start: Mark): boolean {
  const { cursor, wary } = walk;
  if (!wary) return cursor.skipValue();
  const here = cursor.mark();
  const beginning = beginningOf(cursor, start.offset);
  if (beginning !== null && cursor.seekLine(beginning)) cursor.endAt(cursor.offset);
  cursor.back(here);
  const whole = cursor.skipValue();
  cursor.endAt();
  return whole;
}

function parsed({ cursor, lists }: Walk, { offset: from, line }: Mark, to: number): DocumentPart {
  const length = to - from;
  if (length > LONGEST_LINE)
    return { from, to, line, value: null, reason: `it is longer than ${LONGEST_LINE >> 20} MB, more than any record` };
  const bytes = cursor.bytes(from, to);
  const value = bytes[0] === OPEN_LIST && !lists ? null : parseRecord(bytes);
  if (value !== null) return { from, to, line, value, reason: bytes.includes(0) ? 'NUL bytes in it were removed' : null };
  return { from, to, line, value, reason: whyUnreadable(bytes, 0, length) };
}

/** What cannot be read, from `start` to the next line that begins like its own; without one to where its brackets end, or to the end of the file. */
function* lost(walk: Walk, start: Mark, whole: Pick<DocumentPart, 'to' | 'reason'> | null): Generator<DocumentPart> {
  const { cursor } = walk;
  const beginning = beginningOf(cursor, start.offset);
  cursor.back(start);
  cursor.endAt(whole?.to);
  const found = beginning !== null && cursor.seekLine(beginning);
  if (!found) cursor.skipAll();
  cursor.endAt();
  walk.wary ||= found;
  walk.torn ||= !found && whole === null;
  const torn = found ? 'it is torn: another one begins in the middle of it' : 'it is torn: the document ends in the middle of it';
  yield { from: start.offset, to: cursor.offset, line: start.line, value: null, reason: whole?.reason ?? torn };
}

/** The blank space that the line of an offset begins with, and the byte there; null where something else is before it. */
function beginningOf(cursor: JsonCursor, offset: number): Buffer | null {
  const from = Math.max(0, offset - INDENT);
  const before = Buffer.from(cursor.bytes(from, offset + 1));
  const line = before.subarray(before.lastIndexOf(0x0a) + 1);
  if (line.length === before.length && from > 0) return null;
  return line.subarray(0, -1).every((byte) => byte === 0x20 || byte === 0x09) ? line : null;
}
