import type { JsonObject } from './format.ts';

/** A record that no format would write says little: logs are torn and patched, and bad lines must not keep the good ones out. */
const WEIGHT_OF_JUNK = 0.25;

/**
 * How far a sample is of one format, 0 to 1: what `likeness` finds (0 to 1 a record) against what does not fit. Records that
 * another format wrote (`isForeign`) count in full, those that fit nothing count for little.
 */
export function share(
  records: readonly JsonObject[],
  likeness: (record: JsonObject) => number,
  isForeign: (record: JsonObject) => boolean,
): number {
  let fits = 0;
  let against = 0;
  for (const record of records) {
    const like = likeness(record);
    fits += like;
    against += like === 0 && !isForeign(record) ? WEIGHT_OF_JUNK : 1 - like;
  }
  return fits === 0 ? 0 : fits / (fits + against);
}
