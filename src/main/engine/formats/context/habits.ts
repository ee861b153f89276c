import type { EntryRow } from '../../../../shared/model/index.ts';
import type { Growth, Sized } from './growth-state.ts';
import { isForgetful } from './models.ts';

/** Who reads a context, and which program sends it. */
export interface Reading {
  model: string | null;
  /** Version of the program; null where the tape does not say. */
  writer: string | null;
}

/** Entries that were probably not sent, and what that took off a request. */
export interface Released {
  seqs: readonly number[];
  tokens: number;
}

/** Tool by call id. */
export type Tools = ReadonlyMap<string, { name: string }>;

/** What an agent does on the wire that its log does not say; recorded sizes show it. Pure. */
export interface Habits {
  /** Whether the model is not shown again what it thought in earlier turns. */
  forgets(reading: Reading): boolean;
  /** The agent sends what the model is not shown again all the same: it is in the context, and the model's server does not count it. */
  sendsForgotten?: true;
  /** Behind this entry a model is shown none of the thinking before it. */
  ends(row: EntryRow, reading: Reading): boolean;
  /** Which entries were probably cleared, where a request falls short by this many tokens. */
  released(growth: Growth, before: Sized | null, request: Sized, short: number): Released;
  /** Whether this entry brought schemas of tools along that the log does not hold. */
  loadsTools(row: EntryRow, tools: Tools): boolean;
}

export const NOTHING_RELEASED: Released = { seqs: [], tokens: 0 };

/** An agent of which nothing is known to change without a word in its log. */
export const PLAIN_HABITS: Habits = {
  forgets: ({ model }) => isForgetful(model),
  ends: () => false,
  released: () => NOTHING_RELEASED,
  loadsTools: () => false,
};
