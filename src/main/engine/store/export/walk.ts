import type { NativeEntry } from '../../../../shared/model/native.ts';
import type { Tape } from '../types.ts';

/** What walking over a tape asks of it. */
export type Walked = Pick<Tape, 'rows' | 'entries'>;

/** Bytes of lines that are in memory at once; a longer line comes alone. */
const BATCH_BYTES = 1_000_000;

/** Rows that are looked up at once. */
const BATCH_ROWS = 1000;

/** The entries from one id up to another, both inclusive, a few at a time: a tape may be longer than memory. */
export function* walk(tape: Walked, from: number, to: number): Generator<NativeEntry> {
  for (let first = from; first <= to; first += BATCH_ROWS) {
    const rows = tape.rows({ ids: [first, Math.min(to, first + BATCH_ROWS - 1)] });
    for (let at = 0; at < rows.length; ) {
      const begin = at;
      let bytes = 0;
      while (at < rows.length && (at === begin || bytes + rows[at]!.byte_length <= BATCH_BYTES)) bytes += rows[at++]!.byte_length;
      yield* tape.entries({ ids: [rows[begin]!.id, rows[at - 1]!.id] });
    }
  }
}
