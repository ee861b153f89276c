import type { AnchorRow, StepRow } from '../../../shared/model/index.ts';
import type { Growth } from '../views/growth-state.ts';
import type { Hints } from '../views/hints.ts';
import type { Chosen, Request } from '../views/material.ts';
import type { Material, Selection } from '../views/selection.ts';
import type { Change } from './stays.ts';

/** What is known of the step before, from which the next one may follow. */
export interface Held {
  step: StepRow;
  /** Where the policy asked its rows to begin. */
  asked: number;
  anchors: readonly AnchorRow[];
  material: Material;
  selection: Selection;
}

export interface Next {
  step: StepRow;
  /** What was found out beforehand for this step. */
  hints?: Hints | undefined;
  asked: number;
  anchors: readonly AnchorRow[];
}

export type Asked = Omit<Request, 'step' | 'hints'>;

/** What following cost. */
export interface Work {
  /** Rows that were looked at. */
  rows: number;
  /** Steps whose contexts were decided as a whole. */
  whole: number;
}

/** Contexts of ascending steps, each as what changed since the one before. `cleared` are entries of which only a placeholder was sent. */
export type Follower = (
  step: StepRow,
  hints?: Hints,
) => { change: Change; cleared: ReadonlySet<number>; growth?: Growth | undefined; whole?: Chosen | null };

/** Why an entry is not in a context, by what was decided about it. */
export const reasonIn =
  ({ reasons, floor, otherwise }: Selection): Change['reasonOf'] =>
  (seq) =>
    floor && seq < floor.below ? floor.reason : (reasons.get(seq) ?? otherwise);
