import { closeSync, openSync } from 'node:fs';
import { PAGE } from '../catalog/columns.ts';
import { readAt } from '../catalog/read-batch.ts';
import { ENTRY_LAYOUT } from '../catalog/rows.ts';
import { type Db, PAGES } from '../catalog/schema.ts';
import type { Format } from '../formats/format.ts';
import { parseRecord } from '../formats/mend.ts';
import { createFinder } from '../store/place.ts';
import { rowId } from './shards.ts';
import { spaced } from './words.ts';

/** Bytes read at once. A longer record gets a buffer of its own. */
const WINDOW = 2 << 20;
/** Of each file of a native tape: entries alternate between the three files of a phase. */
const NARROW = 256 << 10;
/** Files of one source that are open at a time. */
const OPEN = 6;

/** Bytes of one open file, read with few reads as long as the places ascend. */
const createWindow = (file: number, size: number) => {
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

const openOrNull = (path: string): number | null => {
  try {
    return openSync(path, 'r');
  } catch {
    return null;
  }
};

/** Opens what the pointers of a source lead to, when they lead there. */
export const openBytes = (source: string): Bytes => {
  const whereIs = createFinder();
  const open = new Map<string, { file: number | null; read: (offset: number, length: number) => Buffer }>();
  const close = (path: string): void => {
    const file = open.get(path)?.file ?? null;
    if (file !== null) closeSync(file);
    open.delete(path);
  };
  const begin = (path: string): ((offset: number, length: number) => Buffer) => {
    const [oldest] = open.size >= OPEN ? open.keys() : [];
    if (oldest !== undefined) close(oldest);
    const file = openOrNull(path);
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
};

/** Where the records of a tape are, from the pages of the catalog. */
const createPlaces = (db: Db, tape: number) => {
  const data = db.prepare<[number], Buffer>('SELECT data FROM entry_pages WHERE id = ?').pluck();
  let held = -1;
  let cols: ReturnType<typeof ENTRY_LAYOUT.views> | null = null;
  return (seq: number): { offset: number; length: number } | null => {
    const no = Math.floor((seq - 1) / PAGE);
    if (no !== held) {
      const page = data.get(tape * PAGES + no);
      held = no;
      cols = page ? ENTRY_LAYOUT.views(new Uint8Array(page).slice().buffer) : null;
    }
    const at = (seq - 1) % PAGE;
    const length = cols?.length[at] ?? 0;
    return length === 0 ? null : { offset: cols?.offset[at] ?? 0, length };
  };
};

/** Puts the text of single tapes into a shard, inside whatever transaction is open there. */
export const createIndexer = (db: Db, shard: Db) => {
  const insert = shard.prepare<[bigint, string]>('INSERT INTO text (rowid, body) VALUES (?, ?)');
  return (tape: number, bytes: Bytes, format: Format) => {
    const place = createPlaces(db, tape);
    /** Indexes the entries `from` … `to`. */
    return (from: number, to: number): void => {
      for (let seq = from; seq <= to; seq++) {
        const found = place(seq);
        const record = found ? parseRecord(bytes.at(found.offset, found.length)) : null;
        const text = record === null ? '' : format.text(record);
        if (text !== '') insert.run(rowId(tape, seq), spaced(text));
      }
    };
  };
};
