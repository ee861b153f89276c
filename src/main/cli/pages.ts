import type { NativeEntry } from '../../shared/model/native.ts';
import type { EntryQuery, IndexRow, Tape } from '../engine/store/types.ts';

/** So few entries are read at once, whatever their size. */
const FEW = 100;
/** Rows that are looked up at once, and bytes of lines that are read at once: memory follows these and not the length of the tape. */
const ROWS = 2000;
const BYTES = 4_000_000;

/** Runs of rows whose lines are not too much together; a longer line comes alone. */
function* runsOf(rows: readonly IndexRow[]): Generator<[from: number, to: number]> {
  let from: number | null = null;
  let bytes = 0;
  let last = 0;
  for (const { id, byte_length } of rows) {
    if (from !== null && bytes + byte_length > BYTES) {
      yield [from, last];
      from = null;
      bytes = 0;
    }
    from ??= id;
    last = id;
    bytes += byte_length;
  }
  if (from !== null) yield [from, last];
}

export interface Bounds {
  from?: number;
  to?: number;
  /** Only this many, the newest. */
  limit?: number | undefined;
}

/** The entries of a query in the order of their ids, a page at a time. */
export function* pagesOf(
  tape: Tape,
  query: Omit<EntryQuery, 'ids' | 'limit'>,
  { from = 1, to = tape.head(), limit }: Bounds = {},
): Generator<NativeEntry[]> {
  if (limit === 0 || to < from) return;
  if (limit !== undefined && limit <= FEW) {
    yield tape.entries({ ...query, ids: [from, to], limit });
    return;
  }
  const first = limit === undefined ? from : (tape.rows({ ...query, ids: [from, to], limit })[0]?.id ?? to + 1);
  for (let at = first; at <= to; at += ROWS) {
    const rows = tape.rows({ ...query, ids: [at, Math.min(at + ROWS - 1, to)] });
    for (const ids of runsOf(rows)) yield tape.entries({ ...query, ids });
  }
}
