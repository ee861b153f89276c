import { closeSync, openSync, readSync } from 'node:fs';
import { codeOf } from '../store/disk.ts';

/**
 * What transactions wrote to a database's log (https://www.sqlite.org/fileformat2.html#the_write_ahead_log): a head of 32 bytes, then frames,
 * each a head of 24 bytes and a page. No lock of SQLite's is on this file, so that it can be opened and closed beside its connections.
 */

const HEAD = 32;
const FRAME_HEAD = 24;

/** How much of a log is known: its run, which its two salts name, and the frames of it up to the end of a transaction. */
export interface Mark {
  run: string;
  frames: number;
}

export const NO_MARK: Mark = { run: '', frames: 0 };

export interface Committed {
  mark: Mark;
  /** What `digest` makes of each page that was written, as the last transaction left it. */
  pages: Map<number, number>;
  /** Pages of the database after that; 0 where nothing was written. */
  size: number;
}

/** Pages that transactions wrote after `since`: all that the log holds where it has begun another run. */
export const committedSince = (wal: string, since: Mark, pageSize: number, digest: (page: Buffer) => number): Committed => {
  let file: number;
  try {
    file = openSync(wal, 'r');
  } catch (failure) {
    if (codeOf(failure) === 'ENOENT') return { mark: since, pages: new Map(), size: 0 };
    throw failure;
  }
  try {
    const head = Buffer.alloc(HEAD);
    if (readSync(file, head, 0, HEAD, 0) < HEAD) return { mark: since, pages: new Map(), size: 0 };
    return framesFrom(file, head.subarray(16, 24), since, pageSize, digest);
  } finally {
    closeSync(file);
  }
};

const framesFrom = (file: number, salts: Buffer, since: Mark, pageSize: number, digest: (page: Buffer) => number): Committed => {
  const run = salts.toString('hex');
  const mark = { run, frames: since.run === run ? since.frames : 0 };
  const pages = new Map<number, number>();
  const open = new Map<number, number>();
  let size = 0;
  const frame = Buffer.alloc(FRAME_HEAD + pageSize);
  for (let at = mark.frames; readSync(file, frame, 0, frame.length, HEAD + at * frame.length) === frame.length; at++) {
    if (!frame.subarray(8, 16).equals(salts)) break;
    open.set(frame.readUInt32BE(0), digest(frame.subarray(FRAME_HEAD)));
    // The last frame of a transaction tells how many pages there are; others have a zero there.
    const after = frame.readUInt32BE(4);
    if (after === 0) continue;
    size = after;
    for (const [page, sum] of open) pages.set(page, sum);
    open.clear();
    mark.frames = at + 1;
  }
  return { mark, pages, size };
};
