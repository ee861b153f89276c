import type { NearestLegal } from '../../../shared/model/index.ts';
import type { Legal } from '../formats/context/legal.ts';

/** The legal entries nearest to one: the last on the way to it, and the first of those that follow it; and the turn that it is in. */
export function nearestLegal(legal: Legal, seq: number): NearestLegal {
  const after = firstAfter(legal, seq);
  return { before: lastBefore(legal, seq), after, turn: turnTo(legal, legal.fault(seq) === null ? seq : after) };
}

/** From the first entry after the last legal one of an earlier answer: what follows an answer and is legal too belongs to its turn. */
const turnTo = (legal: Legal, end: number | null): [number, number] | null => {
  if (end === null) return null;
  let first = end;
  for (let at = legal.above(end), left = legal.entries; at > 0 && left > 0; at = legal.above(at), left -= 1) {
    const fault = legal.fault(at);
    if (fault?.code === 'sidecar' || (fault === null && legal.stepAt(at) !== legal.stepAt(end))) break;
    first = at;
  }
  return [first, end];
};

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
