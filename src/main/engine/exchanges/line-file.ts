import { closeSync, fstatSync, openSync, readSync, type Stats } from 'node:fs';
import type { Held, HeldLines } from './held.ts';

/** A file of lines that grows while an agent runs. */
export interface LineFile {
  /** Reads what was added. Null where the file is another than the one that was read, or holds no lines that `begin` knows. */
  read(): Held[] | null;
}

const [FIRST, MORE, LINE_FEED] = [64 << 10, 8 << 20, 10];
/** Bytes at both ends of what was read, by which it is known again. */
const WITNESS = 64;
/** Shorter lines are blank. */
const SHORTEST = 2;

/** Opens a file of which each byte is read once. `begin` knows by the first line what the lines are. */
export function openLineFile(path: string, begin: (first: Buffer) => HeldLines | null): LineFile {
  let lines: HeldLines | null = null;
  let [offset, known, mtime] = [0, '', 0];
  let [head, tail]: [Buffer, Buffer] = [EMPTY, EMPTY];
  let torn: Buffer[] = [];
  const take = (line: Buffer): boolean => {
    if (line.length < SHORTEST) return true;
    lines ??= begin(line);
    lines?.take(line);
    return lines !== null;
  };
  /** Takes the lines of some bytes; false where they are none that anybody knows. */
  const takeAll = (bytes: Buffer): boolean => {
    let from = 0;
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, from)) {
      if (!take(Buffer.concat([...torn, bytes.subarray(from, at)]))) return false;
      [torn, from] = [[], at + 1];
    }
    if (from < bytes.length) torn.push(bytes.subarray(from));
    if (head.length < WITNESS) head = Buffer.concat([head, bytes.subarray(0, WITNESS - head.length)]);
    tail = Buffer.concat([tail, bytes.subarray(-WITNESS)]).subarray(-WITNESS);
    return true;
  };
  const isSame = (file: number, found: Stats): boolean =>
    offset === 0 ||
    (idOf(found) === known &&
      (found.size > offset || (found.size === offset && found.mtimeMs === mtime)) &&
      head.equals(at(file, 0, head.length)) &&
      tail.equals(at(file, offset - tail.length, tail.length)));
  const readOn = (file: number): Held[] | null => {
    const found = fstatSync(file);
    if (!isSame(file, found)) return null;
    [known, mtime] = [idOf(found), found.mtimeMs];
    for (let size = offset === 0 ? FIRST : MORE; offset < found.size; size = MORE) {
      const bytes = at(file, offset, Math.min(size, found.size - offset));
      if (bytes.length === 0) break;
      offset += bytes.length;
      if (!takeAll(bytes)) return null;
    }
    return ended();
  };
  /** A last line without its end is whole where it is JSON: nobody appends to that. */
  const ended = (): Held[] | null => {
    const last = Buffer.concat(torn);
    if (last.length >= SHORTEST && isJson(last)) {
      torn = [];
      if (!take(last)) return null;
    } else torn = last.length > 0 ? [last] : [];
    return lines === null ? null : lines.held(torn[0] !== undefined && torn[0].length >= SHORTEST ? torn[0] : null);
  };
  return {
    read() {
      const file = openSync(path, 'r');
      try {
        return readOn(file);
      } finally {
        closeSync(file);
      }
    },
  };
}

const EMPTY = Buffer.alloc(0);

const idOf = ({ dev, ino }: Stats): string => `${dev}:${ino}`;

const at = (file: number, from: number, length: number): Buffer => {
  const bytes = Buffer.allocUnsafe(length);
  return bytes.subarray(0, readSync(file, bytes, 0, length, from));
};

const isJson = (bytes: Buffer): boolean => {
  try {
    JSON.parse(bytes.toString('utf8'));
    return true;
  } catch {
    return false;
  }
};
