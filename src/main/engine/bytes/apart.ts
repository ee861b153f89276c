import { openExchangeBytes, takeExchanges } from '../exchanges/bytes.ts';
import { threadAt } from '../exchanges/place.ts';
import { rowTapeAt } from './row-place.ts';
import { openRowBytes, takeRows } from './rows.ts';

/** Tapes whose records are not bytes of a file: rows of a database, and captured requests. A place in one is a number of its own kind. */
export interface Apart {
  /** What `take` makes of the records at these places, in their order; undefined for what is not there any more. Throws TapeError where the source is not. */
  take<T>(places: readonly number[], take: (bytes: Buffer) => T): (T | undefined)[];
  /** Bytes of records by their place; none for what is not there (any more). */
  open(): { at(place: number): Buffer; close(): void };
}

/** How to read a source that is not a file; null for a file or a folder of files. */
export function apartAt(source: string): Apart | null {
  if (rowTapeAt(source) !== null) return { take: (places, take) => takeRows(source, places, take), open: () => openRowBytes(source) };
  if (threadAt(source) !== null)
    return { take: (places, take) => takeExchanges(source, places, take), open: () => openExchangeBytes(source) };
  return null;
}
