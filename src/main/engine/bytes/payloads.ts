import type { EntryRow, TapeRow } from '../../../shared/model/index.ts';
import { digest } from '../formats/digest.ts';
import type { Format, Json, JsonObject } from '../formats/format.ts';
import { loadRecords } from './load.ts';

/** Entries that are loaded together. */
const BATCH = 256;

/** Records of a tape's entries in order, a batch at a time, so that a long prefix is never in memory at once. */
export async function* recordsOf(tape: TapeRow, rows: readonly EntryRow[]): AsyncGenerator<{ row: EntryRow; record: JsonObject | null }[]> {
  for (let at = 0; at < rows.length; at += BATCH) {
    const batch = rows.slice(at, at + BATCH);
    const records = await loadRecords(tape, batch);
    yield batch.map((row, place) => ({ row, record: records[place] ?? null }));
  }
}

/**
 * What makes a block the same in two contexts: the digest of its payload without the ids of its calls. Two agents that read one
 * file made two calls with two ids, and saw the same.
 */
export function keyOf(row: EntryRow, record: JsonObject | null, format: Format): string {
  return record === null ? `changed underneath ${row.seq}` : digestWithout([...row.calls, ...row.results], format.payload(record));
}

/** Digest of a value in which ids of calls stand for their places in `ids` alone. */
export function digestWithout(ids: readonly string[], value: Json): string {
  const names = new Map(ids.map((id, at) => [id, `call ${at}`]));
  return digest(names.size === 0 ? value : renamed(value, names));
}

/** How deep a call's id is looked for; ids are near the top. */
const DEPTH = 8;

const renamed = (value: Json, ids: ReadonlyMap<string, string>, depth = DEPTH): Json => {
  if (typeof value === 'string') return ids.get(value) ?? value;
  if (typeof value !== 'object' || value === null || depth === 0) return value;
  if (Array.isArray(value)) return value.map((item) => renamed(item, ids, depth - 1));
  const copy: JsonObject = Object.create(null);
  for (const [key, item] of Object.entries(value)) copy[key] = renamed(item, ids, depth - 1);
  return copy;
};
