import type { AnchorRow, Usage } from '../../../shared/model/index.ts';
import { BRANCH_CLASSES } from '../../../shared/model/vocabulary.ts';
import type { CompactionDraft, Facts } from '../formats/format.ts';
import { NOWHERE, openPages, PAGE, type PageStore } from '../pages/columns.ts';
import { createHashBits, type HashBits } from '../pages/hash-set.ts';
import { idAt } from '../pages/id-column.ts';
import { createIdIndex, type IdIndex } from '../pages/id-index.ts';
import { ENTRY_LAYOUT, type EntryPages, emptyEntryText, emptyStepText, STEP_LAYOUT, type StepPages } from '../pages/rows.ts';
import { noRepeats, type Repeats } from './repeat-names.ts';

/** All that the linking must remember of a tape between two reads, besides its rows. Plain JSON. */
export interface TapeState {
  entries: number;
  /** Lines consumed, blank ones included. */
  lines: number;
  steps: number;
  usage: Usage;
  /** Dollars, where the log says what requests cost. Absent where it says nothing. */
  cost?: number;
  /** What of it a copy took over from its source: sizes of requests with other contexts, which are none of its own. */
  borrowed?: Usage;
  /** Steps that a reader knew to be made elsewhere, with what they used: none of it is in `usage`. */
  shared?: { steps: number; usage: Usage };
  /** Kinds by number (the `kind` column), with their counts. */
  kinds: [name: string, count: number][];
  /** Distinct ids; of these: without a parent id, named as a parent, named as a parent by more than one. */
  nodes: number;
  roots: number;
  parents: number;
  branchPoints: number;
  /** Branch points by class, in the order of BRANCH_CLASSES, and those whose class may still change. */
  branches: number[];
  openBranches: number[];
  /** Distinct call ids: issued, answered, both. */
  tools: { calls: number; results: number; both: number };
  /** Records that name a parent which is not in the file. */
  dangling: number;
  /** Records whose id an earlier record has already. */
  doubles: number;
  started: number | null;
  ended: number | null;
  facts: Facts;
  /** Entries from which on another version of the program wrote. */
  writers: [from: number, version: string][];
  /** Steps that failed. */
  failed: number;
  /** Compactions seen, for their numbers. */
  compactions: number;
  anchors: number;
  /** First record with an id; 0 while there is none. */
  firstNode: number;
  /** Some record names a parent that was written after it: origins need a look at the whole tape. */
  forward: boolean;
  /** A request was opened here whose own records have not begun; 0 for none. */
  opening: number;
  /** The writer logs where turns begin; without that, one begins at the request that a person's prompt opens. */
  turns: boolean;
  /** Calls that wait for positional results, by step key. */
  pending: [key: string, calls: string[]][];
  /** Ends of the segments that compactions kept, each with the boundaries that kept it. */
  tails: [tail: number, boundaries: number[]][];
  /** What the format's thread keeps. Absent for a format without one. */
  thread?: unknown;
}

const newState = (): TapeState => ({
  entries: 0,
  lines: 0,
  steps: 0,
  usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 },
  kinds: [],
  nodes: 0,
  roots: 0,
  parents: 0,
  branchPoints: 0,
  branches: BRANCH_CLASSES.map(() => 0),
  openBranches: [],
  tools: { calls: 0, results: 0, both: 0 },
  dangling: 0,
  doubles: 0,
  started: null,
  ended: null,
  facts: {},
  writers: [],
  failed: 0,
  compactions: 0,
  anchors: 0,
  firstNode: 0,
  forward: false,
  opening: 0,
  turns: false,
  pending: [],
  tails: [],
});

/** An anchor with the ids it was resolved from, so that facts that come late can still be found. */
export interface AnchorState extends AnchorRow {
  /** Its number among the anchors of the tape, from 0. */
  no: number;
  draft: CompactionDraft | null;
  logicalParent: string | null;
}

/** Rows that linking has made and that no page holds. Emptied by whoever stores them. */
export interface Outbox {
  /** Calls issued and answered, as the numbers that tool-index.ts keeps. */
  tools: number[];
  spawns: { agent: string; call: string }[];
  prompts: { hash: string; call: string; seq: number }[];
  /** Hashes of some ids (link.ts says which): tapes that share entries share these. */
  heads: number[];
  /** Entries that correct an earlier one, and which. */
  corrections: [seq: number, target: number][];
  /** New and changed anchors. */
  anchors: Set<AnchorState>;
  /** Parents whose children changed while they had more than one. */
  branching: Set<number>;
}

/** A tape while it is being linked. */
export interface Work {
  state: TapeState;
  entries: EntryPages;
  steps: StepPages;
  /** First entry with an id. */
  ids: IdIndex;
  /** Children by the missing parent that they name. */
  waiting: Map<string, number[]>;
  stepOf: Map<string, number>;
  /** For a log that repeats its history with each request. */
  repeats: Repeats;
  /** What is known of a call id: ISSUED, ANSWERED or both. */
  calls: HashBits;
  anchors: AnchorState[];
  /** `state.tails` by tail. */
  tails: Map<number, number[]>;
  /** `state.pending` by key, the newest last. */
  pending: Map<string, string[]>;
  /** Last child of entries with several; a cache. */
  lastChild: Map<number, number>;
  out: Outbox;
}

/** Nothing to store. */
export function newOutbox(): Outbox {
  return {
    tools: [],
    spawns: [],
    prompts: [],
    heads: [],
    corrections: [],
    anchors: new Set(),
    branching: new Set(),
  };
}

/** Room for the ids of a short tape: most tapes are short, and an index grows. */
const FEW_IDS = 32;

/** An empty tape to link into. The stores say where pages that are not in memory come from. */
export function newWork(entryStore: PageStore = NOWHERE, stepStore: PageStore = NOWHERE): Work {
  const entries = openPages(ENTRY_LAYOUT, emptyEntryText, entryStore);
  return {
    state: newState(),
    entries,
    steps: openPages(STEP_LAYOUT, emptyStepText, stepStore),
    ids: createIdIndex((seq) => idAt(entries.text(entries.at(seq - 1)).ids, (seq - 1) % PAGE), FEW_IDS),
    waiting: new Map(),
    stepOf: new Map(),
    repeats: noRepeats(),
    calls: createHashBits(),
    anchors: [],
    tails: new Map(),
    pending: new Map(),
    lastChild: new Map(),
    out: newOutbox(),
  };
}
