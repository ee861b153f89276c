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

/** What SQLite's checksum makes of a page by itself: two words, and never two zeros. */
export type Sum = readonly [number, number];

export interface Committed {
  mark: Mark;
  /** The sum of each page that was written, as the last transaction left it. */
  pages: Map<number, Sum>;
  /** Pages of the database after that; 0 where nothing was written. */
  size: number;
}

/** Pages that transactions wrote after `since`: all that the log holds where it has begun another run. */
export function committedSince(wal: string, since: Mark, pageSize: number): Committed {
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
    return framesFrom(file, head, since, pageSize);
  } finally {
    closeSync(file);
  }
}

/** A log whose checksums are of little-endian words, as on all machines that Node runs on but a few. */
const LITTLE_ENDIAN = 0x37_7f_06_82;

const NOTHING: Sum = [0, 0];

/** Bytes as the words of the checksum. */
const wordsIn = (bytes: Buffer): Int32Array => new Int32Array(bytes.buffer, bytes.byteOffset, bytes.length / 4);

/**
 * SQLite's checksum of the words `from` … `to`, after that of what comes before them. All pages of a database may come through here: a default
 * for a word that is never missing, or a view made for each page, takes four times as long.
 */
const sumOf = (words: Int32Array, from: number, to: number, [first, second]: Sum): Sum => {
  let [one, two] = [first, second];
  for (let at = from; at < to; at += 2) {
    one = (one + (words[at] as number) + two) | 0;
    two = (two + (words[at + 1] as number) + one) | 0;
  }
  return [one, two];
};

/** The sums of the pages of a database, which begins where a word may. */
export function sumsOf(bytes: Buffer, pageSize: number): (page: number) => Sum {
  const words = wordsIn(bytes);
  const each = pageSize / 4;
  return (page) => notNothing(sumOf(words, (page - 1) * each, page * each, NOTHING));
}

/**
 * Takes away what a checksum owes to the one that it continues. What `length` words add does not depend on it, and it is multiplied by a matrix of
 * Fibonacci's numbers: so two heads of frames tell the sum of the page between them, and nobody reads the page. The words of a page are a power of two, so doubling
 * reaches their number.
 */
const createParting = (length: number): ((sum: Sum, before: Sum) => Sum) => {
  let [more, most] = [1, 1];
  for (let at = 1; at < length; at *= 2)
    [more, most] = [Math.imul(more, 2 * most - more), (Math.imul(more, more) + Math.imul(most, most)) | 0];
  const less = (most - more) | 0;
  return ([one, two], [first, second]) => [
    (one - Math.imul(less, first) - Math.imul(more, second)) | 0,
    (two - Math.imul(more, first) - Math.imul(most, second)) | 0,
  ];
};

/** Keeps a page of zeros apart from one that was never written. */
const notNothing = (sum: Sum): Sum => (areSame(sum, NOTHING) ? [0, 1] : sum);

const sumAt = (bytes: Buffer, at: number): Sum => [bytes.readInt32BE(at), bytes.readInt32BE(at + 4)];
/** Whether two sums are of the same bytes. */
export function areSame([one, two]: Sum, [first, second]: Sum): boolean {
  return one === first && two === second;
}

const isHead = (head: Buffer): boolean =>
  head.readUInt32BE(0) === LITTLE_ENDIAN && areSame(sumAt(head, 24), sumOf(wordsIn(head), 0, 6, NOTHING));

/**
 * Of each transaction the first frame and the last are compared with their pages: the first tells that what follows continues this log and is not a rest
 * of a transaction that was taken back, the last that all was written before its writer was killed.
 */
const framesFrom = (file: number, head: Buffer, since: Mark, pageSize: number): Committed => {
  const salts = head.subarray(16, 24);
  const run = salts.toString('hex');
  const mark = { run, frames: since.run === run ? since.frames : 0 };
  const pages = new Map<number, Sum>();
  const open = new Map<number, Sum>();
  let size = 0;
  const frame = Buffer.alloc(FRAME_HEAD + pageSize);
  const words = wordsIn(frame);
  const part = createParting(pageSize / 4);
  const read = (at: number, length: number): boolean => readSync(file, frame, 0, length, HEAD + at * frame.length) === length;
  // The checksum of a frame continues that of the frame before it.
  let sum = sumAt(head, 24);
  if (mark.frames > 0 && read(mark.frames - 1, FRAME_HEAD)) sum = sumAt(frame, 16);
  for (let at = mark.frames; read(at, FRAME_HEAD) && frame.subarray(8, 16).equals(salts); at++) {
    const before = sumOf(words, 0, 2, sum);
    sum = sumAt(frame, 16);
    // The last frame of a transaction tells how many pages there are; others have a zero there.
    const after = frame.readUInt32BE(4);
    const own = part(sum, before);
    if ((open.size === 0 || after > 0) && !(read(at, frame.length) && areSame(own, sumOf(words, FRAME_HEAD / 4, words.length, NOTHING))))
      break;
    open.set(frame.readUInt32BE(0), notNothing(own));
    if (after === 0) continue;
    size = after;
    for (const [page, written] of open) pages.set(page, written);
    open.clear();
    mark.frames = at + 1;
  }
  return { mark, pages, size };
};
