import type { StepRow } from '../../../shared/model/index.ts';
import { isSized } from '../views/growth-state.ts';
import type { Weights as Hinted } from '../views/hints.ts';
import { createFollower } from './follow.ts';
import type { Work } from './held.ts';
import { createLedger } from './ledger.ts';
import type { Whole } from './material.ts';

/** What entries weigh at a step, as a view of it shows them. */
export interface SentSizes {
  weights: Hinted;
  /** Entries that weigh otherwise than at the step before. */
  touched: readonly number[];
}

/**
 * What the recorded sizes say that entries weigh, step by step: by the agent's own rules, whichever policy is followed, since nothing else was
 * sent. `weights` is another object where what an earlier step weighed by it weighs otherwise now.
 */
export function createSentSizes(whole: Whole, work: Work): (step: StepRow) => SentSizes {
  const { tokens, counts } = whole.weights;
  const estimated = new Map(whole.rows.map(({ seq }) => [seq, tokens[seq] ?? 0]));
  const estimates = new Map(estimated);
  let weights: Hinted = { counts, estimates };
  if (!whole.all.some(isSized)) return () => ({ weights, touched: [] });

  const asked = { ...whole.asked, choice: { type: 'as-recorded' as const } };
  const follow = createFollower(asked, whole.source, work);
  const ledger = createLedger({ ...whole, asked }, 1);
  const shared = new Set<number>();
  /** Entries below were before a request already, and so may have been weighed. */
  let looked = 0;

  const set = (seq: number, weight: number): boolean => {
    if (estimates.get(seq) === weight) return false;
    estimates.set(seq, weight);
    return true;
  };
  /** What a request does not hold any more is estimated in its view; a chart shows what it weighed when it was sent. */
  const release = (held: ReadonlyMap<number, number>): number[] => {
    const gone = [...shared].filter((seq) => !held.has(seq));
    for (const seq of gone) shared.delete(seq);
    return gone.filter((seq) => set(seq, estimated.get(seq) ?? 0));
  };

  return (step) => {
    const followed = follow(step);
    const known = ledger.take(0, step, followed);
    const grown = known?.touched.flatMap(({ seq }) => (set(seq, known.weights.get(seq) ?? 0) ? [seq] : [])) ?? [];
    for (const seq of grown) shared.add(seq);
    const released = known && followed.whole ? release(known.weights) : [];
    if ([...grown, ...released].some((seq) => seq < looked)) weights = { counts, estimates };
    looked = Math.max(looked, step.first);
    return { weights, touched: grown };
  };
}
