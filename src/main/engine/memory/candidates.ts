import type { Db } from '../database/schema.ts';
import type { Term } from '../text/terms.ts';
import { matchOf } from '../text/terms.ts';
import { estimated, idfOf } from './bm25.ts';
import type { Scope } from './scope.ts';

/**
 * Rows of one word that are looked at: its newest ones in the scope. FTS5 ranks by itself only by reading every row of every word, 0.8 s for
 * a common one among a million entries; so the index is asked for places alone, a bounded number, and what is ranked is loaded anyway.
 */
const ROWS = 4096;

/** If both words are common, most rows of the rarer one that are checked for the other. */
const PAIRED = 16 * ROWS;

export interface Candidate {
  tape: number;
  seq: number;
}

export interface Candidates {
  /** The most promising first: by the sum of what their words are worth, then the newest. */
  rows: Candidate[];
  /** What each term is worth, by its place in the query. */
  idfs: number[];
  /** Terms of which not all entries were looked at. */
  common: number[];
}

/** Entries that hold some of the terms, from the index alone. Throws what a damaged shard throws. */
export function candidatesOf(shards: readonly Db[], scope: Scope, terms: readonly Term[]): Candidates {
  const ask = createAsk(shards, scope);
  const found = terms.map((term) => ask(matchOf([term]), ROWS));
  const dfs = found.map((rows) => (rows.length < ROWS ? rows.length : estimated(scope.indexed, rows.length, covered(scope, rows))));
  const idfs = dfs.map((df) => idfOf(scope.indexed, df));
  const held = found.map((rows) => new Set(rows));
  const common = terms.flatMap((_, at) => ((found[at] ?? []).length < ROWS ? [] : [at]));
  const rarest = dfs.reduce((best, df, at) => (df > 0 && (dfs[best] === 0 || df < (dfs[best] ?? 0)) ? at : best), 0);
  // The newest rows of a common word miss what it shares with a rarer one further back.
  for (const at of common.filter((one) => one !== rarest)) {
    const pair = [terms[rarest], terms[at]].filter((term) => term !== undefined);
    for (const row of ask(matchOf(pair), ROWS, share(dfs[rarest] ?? 0))) {
      held[at]?.add(row);
      held[rarest]?.add(row);
    }
  }
  return { rows: ordered(held, idfs).map(placeOf), idfs, common };
}

/** The part of the scope, newest first, in which a word that is in `df` entries has about `PAIRED` rows. */
const share = (df: number): number => Math.min(1, PAIRED / Math.max(1, df));

const SHIFT = 2 ** 32;
const placeOf = (row: number): Candidate => ({ tape: Math.floor(row / SHIFT), seq: row % SHIFT });

const covered = (scope: Scope, rows: readonly number[]): number => {
  const { tape, seq } = placeOf(rows.at(-1) ?? 0);
  return scope.from(tape, seq);
};

const ordered = (held: readonly ReadonlySet<number>[], idfs: readonly number[]): number[] => {
  const worth = new Map<number, number>();
  for (const [at, rows] of held.entries()) for (const row of rows) worth.set(row, (worth.get(row) ?? 0) + (idfs[at] ?? 0));
  return [...worth].sort((a, b) => b[1] - a[1] || b[0] - a[0]).map(([row]) => row);
};

/** Asks all shards for the newest rows of the scope that match; `part` of the scope only. Rows are whole numbers below 2⁵³. */
const createAsk = (shards: readonly Db[], scope: Scope) => {
  const statements = shards.map((shard) =>
    shard
      .prepare<[string, bigint, bigint, number], number>(
        'SELECT rowid FROM text WHERE text MATCH ? AND rowid >= ? AND rowid <= ? ORDER BY rowid DESC LIMIT ?',
      )
      .pluck(),
  );
  const isIn = (row: number): boolean => {
    const { tape, seq } = placeOf(row);
    return seq <= (scope.tapes.get(tape)?.of ?? 0);
  };
  return (match: string, limit: number, part = 1): number[] => {
    const rows: number[] = [];
    for (const [from, to] of scope.spans) {
      const least = part < 1 ? lowest(scope, from, to, part) : from;
      if (least === null) break;
      const some = statements.flatMap((statement) => statement.all(match, least, to, limit - rows.length)).filter(isIn);
      rows.push(...some.sort((a, b) => b - a).slice(0, limit - rows.length));
      if (rows.length >= limit) break;
    }
    return rows;
  };
};

/** The lowest row of a span that is within the newest `part` of the scope; null where none does. */
const lowest = (scope: Scope, from: bigint, to: bigint, part: number): bigint | null => {
  const wanted = part * scope.indexed;
  let low: bigint | null = null;
  for (const { tape, of } of scope.tapes.values()) {
    const first = BigInt(tape) << 32n;
    if (first < from || first > to) continue;
    const before = scope.from(tape, of) - 1;
    if (before >= wanted) break;
    low = first + BigInt(Math.max(0, of - Math.ceil(wanted - before)));
  }
  return low;
};
