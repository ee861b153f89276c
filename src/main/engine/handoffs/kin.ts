import type { TapeRow } from '../../../shared/model/index.ts';
import type { TapePhases } from './phases.ts';

/** A tape of a family with its phases. */
export interface Kin {
  row: TapeRow;
  /** Entries at its head that its parent has. */
  prefix: number;
  /** The entry of its parent after which it begins; null for what is not a fork. */
  at: number | null;
  /** The entry of its parent that says that it was merged; null for an open fork and for what is none. */
  merged: number | null;
  told: TapePhases;
  /** Place of its first phase among all that are told. */
  first: number;
}

/** The phase of a tape that holds an entry, by its place among all; null where it is not told. */
export function placeOf({ told, first }: Kin, seq: number): number | null {
  const at = told.phases.findIndex(({ from, to }) => from <= seq && seq <= to);
  return at < 0 ? null : first + at;
}
