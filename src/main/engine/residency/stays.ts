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
  /** What the entry weighs at its last step, 1 where that was counted, and what it weighs at all steps together. */
  tokens: number[];
  exact: number[];
  cost: number[];
  /** What an entry weighed before, up to the step before `until`, oldest first. */
  earlier: { stay: number[]; until: number[]; tokens: number[] };
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
/** What entries weigh whatever their text (`fixedWeight`), by their numbers. */
export type Fixed = ReadonlyMap<number, number>;
export const NONE_FIXED: Fixed = new Map();
/** Entries with those that were sent in their place. */
export type Instead = ReadonlyMap<number, number>;
export const AS_WRITTEN: Instead = new Map();

/** Changed weights that are kept. Sessions that record sizes change each entry's a few times; one that makes no sense may change all at each step. */
const MOST_EARLIER = 4_000_000;

/**
 * Follows contexts from step to step and writes down when each entry came and went, and what it weighed. Costs what changes, and what a
 * context holds where it is told again. `add` is called once per step, in order; `end` closes what is open.
 */
export function createStays(entries: number, weights: Pick<Weights, 'tokens' | 'exact'> = NO_WEIGHTS) {
  const stays: Stays = {
    ...{ seq: [], from: [], to: [], reason: [], tokens: [], exact: [], cost: [] },
    earlier: { stay: [], until: [], tokens: [] },
  };
  /** Per entry: the step index + 1 that saw it last, and the open stay + 1. Per stay: the step from which on its cost was not added yet. */
  const seen = new Uint32Array(entries + 2);
  const open = new Uint32Array(entries + 2);
  const since: number[] = [];
  /** All that is open, and perhaps some that has left. */
  let held: number[] = [];
  let fixed = NONE_FIXED;
  let instead = AS_WRITTEN;
  /** Entries that may weigh otherwise from the next step on. */
  const changed: number[] = [];
  let step = 0;
  const weight: Weight = { counted: 0, estimated: 0 };

  const sent = (seq: number): number => instead.get(seq) ?? seq;
  const isExact = (seq: number): boolean => weights.exact[sent(seq)] === 1 && !fixed.has(seq);
  const weightOf = (seq: number): number => fixed.get(seq) ?? weights.tokens[sent(seq)] ?? 0;
  const weigh = (at: number, sign: 1 | -1): void => {
    weight[stays.exact[at] === 1 ? 'counted' : 'estimated'] += sign * (stays.tokens[at] ?? 0);
  };

  const come = (seq: number): void => {
    if (open[seq] !== 0) return;
    open[seq] = stays.seq.push(seq);
    stays.from.push(step);
    stays.to.push(step);
    stays.reason.push(null);
    stays.tokens.push(weightOf(seq));
    stays.exact.push(isExact(seq) ? 1 : 0);
    stays.cost.push(0);
    since.push(step);
    weigh(stays.seq.length - 1, 1);
  };
  /** Adds up what a stay cost up to the step before this one. */
  const settle = (at: number): void => {
    stays.cost[at] = (stays.cost[at] ?? 0) + (stays.tokens[at] ?? 0) * (step - (since[at] ?? step));
    since[at] = step;
  };
  const leave = (seq: number, reason: OmissionReason | null): void => {
    const at = (open[seq] ?? 0) - 1;
    if (at < 0) return;
    settle(at);
    stays.to[at] = step - 1;
    stays.reason[at] = reason;
    open[seq] = 0;
    weigh(at, -1);
  };
  /** Takes over what an entry weighs now, where it is in context. */
  const renew = (seq: number): void => {
    const at = (open[seq] ?? 0) - 1;
    const [tokens, exact] = [weightOf(seq), isExact(seq) ? 1 : 0];
    if (at < 0 || (stays.tokens[at] === tokens && stays.exact[at] === exact)) return;
    settle(at);
    weigh(at, -1);
    const { earlier } = stays;
    if (stays.tokens[at] !== tokens && earlier.stay.length < MOST_EARLIER) {
      earlier.stay.push(at);
      earlier.until.push(step);
      earlier.tokens.push(stays.tokens[at] ?? 0);
    }
    stays.tokens[at] = tokens;
    stays.exact[at] = exact;
    weigh(at, 1);
  };
  const leaveAllBut = (seqs: readonly number[], reasonOf: Change['reasonOf']): void => {
    for (const seq of seqs) seen[seq] = step + 1;
    for (const seq of held) if (seen[seq] !== step + 1 && open[seq] !== 0) leave(seq, reasonOf(seq));
    held = [];
  };

  return {
    /** An entry weighs otherwise from the next step on, in context or not. */
    reweigh(seq: number, tokens: number): void {
      if (weights.exact[seq] === 1 || weights.tokens[seq] === tokens) return;
      weights.tokens[seq] = tokens;
      changed.push(seq);
    },
    /**
     * Answers what the entries in context weigh by now. `weighs`: those that weigh that much whatever their text, the same map while it stays
     * so. `others`: those that weigh what others do, which were sent in their place.
     */
    add(change: Change, weighs: Fixed = NONE_FIXED, others: Instead = AS_WRITTEN): Weight {
      if (change.type === 'anew') leaveAllBut(change.seqs, change.reasonOf);
      else for (const seq of change.left) leave(seq, change.reasonOf(seq));
      if (weighs !== fixed) changed.push(...fixed.keys(), ...weighs.keys());
      fixed = weighs;
      if (others !== instead) changed.push(...instead.keys(), ...others.keys());
      instead = others;
      for (const seq of changed) renew(seq);
      changed.length = 0;
      for (const seq of change.type === 'anew' ? change.seqs : change.came) {
        if (change.type === 'anew' || open[seq] === 0) held.push(seq);
        come(seq);
      }
      step += 1;
      return { ...weight };
    },
    /** What is in context at the newest step, and what each entry weighs there. */
    now: (): Map<number, number> =>
      new Map(held.flatMap((seq) => (open[seq] === 0 ? [] : [[seq, stays.tokens[(open[seq] ?? 0) - 1] ?? 0] as const]))),
    end(): Stays {
      for (const seq of held) leave(seq, null);
      return stays;
    },
  };
}
