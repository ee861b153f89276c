import type { OmissionReason } from '../../../shared/model/index.ts';

/** What changed from one step to the next: either all that is in context now, or only what came and what left. Each number once. */
export type Change = { reasonOf: (seq: number) => OmissionReason } & (
  | { type: 'anew'; seqs: readonly number[] }
  | { type: 'grown'; came: readonly number[]; left: readonly number[] }
);

/** Stays as plain columns that grow; indexes of steps, both inclusive. `reason` is null for what is still there. */
export interface Stays {
  seq: number[];
  from: number[];
  to: number[];
  reason: (OmissionReason | null)[];
}

/** What each entry weighs in tokens, by its number, and 1 where that was counted. */
export interface Weights {
  tokens: Uint32Array;
  exact: Uint8Array;
  /** What was counted, without the pictures that `tokens` has added. */
  counts: ReadonlyMap<number, number>;
  tokenizer: string | null;
}

/** Tokens by their basis. */
export interface Weight {
  counted: number;
  estimated: number;
}

const NO_WEIGHTS = { tokens: new Uint32Array(), exact: new Uint8Array() };

/**
 * Follows contexts from step to step and writes down when each entry came and went. Costs what changes, and what a context holds
 * where it is told anew. `add` is called once per step, in order; `end` closes what is open.
 */
export const createStays = (entries: number, weights: Pick<Weights, 'tokens' | 'exact'> = NO_WEIGHTS) => {
  const stays: Stays = { seq: [], from: [], to: [], reason: [] };
  /** Per entry: the step index + 1 that saw it last, and the open stay + 1. */
  const seen = new Uint32Array(entries + 2);
  const open = new Uint32Array(entries + 2);
  /** All that is open, and perhaps some that has left. */
  let held: number[] = [];
  let step = 0;
  const weight: Weight = { counted: 0, estimated: 0 };
  const weigh = (seq: number, sign: 1 | -1): void => {
    weight[weights.exact[seq] === 1 ? 'counted' : 'estimated'] += sign * (weights.tokens[seq] ?? 0);
  };

  const come = (seq: number): void => {
    if (open[seq] !== 0) return;
    open[seq] = stays.seq.push(seq);
    stays.from.push(step);
    stays.to.push(step);
    stays.reason.push(null);
    weigh(seq, 1);
  };
  const leave = (seq: number, reason: OmissionReason | null): void => {
    const at = (open[seq] ?? 0) - 1;
    if (at < 0) return;
    stays.to[at] = step - 1;
    stays.reason[at] = reason;
    open[seq] = 0;
    weigh(seq, -1);
  };
  const anew = (seqs: readonly number[], reasonOf: Change['reasonOf']): void => {
    for (const seq of seqs) {
      seen[seq] = step + 1;
      come(seq);
    }
    for (const seq of held) if (seen[seq] !== step + 1 && open[seq] !== 0) leave(seq, reasonOf(seq));
    held = [...seqs];
  };

  return {
    /** An entry weighs otherwise from now on, in context or not. */
    reweigh(seq: number, tokens: number): void {
      if (weights.exact[seq] === 1 || weights.tokens[seq] === tokens) return;
      if (open[seq] !== 0) weigh(seq, -1);
      weights.tokens[seq] = tokens;
      if (open[seq] !== 0) weigh(seq, 1);
    },
    /** Answers what the entries in context weigh by now. */
    add(change: Change): Weight {
      if (change.type === 'anew') anew(change.seqs, change.reasonOf);
      else {
        for (const seq of change.left) leave(seq, change.reasonOf(seq));
        for (const seq of change.came) {
          if (open[seq] === 0) held.push(seq);
          come(seq);
        }
      }
      step += 1;
      return { ...weight };
    },
    end(): Stays {
      for (const seq of held) leave(seq, null);
      return stays;
    },
  };
};
