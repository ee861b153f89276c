import { closeSync, openSync, readSync } from 'node:fs';

/** One whole line of a file, wherever it may be an entry or not. */
export interface RawLine {
  text: string;
  offset: number;
  /** Bytes without the line feed. */
  length: number;
  /** 1-based. */
  line: number;
}

/** Reads a file line by line when asked; holds one piece of it and no open file, since a rebuild has thousands of cursors. */
export interface Cursor {
  /** The next whole line; null where none is left. */
  next(): RawLine | null;
  /** Behind the last whole line that `next` answered. */
  end(): { offset: number; line: number };
}

const SMALLEST = 1 << 14;
const LARGEST = 1 << 20;
const LINE_FEED = 10;

/** Begins at the start of a line. Throws what the file system throws; a file that is not there has no lines. */
export function openCursor(path: string, start: { offset: number; line: number } = { offset: 0, line: 1 }): Cursor {
  let { offset, line } = start;
  let held: Buffer = Buffer.alloc(0);
  let at = 0;
  let piece = SMALLEST;

  /** Reads on after what is held; false at the end of the file. */
  const more = (): boolean => {
    const rest = held.subarray(at);
    const buffer = Buffer.allocUnsafe(rest.length + Math.max(piece, rest.length));
    rest.copy(buffer);
    const read = readPiece(path, buffer, rest.length, offset + rest.length);
    piece = Math.min(piece * 4, LARGEST);
    held = buffer.subarray(0, rest.length + read);
    at = 0;
    return read > 0;
  };

  const next = (): RawLine | null => {
    let searched = at;
    for (;;) {
      const feed = held.indexOf(LINE_FEED, searched);
      if (feed >= 0) {
        const found = { text: held.toString('utf8', at, feed), offset, length: feed - at, line };
        offset += feed - at + 1;
        line += 1;
        at = feed + 1;
        return found;
      }
      searched = held.length - at;
      if (!more()) return null;
    }
  };

  return { next, end: () => ({ offset, line }) };
}

const readPiece = (path: string, buffer: Buffer, from: number, position: number): number => {
  let file: number;
  try {
    file = openSync(path, 'r');
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return 0;
    throw error;
  }
  try {
    return readSync(file, buffer, from, buffer.length - from, position);
  } finally {
    closeSync(file);
  }
};
