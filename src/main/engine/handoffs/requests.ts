import type { EntryRow, StepRow, TapeRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import type { Catalog } from '../catalog/types.ts';

/** Steps that are looked at together, and how far behind a compaction the first request that begins at it is looked for. */
export const PAGE = 256;

/** A request of the same side: a sub-agent's work inside a file has contexts of its own, and a synthetic answer had none. */
export const isRequest =
  (row: EntryRow) =>
  (step: StepRow): boolean =>
    !step.synthetic && step.sidechain === has(row.flags, Flag.Sidechain);

/** How many steps began before an entry; they are numbered as they began. */
export const stepsBefore = (catalog: Catalog, tape: TapeRow, seq: number): number => {
  let [low, high] = [0, tape.steps];
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (catalog.step(tape.id, middle).first < seq) low = middle;
    else high = middle - 1;
  }
  return low;
};

/** The first request of the tape's own agent that began at an entry with from ≤ seq < to; null where none did. */
export const firstRequestIn = (catalog: Catalog, tape: TapeRow, [from, to]: readonly [number, number]): number | null => {
  const agentTape = tape.relation === 'sub-agent';
  for (let at = stepsBefore(catalog, tape, from) + 1; at <= tape.steps; at += PAGE)
    for (const { step, first, synthetic, sidechain } of catalog.steps(tape.id, at, PAGE).items) {
      if (first >= to) return null;
      if (!synthetic && (agentTape || !sidechain)) return step;
    }
  return null;
};
