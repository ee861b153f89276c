import type { Residency, StepRow } from '../../../shared/model/index.ts';
import type { Whole } from './material.ts';

/**
 * Where a context began again: the anchors and compactions between two steps of the line, of several the last. At index 0 is what the first
 * step began with. A compaction of another branch cuts nothing here: no step of this one begins at it.
 */
export function cutsOf({ asked, otherBranches }: Pick<Whole, 'asked' | 'otherBranches'>, steps: readonly StepRow[]): Residency['cuts'] {
  const origins = new Set(steps.map(({ origin }) => origin));
  const cuts = new Map<number, Residency['cuts'][number]>();
  let at = 0;
  for (const { seq, name, type } of asked.anchors) {
    if (type === 'micro-compaction' || (type === 'compaction' && otherBranches.length > 0 && !origins.has(seq))) continue;
    while (at < steps.length && (steps[at]?.first ?? 0) <= seq) at += 1;
    if (at < steps.length) cuts.set(at, { at, seq, name });
  }
  return [...cuts.values()];
}
