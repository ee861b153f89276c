import type { BranchClass, TapeRow } from '../../../shared/model/index.ts';
import type { TapeMaterial } from '../families/material.ts';
import type { SharedHead } from '../families/shared-head.ts';

/** Where a tape joins what it came from. */
export interface Tie {
  /** Index of the other tape in `tapes`. */
  parent: number;
  /** Entry of the parent that it hangs on; null where that is not known. */
  at: number | null;
  /** Entry of the parent that took it in again (a native merge). */
  merged: number | null;
}

/** A tape whose entries become nodes. */
export interface OpenTape extends TapeMaterial {
  tie: Tie | null;
  /** Entries at its head that are those of another open tape that comes before it. */
  shares: { tape: number; as: SharedHead } | null;
  /** Ids of its entries; asked only where several tapes are open. */
  idOf: ((seq: number) => string | null) | null;
}

/** A tape that is drawn as one node. */
export interface FoldedTape {
  row: TapeRow;
  /** Recorded context size at its last step; null for none. */
  context: number | null;
  /** What it hangs on: an open tape by index, or another folded one after them. */
  tie: Tie | null;
}

/** Everything that a graph is built from. The asked tape is the first of `open`; parents come before their children. */
export interface Family {
  open: readonly OpenTape[];
  folded: readonly FoldedTape[];
  /** Entries of the asked tape that its newest request has in context. */
  context: readonly number[];
  /** Sentences: what was left out. */
  notes: readonly string[];
}

export interface GraphOptions {
  /** Branch points of these classes are drawn as forks; those where tapes part always are. */
  show: ReadonlySet<BranchClass>;
  /** Sub-agents as one node each, or as branches of their own. */
  agents: 'nested' | 'siblings';
  /** Only what has entries of the asked tape in this range. */
  from: number;
  to: number;
  /** Most nodes that may be answered. */
  limit: number;
}
