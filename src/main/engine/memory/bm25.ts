/** The usual constants of bm25, as FTS5 has them. */
const K1 = 1.2;
const B = 0.75;

/**
 * Characters of an entry of middling length. A constant instead of the mean of an index: so the two shards, and two tapes, are measured
 * alike, and a score does not change because something else was read in.
 */
const MIDDLING = 900;

/** What a word is worth that is in `df` of `entries` entries: the rarer, the more. Always above 0. */
export function idfOf(entries: number, df: number): number {
  return Math.log(1 + (Math.max(entries, df) - df + 0.5) / (df + 0.5));
}

/** bm25 of an entry of `chars` characters that holds each term so often. */
export function scoreOf(counts: readonly number[], idfs: readonly number[], chars: number): number {
  const long = K1 * (1 - B + (B * chars) / MIDDLING);
  return counts.reduce((sum, count, at) => sum + ((idfs[at] ?? 0) * count * (K1 + 1)) / (count + long), 0);
}

/**
 * How many of `entries` entries hold a word of which the newest `found` rows reach back over `covered` entries. Exact where all rows were
 * found; else as dense as in what was looked at.
 */
export function estimated(entries: number, found: number, covered: number): number {
  return Math.max(found, Math.round((found / Math.max(1, covered)) * entries));
}
