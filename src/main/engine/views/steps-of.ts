import type { StepRow } from '../../../shared/model/index.ts';
import type { Catalog } from '../catalog/types.ts';

/** The steps of a tape: one by its number, or the first to last of a stretch. */
export function stepsOf(catalog: Catalog, tape: string): { step(step: number): StepRow; steps(from: number, to: number): StepRow[] } {
  return { step: (step) => catalog.step(tape, step), steps: (from, to) => catalog.steps(tape, from, to - from + 1).items };
}
