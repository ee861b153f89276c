import { bisect } from '../../../../shared/model/bisect.ts';
import type { Columns } from '../tape/columns.ts';
import { LANE } from '../tape/lanes.ts';

/** A phase on the axis of the steps, in shares of its width. */
export interface FoldedBand {
  name: string;
  left: number;
  right: number;
}

type Held = Pick<Columns, 'bands' | 'stepFirst'> & { lanes: Pick<Columns['lanes'], 'codes'> };

/** The index of the first looked-at step that could have read entry `seq`; the number of steps where none could. */
function stepAfterEntry({ stepFirst }: Pick<Columns, 'stepFirst'>, steps: Uint32Array, seq: number): number {
  return bisect(0, steps.length, (at) => (stepFirst[(steps[at] ?? 1) - 1] ?? 0) > seq);
}

/** The phases over the steps; one that began and ended between two steps is not seen. */
export function bandsOver(held: Held, steps: Uint32Array): FoldedBand[] {
  const count = Math.max(1, steps.length);
  return held.bands
    .map(({ name, from }, at) => {
      const next = held.bands[at + 1]?.from;
      const left = at === 0 ? 0 : stepAfterEntry(held, steps, from) / count;
      return { name, left, right: next === undefined ? 1 : stepAfterEntry(held, steps, next) / count };
    })
    .filter(({ left, right }) => right > left);
}

/** Where a person spoke and where something failed, in pixels, each once. */
export function marksOver(held: Held, steps: Uint32Array, width: number): { user: number[]; failed: number[] } {
  const user = new Set<number>();
  const failed = new Set<number>();
  held.lanes.codes.forEach((lane, at) => {
    const marks = lane === LANE.user ? user : lane === LANE.failed ? failed : null;
    marks?.add(Math.round((stepAfterEntry(held, steps, at + 1) / Math.max(1, steps.length)) * width));
  });
  return { user: [...user], failed: [...failed] };
}
