import type { StepRow } from '../../../../shared/model/index.ts';
import type { Origin } from '../../../../shared/model/policy.ts';
import type { Selector } from './selection.ts';

/** Where a context may begin, under the rules of one agent. */
export type Selectors = Record<Origin['type'], Selector>;

/** How the tapes of one agent become contexts. What is pure here decides over rows; nothing reads a file or a database. */
export interface Rules {
  selectors: Selectors;
  /** The writer logs a step's own prompt behind the first entry of the step. */
  ownPrompt: boolean;
  /** Entries name their parents: a request continues from one of them. */
  tree: boolean;
  /** Whether an entry was written after the request of a step, for writers that file entries in another order than they write them. */
  isLate?: (entry: { time?: number | null | undefined }, step: Pick<StepRow, 'time'>) => boolean;
}
