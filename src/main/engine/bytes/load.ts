import { read, readSync } from 'node:fs';
import { diskReason } from '../../../shared/rpc/disk-reasons.ts';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { JsonObject } from '../formats/format.ts';
import { formatById } from '../formats/index.ts';
import { parseRecord } from '../formats/mend.ts';
import { apartAt } from './apart.ts';
import { createFinder } from './finder.ts';
import { closeLog, openLog, unpackedOf } from './packed.ts';

/** Where a record is in its source: bytes from the start of the file, or a place in the folder of a native tape (tape-place.ts). */
export interface Pointer {
  offset: number;
  length: number;
  /** Which of the entries that the record makes; 0 without it. */
  part?: number | undefined;
}

/** What pointers lead into: the file of a tape, or its folder, and the format of its records. */
export interface Source {
  file: string;
  format: string;
}

/** How often sources were opened and read since the process began. For tests that count work, and for benchmarks. */
export const sourceReads = { opens: 0, reads: 0, bytes: 0 };

/** Pointers closer together than this are fetched by one read. */
const NEIGHBOURS = 64 * 1024;
/** A read up to this size is made at once: to wait for the thread that would make it takes longer. */
const AT_ONCE = 256 * 1024;
/** No single read is larger, unless one record is. */
const LARGEST_READ = 8 * 1024 * 1024;

/**
 * The records behind `pointers`, in their order: of a record that makes several entries, the part that is the entry (`Format.part`). Null stands for a pointer whose bytes are no record (any more): the source
 * changed underneath. Throws TapeError('unreadable') where the file itself cannot be opened. Never writes, never keeps a handle.
 */
export async function loadRecords(source: Source, pointers: readonly Pointer[]): Promise<(JsonObject | null)[]> {
  const entryOf = entriesIn(source.format);
  const records = await loadBytes(source.file, pointers, (bytes) => parseRecord(bytes));
  return records.map((record, at) => (record ? entryOf(record, pointers[at]?.part) : null));
}

/** What makes of records of a format the entries that they hold. */
export function entriesIn(format: string): (record: JsonObject, part?: number) => JsonObject {
  const { part: partOf } = formatById(format);
  return partOf === undefined ? (record) => record : (record, part = 0) => partOf(record, part);
}

/** As `loadRecords`, but with null for every record of a file that cannot be opened: what a catalog has of it is still of use. */
export async function loadWhatIsThere(source: Source, pointers: readonly Pointer[]): Promise<(JsonObject | null)[]> {
  try {
    return await loadRecords(source, pointers);
  } catch (failure) {
    if (failure instanceof TapeError) return pointers.map(() => null);
    throw failure;
  }
}

/** The bytes at `pointers` as text, in their order, exactly as in the file. Null past its end. Throws as `loadRecords` does. */
export async function loadTexts(file: string, pointers: readonly Pointer[]): Promise<(string | null)[]> {
  return (await loadBytes(file, pointers, (bytes) => bytes.toString('utf8'))).map((text) => text ?? null);
}

/** One entry with the text that its record stands as in the file, NUL bytes and all. Throws as `loadRecords` does. */
export async function loadRaw({ file, format }: Source, pointer: Pointer): Promise<{ record: JsonObject | null; text: string }> {
  const [loaded] = await loadBytes(file, [pointer], (bytes) => ({ record: parseRecord(bytes), text: bytes.toString('utf8') }));
  const { record = null, text = '' } = loaded ?? {};
  return { record: record && entriesIn(format)(record, pointer.part), text };
}

/** The pointers by the file that they lead into, as indexes. Those that lead nowhere (any more) are left out. */
const byFile = (source: string, pointers: readonly Pointer[]): Map<string, { at: number; pointer: Pointer }[]> => {
  const files = new Map<string, { at: number; pointer: Pointer }[]>();
  const whereIs = createFinder();
  for (const [at, { offset, length }] of pointers.entries()) {
    const place = whereIs(source, offset);
    if (place === null) continue;
    const one = { at, pointer: { offset: place.offset, length } };
    const held = files.get(place.file);
    if (held) held.push(one);
    else files.set(place.file, [one]);
  }
  return files;
};

