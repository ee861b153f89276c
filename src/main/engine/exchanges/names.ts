import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { bodyIn, isPairLine } from '../formats/captured/pair.ts';
import { CAPTURE_HEAD, CAPTURE_NAME } from '../formats/captured/programs.ts';
import { isObject } from '../formats/json.ts';

/** Bytes that are read at first to find the end of the first line, and the most. */
const FEW = 64 << 10;
const MOST = 16 << 20;
const LINE_FEED = 10;

/**
 * Whether a file is a log of something else, as its first line shows: a whole record, of no run and no pair, that is not all there is. To open it in
 * order to find that out would read and decode all of it, on the thread of the window and for a log of any size.
 */
function isOtherLog(file: number): boolean {
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

/** Something that is not a space comes soon after the line: then all of the file is not a document. */
const hasMore = (bytes: Buffer, from: number): boolean => /\S/.test(bytes.toString('latin1', from, from + HEAD_OF_NEXT));
const HEAD_OF_NEXT = 64;

/** Whether a file is named as captured requests are. */
export function isCaptureName(path: string): boolean {
  return CAPTURE_NAME.test(path);
}

/** A file with the body of a request alone, and what its name begins with. */
export const REQUEST_NAME = /^(.+?)([._-])req(?:uest)?\.json$/;

/** Whether a folder with these names in it holds captures, or the folder above it one folder for each; null where neither is so. */
export function captureIn(names: readonly string[]): 'here' | 'above' | null {
  const has = (name: string): boolean => names.includes(name);
  if ((has('request.json') && names.some((name) => /^response\.\w+$/.test(name))) || (has('trace.jsonl') && has('payloads')))
    return 'above';
  return names.some((name) => REQUEST_NAME.test(name)) ? 'here' : null;
}

/** Bodies, and lists of them: parts of what a folder has captured, and no logs. */
const PART = /\.json$|\.sse$|\.txt$|(^|[_.-])(index\w*|requests|trace)\.jsonl$/;

/** Whether a file of that name is a part of what was captured, where its folder holds captures. */
export function isPartName(name: string): boolean {
  return PART.test(name);
}

const HEAD = 4096;
/** Whether the first bytes of a file look like those of captured requests: enough to open it, and then to know. */
export function looksCaptured(path: string): boolean {
  const head = Buffer.alloc(HEAD);
  try {
    const file = openSync(path, 'r');
    try {
      if (!fstatSync(file).isFile()) return false;
      return CAPTURE_HEAD.test(head.toString('utf8', 0, readSync(file, head, 0, HEAD, 0))) && !isOtherLog(file);
    } finally {
      closeSync(file);
    }
  } catch {
    return false;
  }
}
