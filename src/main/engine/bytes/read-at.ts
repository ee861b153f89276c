import { readSync } from 'node:fs';
import type { JsonObject } from '../formats/format.ts';
import type { Parsed } from '../formats/lines.ts';
import { unpackedOf } from './packed.ts';

/** Read at once; a file of no more bytes is a short one. */
export const CHUNK = 1 << 20;

/** Bytes read from sources since the process started, for tests that assert how little was read. */
export const readTally = { bytes: 0 };

/** A short file whose bytes are all in memory: its format, its lines and its witnesses are one look at it and not four. */
let held: { file: number; bytes: Buffer; records: Map<number, JsonObject> } | null = null;
/** Where they are. One per thread, as one file is read at a time. */
let room: Buffer | null = null;

/** Reads a file that is open as `file` in one go, unless it is long. Until `letGo`, `readAt` answers from what was read. */
export function holdShort(file: number, size: number): void {
  if (size > CHUNK) return;
  room ??= Buffer.allocUnsafeSlow(CHUNK);
  held = { file, bytes: room.subarray(0, readAt(file, room, 0, size)), records: new Map() };
}

/** Keeps a whole record of a file that is held, so that it is parsed only once. */
export function holdRecord(file: number, offset: number, value: JsonObject): void {
  if (held?.file === file) held.records.set(offset, value);
}

/** What was parsed of a held file already. */
export function heldRecords(file: number): Parsed | undefined {
  return held?.file === file ? held.records : undefined;
}

export function letGo(): void {
  held = null;
}

/** Reads `length` bytes at `offset` into `buffer`, fewer at the end of the file. */
export function readAt(file: number, buffer: Uint8Array, offset: number, length: number): number {
  if (held?.file === file) return held.bytes.copy(buffer, 0, offset, offset + length);
  const unpacked = unpackedOf(file);
  if (unpacked !== null) return unpacked.bytes.copy(buffer, 0, offset, offset + length);
  let read = 0;
  while (read < length) {
    const more = readSync(file, buffer, read, length - read, offset + read);
    if (more === 0) break;
    read += more;
  }
  readTally.bytes += read;
  return read;
}
