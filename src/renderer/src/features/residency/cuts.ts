import type { Residency } from '../../../../shared/model/index.ts';
import type { Columns } from '../tape/columns.ts';

/** A step index at which the context began anew, and by what. */
export interface Cut {
  readonly at: number;
  readonly name: string;
}

/**
 * Where a compaction or an anchor stands between two steps; of several between the same two the last one gives its name. At index 0 stands
 * what the first step began with, which cuts nothing.
 */
export const cutsOf = ({ steps }: Pick<Residency, 'steps'>, held: Pick<Columns, 'bands' | 'landmarks' | 'stepFirst'>): Cut[] => {
  const named = new Map<number, string>();
  for (const seq of held.landmarks.compaction) named.set(seq, 'compaction');
  const [begin, ...others] = held.bands;
  for (const band of others) named.set(band.from, band.name);
  const starts = [...named].sort(([a], [b]) => a - b);
  const cuts = new Map<number, Cut>(begin ? [[0, { at: 0, name: begin.name }]] : []);
  let at = 0;
  for (const [seq, name] of starts) {
    while (at < steps.length && (held.stepFirst[(steps[at] ?? 0) - 1] ?? 0) <= seq) at += 1;
    if (at < steps.length) cuts.set(at, { at, name });
  }
  return [...cuts.values()];
};
