import type { AnchorRow, EntryRow, OmissionReason, StepRow } from '../../../../shared/model/index.ts';
import type { PolicyChoice } from '../../../../shared/model/policy.ts';
import type { Growth } from './growth-state.ts';
import type { Hints } from './hints.ts';
import type { PlaceRow } from './place-row.ts';
import type { Writers } from './writers.ts';

/** All that a policy may look at. Plain data; nothing here reads a file or a database. */
export interface Material {
  step: PlaceRow;
  /** Entries by sequence number: every one from `from` up to the step, and single ones before that where they are needed. */
  rows: ReadonlyMap<number, EntryRow>;
  from: number;
  /** Entries from here on are not judged: a run of the entries before the step is at hand, and not all of them. */
  to?: number;
  /** Entries that belong to the step itself, in file order. */
  own: readonly EntryRow[];
  /** Entries that others wrote while the step was answered. */
  between?: readonly EntryRow[];
  /** Steps by number, with what is recorded of them, where recorded sizes have a say: those that `rows` were written in. */
  steps: ReadonlyMap<number, StepRow>;
  /** Anchors before the step, in file order. */
  anchors: readonly AnchorRow[];
  /** The tape is the work of one sub-agent alone. */
  agentTape: boolean;
  /** Versions of the program that wrote the tape, and the one that made this request, where it says so. */
  writers?: Writers;
  writer?: string | null;
  /** Size of the context that the log records for a step. */
  recordedOf?: (step: number) => number | null;
  choice: PolicyChoice;
  hints: Hints;
  /** Entries of `rows` that were written after the request was made, although the file has them before it. */
  late: ReadonlySet<number>;
  /** Rows of what the hints bring, wherever they stand: what a plain policy decides does not depend on them. */
  brought: ReadonlyMap<number, EntryRow>;
}

/** One entry that is in the context. */
export interface Pick {
  /** Below 1 for an entry of another tape, which a part of the policy brought in: `Hints` has what it is. */
  seq: number;
  /** The part of the policy that brought it in, as it is spelled. */
  part?: string;
  why?: string;
  /** The agent sent a placeholder in its place. */
  cleared?: boolean;
  /** The agent sent it, and the model's server does not count it. */
  uncounted?: boolean;
  /** The entry whose content was sent in its place, by the log. */
  instead?: number;
  /** The entry is here as the place to rebuild from, with its state. */
  anchor?: boolean;
}

/** Entries 1 … `below`-1, left out together without being looked at one by one, but for those that were picked. */
export interface Floor {
  below: number;
  reason: OmissionReason;
  /** The anchor or compaction that everything below was left at. */
  anchor: AnchorRow;
}

/** What one part of a policy brought in and removed. */
export interface Share {
  text: string;
  added: readonly Pick[];
  removed: readonly Pick[];
}

/** The anchor that an origin names. */
export interface AnchorName {
  name: string;
  seq?: number;
}

/**
 * What a policy decides. It need not be complete: `conserve` puts every entry before the step that is neither picked
 * nor given a reason under `otherwise`, so that none can get lost.
 */
export interface Selection {
  /** In the order in which the model reads them. */
  picks: Pick[];
  /** What goes into the messages, in order, where that is more than the model is shown: thinking that the provider removes. */
  sent?: readonly number[];
  /** How many picks at the head belong to the step itself: what was left out follows them. */
  lead: number;
  floor: Floor | null;
  reasons: ReadonlyMap<number, OmissionReason>;
  otherwise: OmissionReason;
  /** Entries that are not sent but change how others are: boundaries of micro-compactions. */
  shaping: number[];
  /** What a person should know about this context. */
  findings: Finding[];
  /** What each part of a composed policy did, the origin first. */
  shares?: readonly Share[];
  /** The part that left an entry out. */
  by?: ReadonlyMap<number, string>;
  /** The budget in tokens that it was cut to. */
  budget?: number;
  /** What the recorded sizes say about the entries, where the policy is that of the agent and follows a chain. */
  growth?: Growth;
  /** All picks in their order, with those of which the recorded sizes say that they were probably not sent, where there are any. */
  offered?: readonly Pick[];
  /** Where a chain decided: its entries, and all that was in the agent's memory next to them, sent or not. */
  trail?: { path: readonly number[]; live: ReadonlySet<number> };
}

/**
 * Facts that a warning is made of; `warnings.ts` has the words. `held`: whether recorded sizes say that the agent still had what came before a
 * missing parent; absent where its rules say so.
 */
export type Finding =
  | { type: 'broken-chain'; seq: number; line: number; parent: string; at: number | null; held?: boolean }
  | { type: 'mended-chain'; seq: number; line: number; parent: string; at: number; held?: boolean }
  | { type: 'lost-beside'; resumed: number; tokens: number }
  | { type: 'ended-chain'; seq: number; line: number; parent: string; resumed: number; tokens: number }
  | { type: 'crossed-compaction'; seq: number; line: number; boundary: number; parent: string | null }
  | { type: 'no-anchor'; policy: PolicyChoice['type'] }
  | { type: 'left-out-anchor'; anchor: AnchorRow; handoffCall: number | null }
  | { type: 'lost-logical-parent'; name: string; line: number | null }
  | { type: 'written-later'; entries: number }
  /** The prompt came with a picture that its entry does not hold. */
  | { type: 'stripped-picture'; text: string }
  | { type: 'over-budget'; budget: number; fixed: number; pinned: boolean }
  /** A sentence of the agent's own rules; `calm` where nothing is wrong. */
  | { type: 'note'; text: string; calm?: true }
  /** This context cannot be derived, or only by what recorded sizes say: `rule` is its evidence, `text` a sentence under it. */
  | { type: 'unknown'; rule: string; text?: string }
  | { type: 'inferred'; rule: string; text?: string };

/** One origin under the rules of one format. */
export interface Selector {
  /** The first entry that `select` wants to have in `rows`. */
  from(step: PlaceRow, anchors: readonly AnchorRow[], name: AnchorName): number;
  /**
   * It judges each entry by itself, so that nothing before `from` need be put before it again while the context begins at the same place:
   * given only rows from a later `from` on, it answers what of those is in context.
   */
  byRow?: true;
  /** Pure. Answers null where it needs more than it asked for: it is then called again with everything. */
  select(material: Material, name: AnchorName): Selection | null;
}
