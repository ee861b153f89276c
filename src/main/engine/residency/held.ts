import type { AnchorRow, EntryRow, StepRow } from '../../../shared/model/index.ts';
import type { Hints } from '../formats/context/hints.ts';
import type { Material, Selection } from '../formats/context/selection.ts';
import type { Chosen, Request, RowSource } from '../views/material.ts';
import type { Change, Fixed } from './stays.ts';

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
  asked: number;
  anchors: readonly AnchorRow[];
}

/** Rows of which one may be at hand. */
export interface Rows extends RowSource {
  row?(seq: number): EntryRow | undefined;
}

export type Asked = Omit<Request, 'step' | 'hints'>;

/** What following cost. */
export interface Work {
  /** Rows that were looked at. */
  rows: number;
  /** Steps whose contexts were decided as a whole. */
  whole: number;
}

/** One context, as what changed since the one before. `fixed`: what entries weigh whatever their text. */
export interface Followed {
  change: Change;
  fixed: Fixed;
  /** The whole of it, where it was decided again. */
  whole: Chosen | null;
}

/** Contexts of ascending steps. `touched`: entries that weigh otherwise than at the step before; null where any may. */
export type Follower = (step: StepRow, hints?: Hints, touched?: readonly number[] | null) => Followed;

/** Why an entry is not in a context, by what was decided about it. */
export function reasonIn({ reasons, floor, otherwise }: Selection): Change['reasonOf'] {
  return (seq) => (floor && seq < floor.below ? floor.reason : (reasons.get(seq) ?? otherwise));
}