/** Undefined means bytes past the end of the file. */
const loadBytes = async <T>(source: string, pointers: readonly Pointer[], take: (bytes: Buffer) => T): Promise<(T | undefined)[]> => {
  const apart = apartAt(source);
  if (apart !== null)
    return apart.take(
      pointers.map(({ offset }) => offset),
      take,
    );
  const found = new Array<T | undefined>(pointers.length).fill(undefined);
  for (const [file, members] of byFile(source, pointers)) {
    const loaded = await loadFrom(
      file,
      members.map(({ pointer }) => pointer),
      take,
    );
    for (const [index, { at }] of members.entries()) found[at] = loaded[index];
  }
  return found;
};

const loadFrom = async <T>(file: string, pointers: readonly Pointer[], take: (bytes: Buffer) => T): Promise<(T | undefined)[]> => {
  const found = new Array<T | undefined>(pointers.length).fill(undefined);
  const source = openSource(file);
  try {
    for (const group of neighbours(pointers)) {
      const bytes = await readRange(source, group.from, group.to - group.from);
      takeAll(bytes, group, pointers, take, found);
    }
  } finally {
    closeLog(source);
  }
  return found;
};

/** Pointers to the same bytes, which are the entries of one record, share what is taken of it. */
const takeAll = <T>(
  bytes: Buffer,
  { from, members }: Group,
  pointers: readonly Pointer[],
  take: (bytes: Buffer) => T,
  found: (T | undefined)[],
): void => {
  let last = -1;
  for (const at of members) {
    const { offset = 0, length = 0 } = pointers[at] ?? {};
    const before = pointers[last];
    if (before && before.offset === offset && before.length === length) found[at] = found[last];
    else if (offset - from + length <= bytes.length) found[at] = take(bytes.subarray(offset - from, offset - from + length));
    last = at;
  }
};

const openSource = (file: string): number => {
  try {
    const source = openLog(file);
    sourceReads.opens += 1;
    return source;
  } catch (failure) {
    const code = failure instanceof Error && 'code' in failure ? String(failure.code) : '';
    const why = code === 'ENOENT' ? 'it no longer exists' : (diskReason(code) ?? String(failure));
    throw new TapeError('unreadable', `${file} cannot be read: ${why}.`, { file });
  }
};

interface Group {
  from: number;
  to: number;
  /** Indexes into the pointers. */
  members: number[];
}

const neighbours = (pointers: readonly Pointer[]): Group[] => {
  const order = [...pointers.keys()].sort((a, b) => (pointers[a]?.offset ?? 0) - (pointers[b]?.offset ?? 0));
  const groups: Group[] = [];
  for (const at of order) {
    const { offset, length } = pointers[at] ?? { offset: 0, length: 0 };
    const last = groups.at(-1);
    const end = offset + length;
    if (last && offset - last.to <= NEIGHBOURS && Math.max(end, last.to) - last.from <= LARGEST_READ) {
      last.to = Math.max(last.to, end);
      last.members.push(at);
    } else groups.push({ from: offset, to: end, members: [at] });
  }
  return groups;
};

const readSome = (source: number, into: Buffer, from: number): number | Promise<number> =>
  into.length <= AT_ONCE ? readSync(source, into, 0, into.length, from) : readLater(source, into, from);

const readLater = (source: number, into: Buffer, from: number): Promise<number> =>
  new Promise((done, failed) => {
    read(source, into, 0, into.length, from, (failure, bytes) => (failure ? failed(failure) : done(bytes)));
  });

/** Up to `length` bytes; fewer at the end of the file. */
const readRange = async (source: number, from: number, length: number): Promise<Buffer> => {
  const unpacked = unpackedOf(source);
  if (unpacked !== null) return unpacked.bytes.subarray(from, from + length);
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const bytesRead = await readSome(source, bytes.subarray(filled), from + filled);
    sourceReads.reads += 1;
    sourceReads.bytes += bytesRead;
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
};
