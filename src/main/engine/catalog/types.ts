import type { AnchorRow, EntryRow, Overview, Problem, Receipt, Stats, StepRow, TapeRow, Timeline } from '../../../shared/model/index.ts';
import type { Listing } from '../../../shared/model/listing.ts';
import type { Listed } from './kept-rows.ts';
import type { Outlay } from './outlay.ts';
import type { EntryRun, StepRun } from './phase-columns.ts';
import type { ToolCalls } from './tool-calls.ts';

/**
 * Read side of the index of foreign tapes. Synchronous: each call is a handful of index lookups and costs what it
 * answers, not what the tape weighs. Throws TapeError('not-found') for an unknown tape, step or entry.
 */
export interface Catalog {
  /** All of them, the newest first. */
  tapes(): TapeRow[];
  /** The same, as long as nothing changed in one piece: for whoever works something out of all of them. */
  listed(): Listed;
  /** What the steps of a tape came to, what of it another tape counts, its dollars, and when it was compacted. */
  spent(tape: TapeRow): Outlay;
  /** Those that a listing names, in its order; `total` counts them without its limit. */
  list(listing: Listing): { items: TapeRow[]; total: number };
  /** By id, or by a unique start of one. */
  tape(id: string): TapeRow;
  /** Entries with from ≤ seq < to, ascending. */
  entries(tape: string, from: number, to: number): EntryRow[];
  /** The given entries in the given order; unknown numbers are left out. */
  entriesAt(tape: string, seqs: readonly number[]): EntryRow[];
  /** Entries from `from` on of the given kinds. */
  page(tape: string, from: number, limit: number, kinds?: readonly string[]): { items: EntryRow[]; total: number };
  children(tape: string, seq: number): EntryRow[];
  /** Entries that issue (`calls`) or answer (`results`) a call id, anywhere in the tape. */
  tool(tape: string, call: string): { calls: number[]; results: number[] };
  /** Entries that others may name by this word, ascending: their records have the last word, since hashes of words can collide. */
  named(tape: string, name: string): EntryRow[];
  /** Entries that correct the given one, ascending. */
  corrections(tape: string, seq: number): number[];
  steps(tape: string, from: number, limit: number): { items: StepRow[]; total: number };
  step(tape: string, step: number): StepRow;
  anchors(tape: string): readonly AnchorRow[];
  /** Tapes whose parent this is, and tapes of the same session. */
  related(tape: string): TapeRow[];
  /** Tapes of the sub-agents that its calls started, and of those whose call is not known. */
  subagents(tape: string): TapeRow[];
  receipt(tape: string): Receipt;
  /** Those of many tapes, by their whole ids. */
  receipts(tapes: readonly string[]): Receipt[];
  problems(tape: string, limit: number): { items: Problem[]; total: number };
  stats(tape: string): Stats;
  /** Packed columns from entry `from` and step `fromStep` on; bands always of the whole tape, error marks from `from` on. */
  timeline(tape: string, from: number, fromStep: number, rows?: number): Timeline;
  /** The whole tape by blocks, in place of a timeline that is long. */
  overview(tape: string): Overview;
  /** Another one whenever rows of the tape change, or tapes come or go. */
  revision(tape: string): string;
  /** Columns of all entries and steps, a run at a time, for one pass; kinds by number for the `kind` column. */
  entryRuns(tape: string): Iterable<EntryRun>;
  stepRuns(tape: string): Iterable<StepRun>;
  /** What the records of each step name it by, in order: the id of a message, say. Empty where they do not. */
  stepKeys(tape: string): string[];
  kindNames(tape: string): readonly string[];
  /** The first entries that have these ids in their source; null for ids that are not there. */
  seqsOf(tape: string, ids: readonly string[]): (number | null)[];
  /** Recorded sizes of the contexts, as a curve of a few points (curve.ts); null where none is recorded. */
  curve(tape: TapeRow): number[] | null;
  /** Calls of tools from entry `from` on, by tool, and how long each took. */
  toolCalls(tape: string, from: number): ToolCalls[];
  /** Entries that bear a label, such as the name of a tool. */
  labelled(tape: string, label: string): number[];
}
