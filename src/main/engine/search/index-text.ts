import { PAGE } from '../catalog/columns.ts';
import { ENTRY_LAYOUT } from '../catalog/rows.ts';
import { type Db, PAGES } from '../catalog/schema.ts';
import type { Format } from '../formats/format.ts';
import { parseRecord } from '../formats/mend.ts';
import type { Bytes } from '../source/bytes.ts';
import { rowId } from './shards.ts';
import { keepSums, sumOf } from './sums.ts';
import { indexed } from './terms.ts';

/** Where the records of a tape are, from the pages of the catalog; null for an entry that it does not have. */
export const createPlaces = (db: Db, tape: number) => {
  const data = db.prepare<[number], Buffer>('SELECT data FROM entry_pages WHERE id = ?').pluck();
  let held = -1;
  let cols: ReturnType<typeof ENTRY_LAYOUT.views> | null = null;
  return (seq: number): { offset: number; length: number } | null => {
    const no = Math.floor((seq - 1) / PAGE);
    if (no !== held) {
      const page = data.get(tape * PAGES + no);
      held = no;
      cols = page ? ENTRY_LAYOUT.views(ENTRY_LAYOUT.unpack(page)) : null;
    }
    const at = (seq - 1) % PAGE;
    const length = cols?.length[at] ?? 0;
    return length === 0 ? null : { offset: cols?.offset[at] ?? 0, length };
  };
};

/** Puts the text of single tapes into a shard, inside whatever transaction is open there. */
export const createIndexer = (db: Db, shard: Db) => {
  const insert = shard.prepare<[bigint, string]>('INSERT INTO text (rowid, body) VALUES (?, ?)');
  const keep = keepSums(shard);
  return (tape: number, bytes: Bytes, format: Format) => {
    const place = createPlaces(db, tape);
    /** Indexes the entries `from` … `to`. */
    return (from: number, to: number): void => {
      const sums = new Uint32Array(to - from + 1);
      for (let seq = from; seq <= to; seq++) {
        const found = place(seq);
        const raw = found && bytes.at(found.offset, found.length);
        const record = raw && parseRecord(raw);
        const text = record ? format.text(record) : '';
        if (!raw || text === '') continue;
        insert.run(rowId(tape, seq), indexed(text));
        sums[seq - from] = sumOf(raw);
      }
      keep(tape, from, sums);
    };
  };
};
