import type { Found, Term } from '../text/terms.ts';
import { findEach } from '../text/terms.ts';
import { scoreOf } from './bm25.ts';
import type { Candidate, Candidates } from './candidates.ts';
import type { Loaded, Loader } from './load.ts';

/** Candidates that are read from their sources to be ranked: this many for each hit, this many at least; and their bytes all together. */
const PER_HIT = 4;
const LEAST = 256;
const BYTES = 8 << 20;

/** An entry that qualifies, with the places of each term in its text. */
export interface Ranked extends Loaded {
  found: Found[][];
  score: number;
}

export interface Wanted {
  load: Loader['load'];
  /** The same for an entry and its copy in another tape. */
  identity(entry: Loaded): string;
  limit: number;
  /** Id of the tape that is preferred. */
  own: string;
}

interface Ranking {
  ranked: Ranked[];
  /** Candidates that were read and ranked. */
  read: number;
  /** Candidates whose bytes are no longer what was indexed. */
  changed: number;
}

/**
 * The best `limit` candidates by bm25, counted in the text of the sources: the index says only which words are somewhere in an entry. Of
 * those with one `identity` in several tapes (a fork's prefix, a copied session) one stands for all, that of the tape `own` first.
 */
export function rankedOf({ rows, idfs }: Candidates, terms: readonly Term[], { load, identity, limit, own }: Wanted): Ranking {
  const { entries, changed } = read(load, rows, limit);
  const ranked = entries.flatMap((entry): Ranked[] => {
    const found = findEach(entry.text, terms);
    const counts = found.map(({ length }) => length);
    // The index and the text may take a rare letter apart differently.
    return counts.some((count) => count > 0) ? [{ ...entry, found, score: scoreOf(counts, idfs, entry.text.length) }] : [];
  });
  ranked.sort((a, b) => b.score - a.score || preferred(a, own) - preferred(b, own) || byPlace(a, b));
  return { ranked: different(ranked, limit, identity), read: entries.length, changed };
}

const read = (load: Loader['load'], rows: readonly Candidate[], limit: number) => {
  const entries: Loaded[] = [];
  let changed = 0;
  let bytes = 0;
  for (const row of rows) {
    const enough = entries.length >= limit && bytes > BYTES;
    if (enough || entries.length >= Math.max(LEAST, PER_HIT * limit)) break;
    const loaded = load(row);
    if (loaded === 'changed') {
      changed += 1;
      continue;
    }
    bytes += loaded.bytes;
    entries.push(loaded);
  }
  return { entries, changed };
};

const preferred = ({ tape }: Ranked, own: string): number => (tape.id === own ? 0 : 1);

const byPlace = (a: Ranked, b: Ranked): number => (a.tape.id < b.tape.id ? -1 : a.tape.id > b.tape.id ? 1 : b.seq - a.seq);

/** The first `limit` that differ. Two entries of one tape are two facts, even where they say the same. */
const different = (ranked: readonly Ranked[], limit: number, identity: Wanted['identity']): Ranked[] => {
  const seen = new Map<string, string>();
  const kept: Ranked[] = [];
  for (const one of ranked) {
    if (kept.length === limit) break;
    const name = identity(one);
    const tape = seen.get(name);
    if (tape !== undefined && tape !== one.tape.id) continue;
    seen.set(name, one.tape.id);
    kept.push(one);
  }
  return kept;
};
