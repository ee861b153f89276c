import type { StatePath } from '../../../../shared/model/handoff.ts';
import type { Json, JsonObject } from '../values.ts';

/** What an anchor's record hands over; `became`: where numbers in it lead that a merge changed. */
export interface Handed {
  value: Json;
  became: ReadonlyMap<number, number>;
}

/** Which phases the log of an agent has beyond its anchors, what their records hand over, and what a state's references mean. Pure; never throws. */
export interface StateRules {
  /** The tool by which a plan is put forward; its approval begins a phase. Null for none. */
  planTool: string | null;
  /** A chain that begins again in the same file begins a phase. */
  restarts: boolean;
  /** Numbers in a state may mean entries. */
  numbered: boolean;
  /** Records bear numbers of their own (`id`) that count on where a line cannot be read: what a state names is looked up by them. */
  ownNumbers: boolean;
  /** Why a line in a state leads nowhere; null where entries have lines. */
  noLines: string | null;
  /** Whether a file is a piece of a tape, in which numbers name entries of the whole. */
  isPiece(file: string): boolean;
  /** Why a reference that leads nowhere is nobody's fault; null where it is broken. `at`: its place in a text, null where it is all of a value. */
  outside(ref: { path: StatePath; at: number | null }): string | null;
  handed(anchor: JsonObject): Handed;
  /** What the record of a compaction says next to its summary, in the words of the source. */
  compacted(boundary: JsonObject): JsonObject;
  /** A plan as it was approved, from the answer and the call. */
  planned(answer: JsonObject, call: JsonObject | null): JsonObject;
  /** How a chain began, where its first records say so. */
  begun(record: JsonObject): JsonObject;
}

const NONE: ReadonlyMap<number, number> = new Map();

/** An agent whose records hand over nothing but the text of a summary. */
export const PLAIN_STATES: StateRules = {
  ...{ planTool: null, restarts: false, numbered: false, ownNumbers: false, noLines: null },
  isPiece: () => false,
  outside: () => null,
  handed: () => ({ value: {}, became: NONE }),
  compacted: () => ({}),
  planned: () => ({}),
  begun: () => ({}),
};
