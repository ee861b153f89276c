import { fstatSync } from 'node:fs';
import { apartAt } from './apart.ts';
import { createFinder } from './finder.ts';
import { closeLog, openLogOrNull, unpackedOf } from './packed.ts';
import { readAt } from './read-at.ts';

/** Bytes read at once. A longer record gets a buffer of its own. */
const WINDOW = 2 << 20;
/** The same for each file of a native tape, smaller because entries alternate between the three files of a phase. */
const NARROW = 256 << 10;
/** Files of one source that are open at a time. */
const OPEN = 6;

/** Bytes of one open file, read with few reads as long as the places ascend. A short file takes no more than it has: thousands are read in a row. */
const createWindow = (file: number, most: number) => {
  const unpacked = unpackedOf(file)?.bytes;
  if (unpacked !== undefined) return (offset: number, length: number): Buffer => unpacked.subarray(offset, offset + length);
  const size = Math.min(most, fstatSync(file).size);
  const buffer = Buffer.allocUnsafe(size);
  let from = 0;
  let to = 0;
  return (offset: number, length: number): Buffer => {
    if (length > size) {
      const own = Buffer.allocUnsafe(length);
      return own.subarray(0, readAt(file, own, offset, length));
    }
    if (offset < from || offset + length > to) {
      from = offset;
      to = offset + readAt(file, buffer, offset, size);
    }
    return buffer.subarray(offset - from, Math.max(offset - from, Math.min(offset + length, to) - from));
  };
};

/** Records of a source by pointer. A file that cannot be opened (any more) has no bytes. */
export interface Bytes {
  at(offset: number, length: number): Buffer;
  close(): void;
}

/** Opens what the pointers of a source lead to, when they lead there. */
export function openBytes(source: string): Bytes {
  const apart = apartAt(source);
  if (apart !== null) return apart.open();
  const whereIs = createFinder();
  const open = new Map<string, { file: number | null; read: (offset: number, length: number) => Buffer }>();
  const close = (path: string): void => {
    const file = open.get(path)?.file ?? null;
    if (file !== null) closeLog(file);
    open.delete(path);
  };
  const begin = (path: string): ((offset: number, length: number) => Buffer) => {
    const [oldest] = open.size >= OPEN ? open.keys() : [];
    if (oldest !== undefined) close(oldest);
    const file = openLogOrNull(path);
    const read = file === null ? () => Buffer.alloc(0) : createWindow(file, path === source ? WINDOW : NARROW);
    open.set(path, { file, read });
    return read;
  };
  return {
    at(pointer, length) {
      const place = whereIs(source, pointer);
      if (place === null) return Buffer.alloc(0);
      return (open.get(place.file)?.read ?? begin(place.file))(place.offset, length);
    },
    close() {
      for (const path of [...open.keys()]) close(path);
    },
  };
}
