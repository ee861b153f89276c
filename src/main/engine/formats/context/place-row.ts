import type { EntryRow, StepRow } from '../../../../shared/model/index.ts';

/** What a context is asked for: a step, or a request that was not made. Plain data. */
export type PlaceRow = Omit<StepRow, 'step'> & {
  /** Null for a request that was not made. */
  step: number | null;
  /** The place that a request which was not made was asked from. */
  asked?: { next: true } | { after: number };
  /** The entry that such a request would continue from, where entries name their parents. */
  leaf?: EntryRow;
};
