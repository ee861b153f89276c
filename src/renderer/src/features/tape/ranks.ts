import { withRoom } from './grow.ts';

/** Counts per code before any position: a running total every `BLOCK` values, so that a lookup reads at most one block. */
export interface Ranks {
  readonly codes: Uint8Array;
  readonly length: number;
  readonly kinds: number;
  /** `totals[block * kinds + code]` = how often `code` occurs before the block. */
  readonly totals: Uint32Array;
}

const BLOCK = 64;

export function emptyRanks(kinds: number): Ranks {
  return { codes: new Uint8Array(0), length: 0, kinds, totals: new Uint32Array(kinds) };
}

/** Appends codes; costs what is appended. Arrays are shared with the older ranks, which stay valid. */
export function appendRanks(ranks: Ranks, added: Uint8Array): Ranks {
  const { kinds } = ranks;
  const length = ranks.length + added.length;
  const codes = withRoom(ranks.codes, length);
  codes.set(added, ranks.length);
  const totals = withRoom(ranks.totals, (Math.floor(length / BLOCK) + 1) * kinds);
  for (let block = Math.floor(ranks.length / BLOCK); (block + 1) * BLOCK <= length; block++) carry(codes, totals, kinds, block);
  return { codes, length, kinds, totals };
}

const carry = (codes: Uint8Array, totals: Uint32Array, kinds: number, block: number): void => {
  const from = block * kinds;
  const to = from + kinds;
  totals.copyWithin(to, from, to);
  for (let i = block * BLOCK; i < (block + 1) * BLOCK; i++) {
    const at = to + (codes[i] ?? 0);
    totals[at] = (totals[at] ?? 0) + 1;
  }
};

/** Writes other codes over some, in place, from the begin of a block on. Costs what is written, since as many of each code stay. */
export function rewriteRanks(ranks: Ranks, at: number, codes: Uint8Array): void {
  ranks.codes.set(codes, at);
  const end = Math.min(ranks.length, at + codes.length);
  for (let block = at / BLOCK; (block + 1) * BLOCK <= end; block++) carry(ranks.codes, ranks.totals, ranks.kinds, block);
}

/** Writes into `out` how often each code occurs before position `at`. */
export function countBefore(ranks: Ranks, at: number, out: Uint32Array): void {
  const end = Math.max(0, Math.min(at, ranks.length));
  const block = Math.floor(end / BLOCK);
  for (let kind = 0; kind < ranks.kinds; kind++) out[kind] = ranks.totals[block * ranks.kinds + kind] ?? 0;
  for (let i = block * BLOCK; i < end; i++) {
    const code = ranks.codes[i] ?? 0;
    out[code] = (out[code] ?? 0) + 1;
  }
}
