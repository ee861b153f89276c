import type { Problem } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { giveBack } from '../bytes/give-back.ts';
import { CHUNK, heldRecords, readAt } from '../bytes/read-at.ts';
import { isList } from '../formats/draft.ts';
import type { Draft, Format, JsonObject } from '../formats/format.ts';
import { type LineEnd, type LineReader, type LineSink, type LineStart, lineReader } from '../formats/lines.ts';
import { addDraft, addUnknown, finishBatch, newDrafts } from '../linking/drafts.ts';
import type { ReadPart } from '../pages/batch.ts';

const LINE_FEED = 10;

/** Where to read: an open file, and how far the part to be read goes. */
export interface Part {
  file: number;
  format: Format;
  /** Reading ends at the first line that begins at or behind this byte. */
  want: number;
  /** Bytes that the file has; nothing behind them is looked at. */
  size: number;
  /** Nothing will ever follow the last line, so that a torn one counts as unreadable. */
  final: boolean;
}

/** One buffer per thread for all reading: the line reader keeps none of its bytes. */
let shared: Buffer | null = null;
const chunkBuffer = (): Buffer => {
  shared ??= Buffer.allocUnsafeSlow(CHUNK);
  return shared;
};

/** Feeds the bytes from `start` on to the reader, up to the line feed that ends the last wanted line, or to the end of the file. */
const feed = (part: Part, start: number, reader: LineReader): void => {
  const buffer = chunkBuffer();
  for (let at = start; at < part.size; ) {
    const read = readAt(part.file, buffer, at, Math.min(buffer.length, part.size - at));
    if (read === 0) return;
    const chunk = buffer.subarray(0, read);
    if (at + read >= part.want) {
      const feedAt = chunk.indexOf(LINE_FEED, Math.max(0, part.want - 1 - at));
      if (feedAt >= 0) {
        reader.push(chunk.subarray(0, feedAt + 1));
        return;
      }
    }
    reader.push(chunk);
    at += read;
  }
};

/**
 * Reads the lines that begin in `start.offset` … `part.want` and makes a batch of their records. Lines in the batch count
 * from 0; `lineStart` finds where one may begin.
 */
export function readBatch(part: Part, start: LineStart): ReadPart {
  const sink = new BatchSink(part.format);
  // The rest of an open line belongs to the line before the batch.
  const reader = lineReader(
    sink,
    { offset: start.offset, line: start.open === true ? -1 : 0, open: start.open === true },
    heldRecords(part.file),
  );
  feed(part, start.offset, reader);
  const end = reader.end(part.final);
  return {
    batch: finishBatch(sink.drafts, { ...tally(end, sink), from: start.offset, to: end.next.offset, problems: sink.problems }),
    next: end.next,
    waiting: end.partial?.length ?? 0,
  };
}

/** The line that is no line. */
const NO_LINE = -2;
/** The rest of a line that was open before the batch. */
const REST = -1;
/** More entries than any record makes; the number of a part has 16 bits. */
const MOST_PARTS = 65_536;

/** A class for once: its methods are the same functions for every batch, so that the reading loop is compiled only once. */
class BatchSink implements LineSink {
  readonly drafts = newDrafts();
  readonly problems: Problem[] = [];
  readonly format: Format;
  /** The last line with an entry, and the last one whose records made none. */
  made = NO_LINE;
  bare = NO_LINE;
  noted = 0;
  late = false;

  constructor(format: Format) {
    this.format = format;
  }

  record(value: JsonObject, offset: number, length: number, line: number, repaired: string | null): void {
    const drafted = this.format.read(value);
    if (isList(drafted)) this.list(drafted, offset, length, line, repaired);
    else this.entry(drafted, offset, length, line, repaired, 0);
    giveBack(length);
  }

  list(drafts: readonly Draft[], offset: number, length: number, line: number, repaired: string | null): void {
    if (drafts.length === 0) this.none(line);
    const most = Math.min(drafts.length, MOST_PARTS);
    for (let part = 0; part < most; part++) {
      const draft = drafts[part];
      if (draft) this.entry(draft, offset, length, line, repaired, part);
    }
    if (drafts.length > most)
      this.problem({ line, offset, length, outcome: 'unreadable', reason: `of its ${drafts.length} entries ${most} are read` });
  }

  /** A line counts as noted only where none of its records makes an entry. */
  none(line: number): void {
    if (line === this.made || line === this.bare) return;
    this.bare = line;
    if (line !== REST) this.noted += 1;
  }

  entry(draft: Draft, offset: number, length: number, line: number, repaired: string | null, part: number): void {
    this.made = line;
    if (line === this.bare || line === REST) this.turned(line);
    if (repaired !== null) draft.flags |= Flag.Repaired;
    // Numbers of entries mean something only in the tape they were given in, not in a piece of one that lies about as a file.
    if (draft.corrects !== undefined) delete draft.corrects;
    if (has(draft.flags, Flag.Unknown)) addUnknown(this.drafts, draft.label === '' ? draft.kind : draft.label);
    addDraft(this.drafts, draft, line, offset, length, part);
  }

  /** A line that had no entry so far, as far as this batch knows. */
  turned(line: number): void {
    if (line === REST) this.late = true;
    else this.noted -= 1;
    this.bare = NO_LINE;
  }

  problem(problem: Problem): void {
    this.problems.push(problem);
  }
}

const tally = ({ counts, next }: LineEnd, { noted, late, bare }: BatchSink) => ({
  lines: counts.total,
  blank: counts.blank,
  unreadable: counts.unreadable,
  repaired: counts.repaired,
  withEntries: counts.withEntries - noted,
  noted,
  late,
  open: next.open,
  bare: next.open && bare === next.line,
});

/** The first byte at or behind `from` at which a line begins; the size of the file where none does. */
export function lineStart(file: number, from: number, size: number): number {
  if (from === 0) return 0;
  const buffer = Buffer.allocUnsafe(Math.min(64 * 1024, Math.max(1, size)));
  for (let at = from - 1; at < size; ) {
    const read = readAt(file, buffer, at, Math.min(buffer.length, size - at));
    if (read === 0) break;
    const found = buffer.subarray(0, read).indexOf(LINE_FEED);
    if (found >= 0) return at + found + 1;
    at += read;
  }
  return size;
}
