import { loadWhatIsThere } from '../bytes/load.ts';
import type { Load } from '../views/recorded-load.ts';

type Records = Awaited<ReturnType<Load>>;

/** Bytes of records that are kept, as they are in the file. */
const MOST = 64 * 1024 * 1024;

/** Loads records once, for whoever asks for nearly the same ones step after step; those that were asked for longest ago go first. */
export function createKeptRecords(load: Load = loadWhatIsThere): Load {
  const kept = new Map<number, { record: Records[number]; bytes: number }>();
  let bytes = 0;
  return async (source, rows) => {
    const missing = rows.filter(({ seq }) => !kept.has(seq));
    const loaded = missing.length === 0 ? [] : await load(source, missing);
    const found = new Map(missing.map(({ seq }, at) => [seq, loaded[at] ?? null]));
    for (const { seq, length } of rows) {
      const held = kept.get(seq);
      const record = held ? held.record : (found.get(seq) ?? null);
      found.set(seq, record);
      kept.delete(seq);
      kept.set(seq, { record, bytes: length });
      if (!held) bytes += length;
    }
    for (const [seq, held] of kept) {
      if (bytes <= MOST) break;
      kept.delete(seq);
      bytes -= held.bytes;
    }
    return rows.map(({ seq }) => found.get(seq) ?? null);
  };
}
