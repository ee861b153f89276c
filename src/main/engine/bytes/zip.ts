import { closeSync, fstatSync, openSync, readSync } from 'node:fs';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import { unpackZstd } from './packed.ts';

/**
 * ZIP archives that other programs write, read by their list of contents: only what is asked for is unpacked. Packages that read archives do so in
 * callbacks, or know no Zstandard (method 93), which these archives are mostly packed with.
 */

interface ZipEntry {
  name: string;
  /** Differs where the content does. */
  crc: number;
  /** Bytes unpacked. */
  size: number;
}

export interface Zip {
  entries: readonly ZipEntry[];
  /** The content of an entry by its name; null where there is none. Throws TapeError('unreadable') with a sentence. */
  read(name: string): Buffer | null;
  close(): void;
}

interface Place extends ZipEntry {
  method: number;
  packed: number;
  offset: number;
}

const END = 0x06054b50;
const END_64 = 0x06064b50;
const LOCATOR_64 = 0x07064b50;
const ENTRY = 0x02014b50;
const LOCAL = 0x04034b50;
/** The end of an archive with its longest comment. */
const TAIL = 22 + 0xffff;
/** What one entry may hold: a small one can say that it holds more than there is memory. */
const MOST = 512 << 20;
const WIDE = 0xffffffff;

/** Opens an archive. Throws TapeError('unreadable') for what is none, and what the file system throws. */
export function openZip(path: string): Zip {
  const file = openSync(path, 'r');
  try {
    const read = (offset: number, length: number): Buffer => {
      const bytes = Buffer.alloc(Math.max(0, length));
      return bytes.subarray(0, bytes.length === 0 ? 0 : readSync(file, bytes, 0, bytes.length, offset));
    };
    const places = new Map(listed(path, fstatSync(file).size, read).map((place) => [place.name, place]));
    return {
      entries: [...places.values()],
      read(name) {
        const place = places.get(name);
        return place === undefined ? null : unpacked(path, place, read);
      },
      close: () => closeSync(file),
    };
  } catch (failure) {
    closeSync(file);
    throw failure instanceof RangeError ? broken(path) : failure;
  }
}

const broken = (path: string): TapeError =>
  new TapeError('unreadable', `${path} cannot be read: it is not a ZIP archive, or a damaged one, or it is still being written.`, {
    file: path,
  });

type Read = (offset: number, length: number) => Buffer;

/** The list of contents is at the end. */
function listed(path: string, size: number, read: Read): Place[] {
  const from = Math.max(0, size - TAIL);
  const tail = read(from, size - from);
  let at = tail.length - 22;
  while (at >= 0 && tail.readUInt32LE(at) !== END) at -= 1;
  if (at < 0) throw broken(path);
  const { count, offset, length } = directoryOf(tail, at, read);
  if (length > MOST || offset + length > size) throw broken(path);
  return [...entriesIn(path, read(offset, length), count)];
}

/** Where the list is. Where it does not fit the fields of the end, a longer end before it says so. */
function directoryOf(tail: Buffer, at: number, read: Read): { count: number; offset: number; length: number } {
  const [count, length, offset] = [tail.readUInt16LE(at + 10), tail.readUInt32LE(at + 12), tail.readUInt32LE(at + 16)];
  if (at < 20 || tail.readUInt32LE(at - 20) !== LOCATOR_64) return { count, length, offset };
  const end = read(Number(tail.readBigUInt64LE(at - 12)), 56);
  if (end.readUInt32LE(0) !== END_64) return { count, length, offset };
  return {
    count: Number(end.readBigUInt64LE(32)),
    length: Number(end.readBigUInt64LE(40)),
    offset: Number(end.readBigUInt64LE(48)),
  };
}

function* entriesIn(path: string, list: Buffer, count: number): Generator<Place> {
  for (let at = 0, seen = 0; seen < count; seen += 1) {
    if (list.readUInt32LE(at) !== ENTRY) throw broken(path);
    const [name, extra, comment] = [list.readUInt16LE(at + 28), list.readUInt16LE(at + 30), list.readUInt16LE(at + 32)];
    const from = at + 46;
    const place = {
      name: list.toString('utf8', from, from + name),
      ...{ method: list.readUInt16LE(at + 10), crc: list.readUInt32LE(at + 16) },
      ...{ packed: list.readUInt32LE(at + 20), size: list.readUInt32LE(at + 24), offset: list.readUInt32LE(at + 42) },
    };
    yield widened(place, list.subarray(from + name, from + name + extra));
    at = from + name + extra + comment;
  }
}

/** Numbers that do not fit are in a field of their own, in this order, and only those. */
function widened(place: Place, extra: Buffer): Place {
  for (let at = 0; at + 4 <= extra.length; at += 4 + extra.readUInt16LE(at + 2)) {
    if (extra.readUInt16LE(at) !== 1) continue;
    let next = at + 4;
    const wide = (value: number): number => {
      if (value !== WIDE) return value;
      next += 8;
      return Number(extra.readBigUInt64LE(next - 8));
    };
    const size = wide(place.size);
    const packed = wide(place.packed);
    return { ...place, size, packed, offset: wide(place.offset) };
  }
  return place;
}

function unpacked(path: string, { method, packed, size, offset, name }: Place, read: Read): Buffer {
  const refused = (why: string): TapeError => new TapeError('unreadable', `${name} in ${path} cannot be read: ${why}.`, { file: path });
  if (size > MOST || packed > MOST) throw refused(`it is larger than ${MOST >> 20} MB`);
  const head = read(offset, 30);
  if (head.length < 30 || head.readUInt32LE(0) !== LOCAL) throw broken(path);
  const bytes = read(offset + 30 + head.readUInt16LE(26) + head.readUInt16LE(28), packed);
  if (bytes.length < packed) throw broken(path);
  if (method === 0) return bytes;
  if (method === 93) return unpackZstd(bytes, `${name} in ${path}`);
  if (method !== 8) throw refused(`it is packed in a way (${method}) that Tapescope cannot unpack`);
  try {
    return process.getBuiltinModule('node:zlib').inflateRawSync(bytes, { maxOutputLength: MOST });
  } catch {
    throw refused('it is damaged');
  }
}
