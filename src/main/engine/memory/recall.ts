import { isDamage } from '../catalog/failures.ts';
import type { Db } from '../catalog/schema.ts';
import { createShardReaders, rowId, SHARDS, seqOf } from '../search/shards.ts';
import { termsOf } from '../search/words.ts';

export interface RecallDeps {
  /** Tapescope's own folder, where the index is. */
  home: string;
  /** Any connection to the catalog of that home, such as `openDatabase(home).db`. */
  db: Db;
}

export interface RecallAsked {
  /** Id of the tape. */
  tape: string;
  /** A bag of words: entries with some of them qualify. */
  query: string;
  /** Entries from this one on are left out. */
  before: number;
  limit: number;
}

export interface Recalled {
  /** Numbers of entries of the tape, the most relevant first. */
  seqs: number[];
  /** Sentences about what the index could not say. */
  notes: string[];
}

const readers = new Map<string, ReturnType<typeof createShardReaders>>();

/** What the memory index knows of one tape. Never throws for a missing or broken index: the answer is empty, and a note says so. */
export const recall = ({ home, db }: RecallDeps, { tape, query, before, limit }: RecallAsked): Recalled => {
  const shardsOf = readers.get(home) ?? createShardReaders(home);
  readers.set(home, shardsOf);
  const number = db.prepare<[string], number>('SELECT tape FROM sources WHERE id = ?').pluck().get(tape) ?? 0;
  const match = termsOf(query)
    .map(({ words, open }) => `"${words.join(' ')}"${open ? ' *' : ''}`)
    .join(' OR ');
  if (match === '') return { seqs: [], notes: [] };
  try {
    const shards = shardsOf();
    if (shards.length < SHARDS) return { seqs: [], notes: ['The memory index is missing: nothing was recalled.'] };
    const found = shards.flatMap((shard) =>
      shard
        .prepare<[string, bigint, bigint, number], [bigint, number]>(
          'SELECT rowid, rank FROM text WHERE text MATCH ? AND rowid >= ? AND rowid < ? ORDER BY rank LIMIT ?',
        )
        .raw()
        .safeIntegers()
        .all(match, rowId(number, 0), rowId(number, before), limit),
    );
    found.sort((a, b) => a[1] - b[1] || (a[0] < b[0] ? 1 : -1));
    return { seqs: found.slice(0, limit).map(([row]) => seqOf(row)), notes: [] };
  } catch (failure) {
    if (!isDamage(failure)) throw failure;
    return { seqs: [], notes: ['The memory index is broken: nothing was recalled.'] };
  }
};
