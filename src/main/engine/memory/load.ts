import { entriesIn } from '../bytes/load.ts';
import type { Db } from '../database/schema.ts';
import { digest } from '../formats/digest.ts';
import type { JsonObject } from '../formats/format.ts';
import { formatById } from '../formats/index.ts';
import { parseRecord } from '../formats/mend.ts';
import { createFiles } from '../search/files.ts';
import { createPlaces } from '../search/index-text.ts';
import { createSums, sumOf } from '../search/sums.ts';
import type { Candidate } from './candidates.ts';
import type { ScopeTape } from './scope.ts';

/** An entry read from its source, whose bytes are the ones that were indexed. */
export interface Loaded {
  tape: ScopeTape;
  seq: number;
  text: string;
  bytes: number;
  /** SHA-256 of the canonical payload, hex; worked out when asked. */
  digest(): string;
}

export interface Loader {
  /** 'changed': the bytes are not there any more, or not the ones that were indexed. */
  load(candidate: Candidate): Loaded | 'changed';
  close(): void;
}

/** Reads candidates from their sources. */
export function openLoader(db: Db, shards: readonly Db[], tapes: ReadonlyMap<number, ScopeTape>): Loader {
  const files = createFiles();
  const sums = createSums(shards);
  const places = new Map<number, ReturnType<typeof createPlaces>>();
  const placeOf = (tape: number) => {
    const known = places.get(tape) ?? createPlaces(db, tape);
    places.set(tape, known);
    return known;
  };
  return {
    load({ tape: number, seq }: Candidate): Loaded | 'changed' {
      const tape = tapes.get(number);
      const place = tape && placeOf(number)(seq);
      const bytes = tape && place ? files.read(tape.path, place.offset, place.length) : null;
      const record = bytes && sumOf(bytes) === sums(number, seq) ? parseRecord(bytes) : null;
      if (!tape || !place || !bytes || !record) return 'changed';
      return loadedOf(tape, seq, entriesIn(tape.format)(record, place.part), bytes.length);
    },
    close: files.close,
  };
}

const loadedOf = (tape: ScopeTape, seq: number, record: JsonObject, bytes: number): Loaded => {
  const format = formatById(tape.format);
  return { tape, seq, text: format.text(record), bytes, digest: () => digest(format.payload(record)) };
};
