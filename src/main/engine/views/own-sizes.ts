import type { StepRow, TapeRow } from '../../../shared/model/index.ts';
import type { Catalog } from '../catalog/types.ts';

type Sizes = Pick<TapeRow, 'copy'>;

/** Whether a request was made with a context that this copy of a tape does not have. Pure. */
export function isBorrowed({ copy }: Sizes, { first }: Pick<StepRow, 'first'>): boolean {
  return copy?.sizes !== undefined && first >= copy.sizes.from && first < copy.sizes.to;
}

/** A step without the recorded size of a context that is not its own; what it wrote stays recorded. Pure. */
function withOwnSize<Step extends StepRow>(tape: Sizes, step: Step): Step {
  if (step.usage === null || !isBorrowed(tape, step)) return step;
  return { ...step, usage: { ...step.usage, input: 0, cacheRead: 0, cacheWrite: 0 } };
}

/** The steps of a tape as views weigh them: the first to last of a stretch, or one by its number. */
export function stepsOf(catalog: Catalog, tape: TapeRow): { step(step: number): StepRow; steps(from: number, to: number): StepRow[] } {
  return {
    step: (step) => withOwnSize(tape, catalog.step(tape.id, step)),
    steps: (from, to) => catalog.steps(tape.id, from, to - from + 1).items.map((step) => withOwnSize(tape, step)),
  };
}
