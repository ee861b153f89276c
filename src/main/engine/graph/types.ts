import type { AnchorRow, BranchClass, TapeRow } from '../../../shared/model/index.ts';
import type { SharedHead } from './shared.ts';

/** Columns of all entries of a tape; index 0 is entry 1. */
export interface EntryColumns {
  /** Sequence number of the parent, 0 for none, DANGLING where it is not in the file. */
  parent: Int32Array;
  flags: Uint32Array;
  chars: Uint32Array;
  step: Uint32Array;
  time: Float64Array;
  /** Index into the tape's kinds. */
  kind: Uint16Array;
  /** 1 for the assistant's own. */
  answer: Uint8Array;
  /** Place in BRANCH_CLASSES + 1. */
  branch: Uint8Array;
  /** 1 for entries of the tree; the others are bookkeeping between them. */
  node: Uint8Array;
}

export interface StepColumns {
  first: Uint32Array;
  /** Recorded context size; NaN for none. */
  context: Float64Array;
  /** 1 for steps of a sub-agent in the same file. */
  side: Uint8Array;
}

/** What the graph knows of one tape. Plain data. */
export interface TapeMaterial {
  row: TapeRow;
  kinds: readonly string[];
  /** The source has no parents: each entry follows the one before. */
  linear: boolean;
  columns: EntryColumns;
  steps: StepColumns;
  anchors: readonly AnchorRow[];
  /** Entries whose parent was never written, with the call that they answer. */
  mended: ReadonlyMap<number, number>;
  /** Roots of sub-agents in this file, with the call that started them where that is known. */
  sidechains: ReadonlyMap<number, number | null>;
}

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
  /** What it hangs on: an open tape by index, or another folded one behind them. */
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
