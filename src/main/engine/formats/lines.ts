import type { Problem } from '../../../shared/model/index.ts';
import type { Json, JsonObject } from './format.ts';
import { mend, whyUnreadable } from './mend.ts';

/** Where records go. Arguments instead of objects, since this is called once per record of every import. */
export interface LineSink {
  /** One record; `offset` and `length` (bytes) are exactly its JSON, `line` is 1-based. `repaired` says what had to be mended. */
  record(value: JsonObject, offset: number, length: number, line: number, repaired: string | null): void;
  /** A line that was mended, or a line or a part of one that stays unreadable. Comes after the records of its line. */
  problem(problem: Problem): void;
}

/** Where reading begins: at the start of a line, or after the last byte of a line that had no line feed yet (`open`). */
export interface LineStart {
  offset: number;
  line: number;
  open?: boolean;
}

/** Records that were parsed before, by their offset. */
export type Parsed = ReadonlyMap<number, JsonObject>;

const NONE_PARSED: Parsed = new Map();

/** `total = withEntries + blank + unreadable`; `repaired` is a part of `withEntries`. Counts what this reader read. */
export interface LineCounts {
  total: number;
  withEntries: number;
  blank: number;
  unreadable: number;
  repaired: number;
}

export interface LineEnd {
  counts: LineCounts;
  /** Where a follower continues when the source has grown. */
  next: Required<LineStart>;
  /** Bytes of a last line without a line feed that is not a record yet. They are past `next.offset` and are not counted. */
  partial: { offset: number; length: number; line: number } | null;
}

export interface LineReader {
  /** Takes the next bytes of the source. They may be overwritten when the call returns. */
  push(chunk: Buffer): void;
  /**
   * Ends the input. A last line without a line feed is a record if it parses. If not, it is `partial`, unless `final` says that
   * nothing will ever follow: then it is mended or counted as unreadable.
   */
  end(final?: boolean): LineEnd;
}

/**
 * Longest line that is read, in bytes; the longest record in thousands of real logs has 13 MB. What is longer is counted as unreadable
 * without being held, so that memory stays flat: a line of half a gigabyte does not even fit into a string.
 */
export const LONGEST_LINE = 64 << 20;

/**
 * Reads JSONL from bytes. Never holds more than one chunk and one line, so a file may have any size; a reader may begin at any
 * line start, so several can share a file. The happy path is one indexOf and one JSON.parse per line (parsing is
 * what the machine can do at best).
 */
export function lineReader(sink: LineSink, start: LineStart = { offset: 0, line: 1 }, parsed = NONE_PARSED): LineReader {
  const state: State = {
    sink,
    parsed: parsed.size > 0 ? parsed : null,
    counts: { total: 0, withEntries: 0, blank: 0, unreadable: 0, repaired: 0 },
    offset: start.offset,
    line: start.line,
    open: start.open === true,
    rest: [],
    restLength: 0,
  };
  return { push: (chunk) => push(state, chunk), end: (final = false) => end(state, final) };
}

interface State {
  sink: LineSink;
  parsed: Parsed | null;
  counts: LineCounts;
  /** Offset and number of the line that begins next, or of the rest of an open one. */
  offset: number;
  line: number;
  open: boolean;
  /** Bytes of an unfinished line from earlier chunks; none where it is too long to be read. */
  rest: Buffer[];
  /** Length of the unfinished line in bytes, held or not. */
  restLength: number;
}

const LINE_FEED = 10;
const CARRIAGE_RETURN = 13;
const MARK = Buffer.from([0xef, 0xbb, 0xbf]);

function push(state: State, chunk: Buffer): void {
  let at = 0;
  if (state.restLength > 0) {
    const feed = chunk.indexOf(LINE_FEED);
    keep(state, feed < 0 ? chunk : chunk.subarray(0, feed), 0);
    if (feed < 0) return;
    takeRest(state);
    at = feed + 1;
  }
  for (let feed = chunk.indexOf(LINE_FEED, at); feed >= 0; feed = chunk.indexOf(LINE_FEED, at)) {
    takeLine(state, chunk, at, feed);
    at = feed + 1;
  }
  if (at < chunk.length) keep(state, chunk, at);
}

function keep(state: State, chunk: Buffer, at: number): void {
  state.restLength += chunk.length - at;
  if (state.restLength > LONGEST_LINE) state.rest = [];
  else state.rest.push(Buffer.from(chunk.subarray(at)));
}

/** The unfinished line in one piece; null where it is too long to be held. */
function restOf({ rest, restLength }: State): Buffer | null {
  if (restLength > LONGEST_LINE) return null;
  const [first] = rest;
  return rest.length === 1 && first ? first : Buffer.concat(rest, restLength);
}

/** Reads the unfinished line as one that is finished now. */
function takeRest(state: State, line = restOf(state)): void {
  const length = state.restLength;
  state.rest = [];
  state.restLength = 0;
  if (line === null) takeLong(state, length);
  else takeLine(state, line, 0, length);
}

