import type { TokenCount, View } from '../../../../shared/model/index.ts';
import type { Spot } from '../../data/hooks.ts';
import type { Columns } from '../tape/columns.ts';
import type { Structure } from './structure.ts';

/** Entries that a request holds, with what they weigh. */
export type Sent = ReadonlyMap<number, TokenCount>;

/** The weight of many blocks in one is known only for all of them together. */
const UNKNOWN: TokenCount = { value: 0, basis: 'estimated' };

/** What is in context at the playhead, by entry; null until it is known. */
export function sentIn(view: View | undefined): Sent | null {
  if (view === undefined) return null;
  const sent = new Map<number, TokenCount>();
  for (const { entries, tokens, folded } of view.blocks) for (const seq of entries) sent.set(seq, folded === undefined ? tokens : UNKNOWN);
  return sent;
}

/** A branch, and where it is read from. */
export interface Conversation {
  readonly tape: string;
  readonly project: string;
  readonly held: Columns;
  readonly rows: Structure;
  readonly sent: Sent | null;
  readonly spot: Spot | null;
  /** Calls are open, as far as nobody folded them. */
  readonly unfolded: boolean;
}
