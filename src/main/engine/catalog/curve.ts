import { PAGE } from '../pages/columns.ts';
import { StepFlag } from '../pages/rows.ts';
import type { Head, Pager } from './heads.ts';
import { inputOf } from './timeline.ts';

/** Points of a curve that is as wide as a column of a table. */
const POINTS = 40;

/** Numbers of the pages that a curve is made of: all of a short tape, of a long one as many as there are points, evenly. */
const pagesOf = (steps: number): number[] => {
  const pages = Math.ceil(steps / PAGE);
  return Array.from({ length: Math.min(pages, POINTS) }, (_, at) => (pages <= POINTS ? at : Math.floor((at * pages) / POINTS)));
};

/**
 * The recorded sizes of the contexts of a tape from its first step to its last: the largest of each stretch in hundredths of the largest of all.
 * Null where fewer than two are recorded. Asides do not count, but where the tape is one itself (`agent`).
 */
export function curveOf(pager: Pager, head: Head, agent: boolean): number[] | null {
  const { steps } = head.state;
  const aside = StepFlag.Synthetic | (agent ? 0 : StepFlag.Sidechain);
  const many = Math.min(POINTS, steps);
  const points = new Float64Array(many);
  let found = 0;
  for (const page of pagesOf(steps)) {
    const first = page * PAGE + 1;
    const { cols } = pager.steps(head, first);
    for (let step = first; step < Math.min(first + PAGE, steps + 1); step++) {
      const size = inputOf(cols, step - first);
      if (!(size > 0) || ((cols.flags[step - first] ?? 0) & aside) !== 0) continue;
      found += 1;
      const at = Math.min(many - 1, Math.floor(((step - 1) * many) / steps));
      points[at] = Math.max(points[at] ?? 0, size);
    }
  }
  if (found < 2) return null;
  const most = points.reduce((max, size) => Math.max(max, size), 0);
  // A stretch without a size is as the one before it.
  let last = points.find((size) => size > 0) ?? 0;
  return [...points].map((size) => {
    last = size > 0 ? size : last;
    return Math.round((100 * last) / most);
  });
}
