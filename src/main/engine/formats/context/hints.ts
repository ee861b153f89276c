import type { EntryRow } from '../../../../shared/model/index.ts';
import type { Growth } from './growth-state.ts';
import { scaleFor } from './models.ts';
import type { Recorded } from './recorded-request.ts';
import { estimate, fixedWeight, weigh } from './tokens.ts';

/** Tokens by entry: those that somebody counted, and estimates of the rest. */
export interface Weights {
  counts: Pick<ReadonlyMap<number, number>, 'get'>;
  estimates: Pick<ReadonlyMap<number, number>, 'get'>;
  /** What the recorded sizes say, by the agent's own rules: `estimates` goes by it. */
  growth?: Growth;
}

/** An entry that is brought into a context from wherever it stands, and why. */
export interface Brought {
  /** Below 1 for an entry of another tape, a number of its own in these hints. */
  seq: number;
  why: string;
  from?: Elsewhere;
}

/** An entry of another tape. */
export interface Elsewhere {
  tape: string;
  title: string;
  file: string;
  format: string;
  row: EntryRow;
}

/**
 * What a policy needs besides the rows of a tape, found out beforehand (`load-hints.ts`), so that deciding stays pure. Plain data. What is
 * absent was not found out: `compact` then estimates, `summary` and `memory` refuse.
 */
export interface Hints {
  /** `compact`: the weights that the view shows. */
  weights?: Weights;
  /** `summary`: what the newest anchor before the step cites, each call with its results. */
  cited?: readonly Brought[];
  /** `memory`: what the index found, each call with its results. */
  recalled?: readonly Brought[];
  /** What each part of a composed policy brings in, by its text. */
  brought?: ReadonlyMap<string, readonly Brought[]>;
  /** `as-recorded`: the request itself, where it is at hand. */
  recorded?: Recorded;
  /** Sentences for people about what could not be found out. */
  notes?: readonly string[];
}

export const NO_WEIGHTS: Weights = { counts: new Map(), estimates: new Map() };

/** What one pick weighs as a block, in tokens: the same figure wherever it is asked for. */
export function weightOf(pick: Parameters<typeof fixedWeight>[0], row: EntryRow, weights: Weights, model: string | null) {
  return weigh(row, fixedWeight(pick), weights.counts.get(row.seq), weights.estimates.get(row.seq) ?? estimate(row, scaleFor(model)));
}
