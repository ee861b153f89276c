import type { EntryRow, Lacking, StepRow } from '../../../../shared/model/index.ts';
import type { Origin } from '../../../../shared/model/policy.ts';
import type { JsonObject } from '../values.ts';
import type { CameBetween, ChainRules } from './chain-rules.ts';
import type { Habits } from './habits.ts';
import type { PlaceRow } from './place-row.ts';
import type { Selector } from './selection.ts';
import type { StateRules } from './states.ts';
import type { Writers } from './writers.ts';

/** Where a context may begin, under the rules of one agent. */
export type Selectors = Record<Origin['type'], Selector>;

/**
 * What stays behind where a phase begins. `compaction`: what the compaction did not keep, found by holding the contexts on both sides against each
 * other. `anchor`: all before the newest anchor, which is in the context itself with its state. `after-anchor`: the anchor as well, and without one
 * nothing is read at all. `start`: nothing ever leaves.
 */
export type Begins = 'compaction' | 'anchor' | 'after-anchor' | 'start';

/**
 * How the contexts of an agent are known: its rule, one sentence for each place; or why none can be derived, so that no view claims to know.
 * `recorded`: the log holds what each step was sent.
 */
export type EvidenceRules = { step: string; next: string; after?: string; recorded?: true } | { unknown: string };

/** What a request may lack that its agent sends. */
export interface LackingAsked {
  /** Version of the program that made the request. */
  writer: string | null;
  /** A sub-agent's own context. */
  agent: boolean;
  /** Labels of what is in the context. */
  labels: ReadonlySet<string>;
}

/** How the tapes of one agent become contexts. What is here is pure and decides over rows; nothing reads a file or a database. */
export interface Rules {
  selectors: Selectors;
  /** The writer logs a step's own prompt after the first entry of the step. */
  ownPrompt: boolean;
  /** Entries name their parents: a request continues from one of them. */
  tree: boolean;
  /** Whether an entry was written after the request of a step, for writers that file entries in another order than they write them. */
  isLate?: (entry: { time?: number | null | undefined }, step: Pick<StepRow, 'time'>) => boolean;
  /** Whether an entry between the first and the last one of a step was written by others, after the request. Absent where such entries are not looked at. */
  isBetween?: (row: EntryRow, step: PlaceRow) => boolean;
  begins: Begins;
  evidence: EvidenceRules;
  /** The agent put together itself what it sent, so that nobody has to judge the order of a context that is recorded. */
  ordered: boolean;
  /** Its messages have each result that names its call right after that, whatever was written between them. */
  gathers?: true;
  /**
   * Entries that went to the model although their records are bookkeeping: prompts that an agent at work took from its queue, where no other entry has
   * them. Of all entries of a tape in order.
   */
  sentAside?(rows: readonly EntryRow[], writers: Writers): ReadonlySet<number>;
  /** Where the queue alone records such prompts, under a version: how many an entry puts into it, or removes as a negative number. */
  queued?(writer: string | null): ((row: EntryRow) => number) | null;
  /** What is known to be sent and is not in the log as entries; empty where nobody saw the requests. */
  lacking(asked: LackingAsked): Lacking[];
  habits: Habits;
  /** Whether an entry may be sent in the place of another one (`Pick.instead`). Absent where none is. */
  replaces?(row: Pick<EntryRow, 'kind'>): boolean;
  /** For trees whose contexts can be followed from one step to the next (`trail` of a selection); null: each is decided as a whole. */
  chain: ChainRules | null;
  /**
   * The entries between two requests that the second sent after everything that the first sent, if nothing else differs. Null if the second context
   * has to be decided as a whole, which is also what happens without this function. Not asked if an anchor is among the entries.
   */
  continues?(came: CameBetween): readonly EntryRow[] | null;
  states: StateRules;
  /**
   * What to say where the anchor after which a context begins is not in it, by its record and that of the call that made it; null where it held nothing
   * for the model. `calm`: what it held is there all the same.
   */
  leftOut?(anchor: JsonObject | null, call: JsonObject | null, name: string): { text: string; calm: boolean } | null;
}
