import { type FileHandle, open } from 'node:fs/promises';
import { TapeError } from '../../../shared/rpc/tape-error.ts';
import type { JsonObject } from '../formats/format.ts';
import { parseRecord } from '../formats/mend.ts';

/** Where a record lies in its source: bytes from the start of the file. */
export interface Pointer {
  offset: number;
  length: number;
}

/** How often sources were opened and read since the process began. For tests that count work, and for benchmarks. */
export const sourceReads = { opens: 0, reads: 0, bytes: 0 };

/** Pointers closer together than this are fetched by one read. */
const NEIGHBOURS = 64 * 1024;
/** No single read is larger, unless one record is. */
const LARGEST_READ = 8 * 1024 * 1024;

/**
 * The records behind `pointers`, in their order. Null stands for a pointer whose bytes are no record (any more): the source
 * changed underneath. Throws TapeError('unreadable') where the file itself cannot be opened. Never writes, never keeps a handle.
 */
export const loadRecords = async (file: string, pointers: readonly Pointer[]): Promise<(JsonObject | null)[]> =>
  (await loadBytes(file, pointers, (bytes) => parseRecord(bytes))).map((record) => record ?? null);

/** One record with the text that it stands as in the file, NUL bytes and all. */
export const loadRaw = async (file: string, pointer: Pointer): Promise<{ record: JsonObject | null; text: string }> => {
  const [loaded] = await loadBytes(file, [pointer], (bytes) => ({ record: parseRecord(bytes), text: bytes.toString('utf8') }));
  return loaded ?? { record: null, text: '' };
};

/** Undefined stands for bytes that lie behind the end of the file. */
const loadBytes = async <T>(file: string, pointers: readonly Pointer[], take: (bytes: Buffer) => T): Promise<(T | undefined)[]> => {
  const found = new Array<T | undefined>(pointers.length).fill(undefined);
  if (pointers.length === 0) return found;
  const handle = await openSource(file);
  try {
    for (const group of neighbours(pointers)) {
      const bytes = await readRange(handle, group.from, group.to - group.from);
      for (const at of group.members) {
        const pointer = pointers[at];
        if (!pointer) continue;
        const start = pointer.offset - group.from;
        if (start + pointer.length <= bytes.length) found[at] = take(bytes.subarray(start, start + pointer.length));
      }
    }
  } finally {
    await handle.close();
  }
  return found;
};

const openSource = async (file: string): Promise<FileHandle> => {
  try {
    const handle = await open(file, 'r');
    sourceReads.opens += 1;
    return handle;
  } catch (failure) {
    const why = failure instanceof Error && 'code' in failure && failure.code === 'ENOENT' ? 'it is not there any more' : String(failure);
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

/** Up to `length` bytes; fewer at the end of the file. */
const readRange = async (handle: FileHandle, from: number, length: number): Promise<Buffer> => {
  const bytes = Buffer.allocUnsafe(length);
  let filled = 0;
  while (filled < length) {
    const { bytesRead } = await handle.read(bytes, filled, length - filled, from + filled);
    sourceReads.reads += 1;
    sourceReads.bytes += bytesRead;
    if (bytesRead === 0) break;
    filled += bytesRead;
  }
  return bytes.subarray(0, filled);
};
