import type { NearestLegal } from '../../../shared/model/index.ts';
import type { Legal } from './legal.ts';

/** The legal entries nearest to one: the last on the way to it, and the first of those that follow it. */
export function nearestLegal(legal: Legal, seq: number): NearestLegal {
  return { before: lastBefore(legal, seq), after: firstAfter(legal, seq) };
}

const lastBefore = (legal: Legal, seq: number): number | null => {
  // A broken file may name parents in a circle.
  for (let at = legal.above(seq), left = legal.entries; at > 0 && left > 0; at = legal.above(at), left -= 1)
    if (legal.fault(at) === null) return at;
  return null;
};

const firstAfter = (legal: Legal, seq: number): number | null => {
  const following = new Set(andTrunk(legal, seq));
  for (let at = seq + 1; at <= legal.entries; at += 1) {
    if (!following.has(legal.above(at))) continue;
    if (legal.fault(at) === null) return at;
    following.add(at);
  }
  return null;
};

const OUTSIDE = ['sidecar', 'progress', 'subagent'];

/** An entry, and those above it up to the conversation: what follows bookkeeping mostly hangs on what was before it. */
const andTrunk = (legal: Legal, seq: number): number[] => {
  const found = [seq];
  for (let at = seq; found.length <= legal.entries && OUTSIDE.includes(legal.fault(at)?.code ?? ''); found.push(at)) at = legal.above(at);
  return found;
};
