import type { Format } from '../formats/format.ts';
import type { LineStart } from '../formats/lines.ts';
import type { Parts, ReadPart } from '../pages/batch.ts';
import { lineStart, readBatch } from './read-batch.ts';

/** Bytes per range. */
const RANGE = 2 << 20;

/** How far a log is read in ranges, and from where. */
export interface Ranges {
  start: LineStart;
  size: number;
  final: boolean;
}

/** A log, cut into ranges of bytes: a part is the lines that begin in one. */
export function rangesOf(file: number, format: Format, { start, size, final }: Ranges): Parts<ReadPart> {
  /** The last line start that was looked for, and from where: a line longer than a range is passed over once. */
  let known: { from: number; start: number } | null = null;
  const startIn = (from: number): number => {
    if (known === null || from < known.from || from > known.start) known = { from, start: lineStart(file, from, size) };
    return known.start;
  };
  return {
    count: Math.ceil((size - start.offset) / RANGE),
    read(at) {
      const from = start.offset + at * RANGE;
      const want = Math.min(size, from + RANGE);
      const begin = at === 0 ? start : { offset: startIn(from), line: 0 };
      return begin.offset >= want ? null : readBatch({ file, format, want, size, final }, begin);
    },
  };
}
