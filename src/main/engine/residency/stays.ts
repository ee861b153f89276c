import type { OmissionReason } from '../../../shared/model/index.ts';

/** What one step had in context: sequence numbers, each once, and why an entry that was there before is not any more. */
export interface Held {
  seqs: readonly number[];
  reasonOf: (seq: number) => OmissionReason;
}

/** Stays as plain columns that grow; indexes of steps, both inclusive. `reason` is null for what is still there. */
export interface Stays {
  seq: number[];
  from: number[];
  to: number[];
  reason: (OmissionReason | null)[];
}

/**
 * Follows contexts from step to step and writes down when each entry came and went. Costs what the contexts weigh; nothing is
 * compared twice. `add` is called once per step, in order; `end` closes what is open.
 */
export const createStays = (entries: number) => {
  const stays: Stays = { seq: [], from: [], to: [], reason: [] };
  /** Per entry: the step index + 1 that saw it last, and the open stay + 1. */
  const seen = new Uint32Array(entries + 2);
  const open = new Uint32Array(entries + 2);
  let before: readonly number[] = [];
  let step = 0;

  const leave = (seq: number, reason: OmissionReason | null): void => {
    const at = (open[seq] ?? 0) - 1;
    stays.to[at] = step - 1;
    stays.reason[at] = reason;
    open[seq] = 0;
  };

  return {
    add({ seqs, reasonOf }: Held): void {
      for (const seq of seqs) {
        seen[seq] = step + 1;
        if (open[seq] !== 0) continue;
        open[seq] = stays.seq.push(seq);
        stays.from.push(step);
        stays.to.push(step);
        stays.reason.push(null);
      }
      for (const seq of before) if (seen[seq] !== step + 1 && open[seq] !== 0) leave(seq, reasonOf(seq));
      before = seqs;
      step += 1;
    },
    end(): Stays {
      for (const seq of before) if (open[seq] !== 0) leave(seq, null);
      return stays;
    },
  };
};