function takeLong(state: State, length: number): void {
  // The rest of a line whose record has been read is not a line of its own.
  if (!state.open) {
    state.counts.total += 1;
    state.counts.unreadable += 1;
  }
  const reason = `it is longer than ${LONGEST_LINE >> 20} MB, more than any record`;
  state.sink.problem({ line: state.line, offset: state.offset, length, outcome: 'unreadable', reason });
  startNext(state, length);
}

/** Moves past a line of this many bytes and its line feed. */
function startNext(state: State, length: number): void {
  state.offset += length + 1;
  state.line += 1;
  state.open = false;
}

/** One finished line: the bytes `from` … `to`, with a line feed after them. */
function takeLine(state: State, bytes: Buffer, from: number, to: number): void {
  if (to - from > LONGEST_LINE) {
    takeLong(state, to - from);
    return;
  }
  const end = to > from && bytes[to - 1] === CARRIAGE_RETURN ? to - 1 : to;
  const value = state.open || end === from ? undefined : (state.parsed?.get(state.offset) ?? parse(bytes, from, end));
  if (value !== undefined) {
    state.counts.total += 1;
    state.counts.withEntries += 1;
    state.sink.record(value, state.offset, end - from, state.line, null);
  } else if (state.open) takeOpen(state, bytes, from, end);
  else takeOdd(state, bytes, from, end);
  startNext(state, to - from);
}

function parse(bytes: Buffer, from: number, to: number): JsonObject | undefined {
  try {
    const value: Json = JSON.parse(bytes.toString('utf8', from, to));
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? value : undefined;
  } catch {
    return undefined;
  }
}

/** What follows on a line whose record was taken before its line feed came: nothing as a rule, else a second record. */
function takeOpen(state: State, bytes: Buffer, from: number, to: number): void {
  if (isBlank(bytes, from, to)) return;
  state.counts.repaired += 1;
  emit(state, bytes, from, to, 'more stood on a line whose record had been read before');
}

/** A line that is not a record as written: blank, mendable or unreadable. */
function takeOdd(state: State, bytes: Buffer, from: number, to: number): void {
  const { counts } = state;
  counts.total += 1;
  const marked = state.offset === 0 && bytes.subarray(from, from + 3).equals(MARK);
  const begin = marked ? from + MARK.length : from;
  if (isBlank(bytes, begin, to)) {
    counts.blank += 1;
    return;
  }
  if (emit(state, bytes, from, to, marked ? 'a byte order mark stood before it' : null, begin)) {
    counts.withEntries += 1;
    counts.repaired += 1;
  } else counts.unreadable += 1;
}

/** Mends a line and hands on what it holds. Answers whether there was a record in it. */
function emit(state: State, bytes: Buffer, from: number, to: number, also: string | null, begin = from): boolean {
  const { sink, line, offset } = state;
  const { pieces, done } = mend(bytes, begin, to);
  const report = (outcome: Problem['outcome'], at: number, until: number, reason: string) =>
    sink.problem({ line, offset: offset + at - from, length: until - at, outcome, reason });
  if (pieces.every((piece) => piece.value === null)) {
    report('unreadable', from, to, whyUnreadable(bytes, begin, to));
    return false;
  }
  const repaired = [also, ...done].filter((deed) => deed !== null).join('; ');
  for (const { value, from: at, to: until } of pieces) {
    if (value !== null) sink.record(value, offset + at - from, until - at, line, repaired);
  }
  report('repaired', from, to, repaired);
  for (const { value, from: at, to: until } of pieces) {
    if (value === null) report('unreadable', at, until, whyUnreadable(bytes, at, until));
  }
  return true;
}

function end(state: State, final: boolean): LineEnd {
  let partial: LineEnd['partial'] = null;
  if (state.restLength > 0) {
    const { restLength: length } = state;
    const bytes = restOf(state);
    if (final || (bytes !== null && isWhole(state, bytes))) {
      takeRest(state, bytes);
      // There was no line feed after it: what comes next still belongs to this line.
      state.offset -= 1;
      state.line -= 1;
      state.open = true;
    } else partial = { offset: state.offset, length, line: state.line };
  }
  return { counts: state.counts, next: { offset: state.offset, line: state.line, open: state.open }, partial };
}

/** True where a last line without a line feed holds whole records and nothing else. */
function isWhole(state: State, bytes: Buffer): boolean {
  if (!state.open && parse(bytes, 0, bytes.length) !== undefined) return true;
  const begin = state.offset === 0 && bytes.subarray(0, 3).equals(MARK) ? MARK.length : 0;
  const { pieces } = mend(bytes, begin, bytes.length);
  return pieces.length > 0 && pieces.every((piece) => piece.value !== null);
}

function isBlank(bytes: Buffer, from: number, to: number): boolean {
  for (let at = from; at < to; at += 1) {
    const byte = bytes[at];
    if (byte !== 0x20 && byte !== 0x09 && byte !== CARRIAGE_RETURN) return false;
  }
  return true;
}
