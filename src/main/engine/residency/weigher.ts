import { type Growth, type Weighed, weightIn } from '../formats/context/growth-state.ts';
import { type Scale, scaleFor } from '../formats/context/models.ts';
import { estimatesOf } from './estimates.ts';
import type { Work } from './held.ts';
import type { Whole } from './material.ts';

/**
 * What each entry weighs from step to step, as views have it: by what the recorded sizes say, else by estimate for the model that reads it.
 * Tells what changed; costs that, and a look at all entries where another family of models reads them.
 */
export function createWeigher({ tape, rows, all, weights: { tokens } }: Whole, work: Work, reweigh: (seq: number, tokens: number) => void) {
  let scale = scaleFor(tape.model);
  const estimates = new Map<Scale, Uint32Array>([[scale, tokens]]);
  let told: Growth | null = null;

  const plain = (): Uint32Array => {
    const known = estimates.get(scale);
    if (known) return known;
    const made = estimatesOf(tape.entries, rows, (step) => all[step - 1]?.usage?.output ?? null, scale);
    estimates.set(scale, made);
    return made;
  };

  /** What the recorded sizes said before is forgotten. */
  const forget = (): number[] => {
    const changed = told === null ? [] : [...told.entries.keys()];
    for (const seq of changed) reweigh(seq, plain()[seq] ?? 0);
    told = null;
    return changed;
  };

  const rescale = (now: Scale): boolean => {
    if (now === scale) return false;
    scale = now;
    told = null;
    work.rows += rows.length;
    for (const { seq } of rows) reweigh(seq, plain()[seq] ?? 0);
    return true;
  };

  /** Answers which entries it told of. */
  const tell = (growth: Growth, entries: Iterable<Weighed>): number[] => {
    const seqs: number[] = [];
    for (const entry of entries) {
      reweigh(entry.row.seq, weightIn(growth, entry));
      seqs.push(entry.row.seq);
    }
    told = growth;
    return seqs;
  };

  return {
    /**
     * Entries that weigh otherwise at a step that `model` answers; null where any may. `growth`: what the recorded sizes say by then, `again`
     * where that does not go on from the step before.
     */
    take(model: string | null, growth: Growth | null, anew: boolean): readonly number[] | null {
      const known = growth === null || growth.base === null ? null : growth;
      if (rescale(scaleFor(model ?? tape.model))) {
        if (known !== null) tell(known, known.entries.values());
        return null;
      }
      if (known !== null && known === told && !anew) return tell(known, known.touched ?? known.entries.values());
      const forgotten = forget();
      if (known === null) return forgotten;
      return [...forgotten, ...tell(known, known.entries.values())];
    },
  };
}
