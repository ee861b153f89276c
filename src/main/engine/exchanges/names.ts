import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { CAPTURE_HEAD, CAPTURE_NAME } from '../formats/captured/programs.ts';
import { isOtherLog } from './other-log.ts';

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
