import { readSync } from 'node:fs';
import { bodyIn, isPairLine } from '../formats/captured/pair.ts';
import { isObject } from '../formats/json.ts';

/** Bytes that are read at first to find the end of the first line, and the most. */
const FEW = 64 << 10;
const MOST = 16 << 20;
const LINE_FEED = 10;

/**
 * Whether a file is a log of something else, as its first line shows: a whole record, of no run and no pair, that is not all there is. To open it in
 * order to find that out would read and decode all of it, on the thread of the window and for a log of any size.
 */
export function isOtherLog(file: number): boolean {
  for (let size = FEW; size <= MOST; size *= 4) {
    const bytes = Buffer.allocUnsafe(size);
    const read = bytes.subarray(0, readSync(file, bytes, 0, size, 0));
    const end = read.indexOf(LINE_FEED);
    if (end >= 0) return hasMore(read, end + 1) && isOther(read.toString('utf8', 0, end));
    if (read.length < size) return false;
  }
  return false;
}

const isOther = (line: string): boolean => {
  const record = bodyIn(line);
  return isObject(record) && record.type !== 'run' && !isPairLine(record);
};

/** Something that is no space comes soon after the line: then all of the file is no document. */
const hasMore = (bytes: Buffer, from: number): boolean => /\S/.test(bytes.toString('latin1', from, from + HEAD_OF_NEXT));
const HEAD_OF_NEXT = 64;
