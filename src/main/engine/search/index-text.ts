import type { Bytes } from '../bytes/bytes.ts';
import { giveBack } from '../bytes/give-back.ts';
import { entriesIn, type Pointer } from '../bytes/load.ts';
import { plucked } from '../database/prepared.ts';
import { type Db, PAGES } from '../database/schema.ts';
import type { Format, JsonObject } from '../formats/format.ts';
import { parseRecord } from '../formats/mend.ts';
import { PAGE } from '../pages/columns.ts';
import { ENTRY_LAYOUT } from '../pages/rows.ts';
import { indexed } from '../text/terms.ts';
import { rowId } from './shards.ts';
import { keepSums, sumOf } from './sums.ts';

/** Where the records of a tape are, from the pages of the catalog; null for an entry that it does not have. */
export function createPlaces(db: Db, tape: number) {
  // One statement for all tapes: what a statement takes outside the heap is given back only when the heap is full.
  const data = plucked<[number], Buffer>(db, 'SELECT data FROM entry_pages WHERE id = ?');
  let held = -1;
  let cols: ReturnType<typeof ENTRY_LAYOUT.views> | null = null;
  return (seq: number): Pointer | null => {
    const no = Math.floor((seq - 1) / PAGE);
    if (no !== held) {
      const page = data.get(tape * PAGES + no);
      held = no;
      cols = page ? ENTRY_LAYOUT.views(ENTRY_LAYOUT.unpack(page)) : null;
    }
    const at = (seq - 1) % PAGE;
    const length = cols?.length[at] ?? 0;
    return length === 0 ? null : { offset: cols?.offset[at] ?? 0, length, part: cols?.part[at] ?? 0 };
  };
}

/** Reads entries with the checksum of their bytes; a record that makes several is parsed and summed once. */
const createReader = (bytes: Bytes, format: Format) => {
  const entryOf = entriesIn(format.id);
  let at = -1;
  let held: { record: JsonObject | null; sum: number } = { record: null, sum: 0 };
  return ({ offset, length, part }: Pointer): { record: JsonObject | null; sum: number } => {
    if (offset !== at) {
      const raw = bytes.at(offset, length);
      held = { record: format.searched?.(raw) ?? parseRecord(raw), sum: sumOf(raw) };
      at = offset;
    }
    return { record: held.record && entryOf(held.record, part), sum: held.sum };
  };
};

/** Puts the text of single tapes into a shard, inside whatever transaction is open there. */
export function createIndexer(db: Db, shard: Db) {
  const insert = shard.prepare<[bigint, string]>('INSERT INTO text (rowid, body) VALUES (?, ?)');
  const keep = keepSums(shard);
  return (tape: number, bytes: Bytes, format: Format) => {
    const place = createPlaces(db, tape);
    const entryOf = createReader(bytes, format);
    /** Indexes the entries `from` … `to`. */
    return (from: number, to: number): void => {
      const sums = new Uint32Array(to - from + 1);
      for (let seq = from; seq <= to; seq++) {
        const found = place(seq);
        const entry = found && entryOf(found);
        const text = entry?.record ? format.text(entry.record) : '';
        if (!entry || text === '') continue;
        insert.run(rowId(tape, seq), indexed(text));
        sums[seq - from] = entry.sum;
        if (found.part === 0) giveBack(found.length);
      }
      keep(tape, from, sums);
    };
  };
}
