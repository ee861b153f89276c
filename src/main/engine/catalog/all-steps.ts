import type { StepRow } from '../../../shared/model/index.ts';
import type { Catalog } from './types.ts';

/** How many steps are read at a time. */
const PAGE = 5000;

/** Every step of a tape, in order. */
export function allSteps(catalog: Pick<Catalog, 'steps'>, tape: string): StepRow[] {
  const steps: StepRow[] = [];
  for (;;) {
    const { items, total } = catalog.steps(tape, steps.length + 1, PAGE);
    steps.push(...items);
    if (steps.length >= total || items.length === 0) return steps;
  }
}
