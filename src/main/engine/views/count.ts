import type { EntryRow, TapeRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { loadRecords } from '../bytes/load.ts';
import type { Format, JsonObject } from '../formats/format.ts';
import { type Counter, type Encoding, LONGEST_COUNTED } from './tokenizer.ts';

/** Text beyond this in one view is left to the estimate, so that a first look at a huge context comes soon. */
const LARGEST_VIEW = 4_000_000;
/** Entries beyond this too: reading hundreds of thousands of short ones for their count would take what the machine has. */
export const MOST_COUNTED = 20_000;

/** The rows that a view counts. The same ones at every look, whatever was counted before: a view must not change by being seen. */
const countable = (rows: Iterable<EntryRow>): EntryRow[] => {
  let chars = 0;
  const fitting: EntryRow[] = [];
  for (const row of rows) {
    if (fitting.length === MOST_COUNTED) break;
    if (has(row.flags, Flag.Opaque) || row.chars > LONGEST_COUNTED || chars + row.chars > LARGEST_VIEW) continue;
    chars += row.chars;
    fitting.push(row);
  }
  return fitting;
};

/** Tokens by entry for all rows that can be counted. Reads from the source only what was not counted before. */
export async function countRows(
  rows: Iterable<EntryRow>,
  tape: TapeRow,
  format: Format,
  encoding: Encoding,
  counter: Counter,
): Promise<Map<number, number>> {
  const found = new Map<number, number>();
  const wanted: EntryRow[] = [];
  for (const row of countable(rows)) {
    const known = counter.known(encoding, keyOf(tape, row));
    if (known === undefined) wanted.push(row);
    else found.set(row.seq, known);
  }
  const records = await loadRecords(tape, wanted);
  const texts = wanted.flatMap((row, at) => {
    const record = records[at];
    return record ? [{ seq: row.seq, key: keyOf(tape, row), chars: row.chars, load: () => textOf(record, format) }] : [];
  });
  const counts = await counter.count(encoding, texts);
  for (const [at, { seq }] of texts.entries()) {
    const count = counts[at];
    if (count !== undefined) found.set(seq, count);
  }
  return found;
}

/** The bytes, not the number of the entry alone: a source that was read again may have other content under it. */
const keyOf = (tape: TapeRow, row: EntryRow): string => `${tape.id} ${row.seq} ${row.offset} ${row.length}`;

const textOf = (record: JsonObject, format: Format): string =>
  format
    .parts(format.shortened?.(record) ?? record)
    .filter((part) => part.type !== 'image')
    .map((part) => [part.name ?? '', part.text].filter((text) => text !== '').join('\n'))
    .join('\n');
