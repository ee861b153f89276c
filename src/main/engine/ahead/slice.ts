import { createCatalog } from '../catalog/read.ts';
import type { Catalog } from '../catalog/types.ts';
import { type Db, memoryDatabase } from '../database/schema.ts';
import type { ReadPart } from '../pages/batch.ts';
import { bringSource } from '../sources/bring-source.ts';
import { lineStart, readBatch } from '../sources/read-batch.ts';
import type { ReadPlan } from '../storing/reading.ts';

/** Bytes at the beginning of a log, which say who wrote it and where. */
const HEAD = 32 << 10;
/** Bytes per batch. */
const BATCH = 4 << 20;

/** The head and the end of a log in a catalog of its own, read by the door that every log comes through. */
export interface Slice {
  db: Db;
  catalog: Catalog;
  tape: string;
  /** The byte from which on all is there. */
  from: number;
  /** The bytes that the log has. */
  of: number;
}

function* partsFrom({ file, format, final, source }: ReadPlan, from: number): Generator<ReadPart> {
  const { size } = source;
  const head = readBatch({ file, format, want: HEAD, size, final }, { offset: 0, line: 0 });
  yield head;
  let start = { ...head.next, line: 0, offset: Math.max(head.next.offset, from) };
  while (start.offset < size) {
    const part = readBatch({ file, format, want: start.offset + BATCH, size, final }, start);
    yield part;
    if (part.next.offset === start.offset) return;
    start = { ...part.next, line: 0 };
  }
}

/** Reads the last `bytes` of a log, and its head; null for one that is not longer. Close `db` when done. Throws as reading any log does. */
export function sliceOf(path: string, bytes: number): Slice | null {
  const db = memoryDatabase();
  const found = { from: 0, of: 0 };
  try {
    const batches = (plan: ReadPlan): Iterable<ReadPart> => {
      const { size } = plan.source;
      const from = size > bytes + HEAD ? lineStart(plan.file, size - bytes, size) : size;
      Object.assign(found, { from, of: size });
      return from === size ? [] : partsFrom(plan, from);
    };
    const { id } = bringSource(db, path, { batches }).source;
    if (found.from < found.of) return { db, catalog: createCatalog(db), tape: id, ...found };
  } catch (failure) {
    db.close();
    throw failure;
  }
  db.close();
  return null;
}
