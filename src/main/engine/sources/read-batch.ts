import { CHUNK, heldRecords, readAt } from '../bytes/read-at.ts';
import type { Format } from '../formats/format.ts';
import { type LineEnd, type LineReader, type LineStart, lineReader } from '../formats/lines.ts';
import { finishBatch } from '../linking/drafts.ts';
import type { ReadPart } from '../pages/batch.ts';
import { BatchSink } from './batch-sink.ts';

const LINE_FEED = 10;

/** Where to read: an open file, and how far the part to be read goes. */
export interface Part {
  file: number;
  format: Format;
  /** Reading ends at the first line that begins at or after this byte. */
  want: number;
  /** Bytes that the file has; nothing after them is looked at. */
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

/** The first byte at or after `from` at which a line begins; the size of the file where none does. */
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
