import type { CompareRun, TokenCount, TokenSum } from '../../../shared/model/index.ts';
import type { Match } from '../text/align.ts';

/** What becomes of each block: pairs of equal ones, and pairs of changed ones between them. Both ascend on both sides. */
export interface Pairs {
  same: readonly Match[];
  changed: readonly Match[];
}

/** A block as runs are made of it. */
export interface Weighed {
  tokens: TokenCount;
  /** It comes before the fork point. */
  shared: boolean;
  /** Only a recorded request has it, and the other side's is not recorded. */
  unmatched: boolean;
}

/** Equal blocks in a row from which on they may be folded. */
const FOLD = 3;

/** The gaps between equal blocks: places that are on one side only, or changed. */
export function gapsOf(same: readonly Match[], lengths: Match): { a: number[]; b: number[] }[] {
  const gaps: { a: number[]; b: number[] }[] = [];
  let [nextA, nextB] = [0, 0];
  for (const [a, b] of [...same, lengths]) {
    if (a > nextA || b > nextB) gaps.push({ a: range(nextA, a), b: range(nextB, b) });
    [nextA, nextB] = [a + 1, b + 1];
  }
  return gaps;
}

const range = (from: number, to: number): number[] => Array.from({ length: Math.max(0, to - from) }, (_, at) => from + at);

/** All blocks of both sides in reading order, as runs: each block is in exactly one. */
export function runsOf(pairs: Pairs, a: readonly Weighed[], b: readonly Weighed[]): CompareRun[] {
  const runs: CompareRun[] = [];
  const partners = [
    ...pairs.same.map((pair) => ({ pair, type: 'same' as const })),
    ...pairs.changed.map((pair) => ({ pair, type: 'changed' as const })),
  ];
  partners.sort((left, right) => left.pair[0] - right.pair[0]);
  let [atA, atB] = [0, 0];
  const alone = (toA: number, toB: number): void => {
    for (; atA < toA; atA += 1) extend(runs, 'a', atA, atB, a[atA]);
    for (; atB < toB; atB += 1) extend(runs, 'b', atA, atB, b[atB]);
  };
  for (const { pair, type } of partners) {
    alone(pair[0], pair[1]);
    extend(runs, type, atA, atB, a[atA], b[atB]);
    atA += 1;
    atB += 1;
  }
  alone(a.length, b.length);
  return runs.map((run) => ({ ...run, fold: run.unmatched === true || (run.type === 'same' && (run.shared || run.count >= FOLD)) }));
}

const extend = (runs: CompareRun[], type: CompareRun['type'], a: number, b: number, block: Weighed | undefined, other = block): void => {
  if (!block || !other) return;
  const shared = block.shared && other.shared;
  const unmatched = block.unmatched && (type === 'a' || type === 'b');
  const last = runs.at(-1);
  if (last?.type === type && last.shared === shared && (last.unmatched ?? false) === unmatched) {
    last.count += 1;
    weigh(last.tokens, block.tokens);
    return;
  }
  const tokens: TokenSum = { counted: 0, estimated: 0 };
  weigh(tokens, block.tokens);
  runs.push({ type, a, b, count: 1, shared, ...(unmatched && { unmatched }), fold: false, tokens });
};

/** Adds one count to a sum, each basis by itself; no block is `recorded` (views/count.ts). */
export function weigh(sum: TokenSum, { value, basis }: TokenCount): void {
  if (basis === 'counted') sum.counted += value;
  else sum.estimated += value;
}
