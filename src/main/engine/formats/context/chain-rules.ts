import type { EntryRow } from '../../../../shared/model/index.ts';
import type { Reading } from './habits.ts';
import type { PlaceRow } from './place-row.ts';
import type { Pick } from './selection.ts';

/** What came on a chain since the request before. */
export interface CameOn {
  rows: readonly EntryRow[];
  /** Some of what the context shows is thinking. */
  thinks: boolean;
  /** The chain has a parent that is not in the file. */
  broken: boolean;
  /** Some of what is in memory is not on the chain. */
  offChain: boolean;
  /** It is followed by a policy, and not by what was recorded. */
  through: boolean;
  before: Reading;
  now: Reading;
}

/** What came between the request of a step and the one of the step before on its branch. */
export interface CameBetween {
  /** From the first entry of the step before on, in file order. */
  rows: readonly EntryRow[];
  /** The first entry of the step. */
  first: EntryRow | undefined;
  before: PlaceRow;
  now: PlaceRow;
  /** The entries of one of the two steps. */
  ownOf(step: PlaceRow): readonly EntryRow[];
  /** The rows of the newest earlier context on this branch that was decided as a whole; the same map until another one is. */
  decided: ReadonlyMap<number, EntryRow>;
}

/** Whether entries hang on each other, from the first one of a step to the first one of the next. */
export function isPath(rows: readonly EntryRow[], first: EntryRow | undefined): boolean {
  return rows.every(({ seq }, at) => (rows[at + 1] ?? first)?.parentSeq === seq);
}

/** What following a chain from one request to the next takes of an agent. Pure. */
export interface ChainRules {
  /** What came may change what is sent of older entries, so that the context has to be decided as a whole. */
  unsettles(came: CameOn): boolean;
  /** Picks in the order in which the agent sends them; those in `fixed` stay where they are. */
  order(picks: readonly Pick[], rowOf: (seq: number) => EntryRow | undefined, fixed: ReadonlySet<number>): Pick[];
}
