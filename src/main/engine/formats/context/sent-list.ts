import type { Sends } from '../../../../shared/model/index.ts';

/** What some request sent, resolved. `depth`: how many differences lead to it from a list that is kept whole. */
export interface Sent {
  seq: number;
  list: readonly number[];
  depth: number;
}

/** This many differences are kept in a row: whoever wants a list reads no more of them. */
const MOST_DEPTH = 32;

/** The entries that the request of entry `seq` sent, in order; null where no entry of the difference is at hand. */
export function sentBy(seq: number, sendsOf: (seq: number) => Sends | undefined): number[] | null {
  const chain: Sends[] = [];
  for (let at: number | null = seq; at !== null; ) {
    const sends = sendsOf(at);
    if (sends === undefined || chain.length > MOST_DEPTH) return null;
    chain.push(sends);
    at = sends.base;
  }
  const list: number[] = [];
  for (const { keep, runs } of chain.reverse()) {
    list.length = Math.min(keep, list.length);
    for (const [from, to] of runs) for (let one = from; one <= to; one += 1) list.push(one);
  }
  return list;
}

/** A list as a difference to that of `before` with which it shares the longest beginning, the newest of equals; whole where none shares any. */
export function differenceTo(before: readonly Sent[], list: readonly number[]): { sends: Sends; depth: number } {
  let base: Sent | null = null;
  let keep = 0;
  for (const sent of before) {
    const shared = sharedBeginning(sent.list, list);
    if (shared > 0 && shared >= keep && sent.depth < MOST_DEPTH) [base, keep] = [sent, shared];
  }
  const sends = { base: base?.seq ?? null, keep, runs: runsOf(list.slice(keep)), count: list.length };
  return { sends, depth: base === null ? 0 : base.depth + 1 };
}

function sharedBeginning(a: readonly number[], b: readonly number[]): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at < most && a[at] === b[at]) at += 1;
  return at;
}

function runsOf(list: readonly number[]): [from: number, to: number][] {
  const runs: [number, number][] = [];
  for (const seq of list) {
    const last = runs.at(-1);
    if (last !== undefined && last[1] === seq - 1) last[1] = seq;
    else runs.push([seq, seq]);
  }
  return runs;
}
