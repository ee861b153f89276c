import { closeSync, openSync, readSync } from 'node:fs';
import { codeOf } from '../disk/disk.ts';

/**
 * What transactions wrote to a database's log (https://www.sqlite.org/fileformat2.html#the_write_ahead_log): a head of 32 bytes, then frames,
 * each a head of 24 bytes and a page. No lock of SQLite's is on this file, so that it can be opened and closed next to its connections.
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
export function committedSince(wal: string, since: Mark, pageSize: number, digest: (page: Buffer) => number): Committed {
  const nothing = { mark: since, pages: new Map(), size: 0 };
  let file: number;
  try {
    file = openSync(wal, 'r');
  } catch (failure) {
    if (codeOf(failure) === 'ENOENT') return nothing;
    throw failure;
  }
  try {
    const head = Buffer.alloc(HEAD);
    if (readSync(file, head, 0, HEAD, 0) < HEAD || !isHead(head)) return nothing;
    return framesFrom(file, head, since, pageSize, digest);
  } finally {
    closeSync(file);
  }
}

/** A log whose checksums are of little-endian words, as on all machines that Node runs on but a few. */
const LITTLE_ENDIAN = 0x37_7f_06_82;

type Sums = readonly [number, number];

/** Bytes as the words of the checksum. */
const wordsIn = (bytes: Buffer): Int32Array => new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);

/**
 * SQLite's checksum of the words `from` … `to`, after that of what comes before them. Every page of every transaction comes through here: a
 * default for a word that is never missing, or a view made for each page, takes four times as long.
 */
const sumOf = (words: Int32Array, from: number, to: number, [first, second]: Sums): Sums => {
  let [one, two] = [first, second];
  for (let at = from; at < to; at += 2) {
    one = (one + (words[at] as number) + two) | 0;
    two = (two + (words[at + 1] as number) + one) | 0;
  }
  return [one, two];
};

const isSum = (bytes: Buffer, at: number, [one, two]: Sums): boolean => bytes.readInt32BE(at) === one && bytes.readInt32BE(at + 4) === two;

const isHead = (head: Buffer): boolean => head.readUInt32BE(0) === LITTLE_ENDIAN && isSum(head, 24, sumOf(wordsIn(head), 0, 6, [0, 0]));

const framesFrom = (file: number, head: Buffer, since: Mark, pageSize: number, digest: (page: Buffer) => number): Committed => {
  const salts = head.subarray(16, 24);
  const run = salts.toString('hex');
  const mark = { run, frames: since.run === run ? since.frames : 0 };
  const pages = new Map<number, number>();
  const open = new Map<number, number>();
  let size = 0;
  const frame = Buffer.alloc(FRAME_HEAD + pageSize);
  const words = wordsIn(frame);
  const read = (at: number): boolean => readSync(file, frame, 0, frame.length, HEAD + at * frame.length) === frame.length;
  // The checksum of a frame continues that of the frame before it.
  let sums: Sums = [head.readInt32BE(24), head.readInt32BE(28)];
  if (mark.frames > 0 && read(mark.frames - 1)) sums = [frame.readInt32BE(16), frame.readInt32BE(20)];
  for (let at = mark.frames; read(at) && frame.subarray(8, 16).equals(salts); at++) {
    sums = sumOf(words, FRAME_HEAD / 4, words.length, sumOf(words, 0, 2, sums));
    if (!isSum(frame, 16, sums)) break;
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
