import { z } from 'zod';
import { TokenCount } from './view.ts';

const seq = z.number().int();

/** What a phase begins with. All but `anchor` and some `start`s are read from other records, and so are derived. */
const PhaseType = z.enum(['start', 'anchor', 'compaction', 'reset', 'plan']);

/** Where the value of a state is: keys of objects and places in arrays, from the root. */
export const StatePath = z.array(z.union([z.string(), z.number().int()])).max(200);
export type StatePath = z.infer<typeof StatePath>;

/** A value that names another record. `outside` is known to be of another tape, `broken` names nothing that is there. */
export const StateRef = z.object({
  path: StatePath,
  kind: z.enum(['entry', 'uuid', 'line', 'leaf', 'agent', 'file']),
  /** As it is in the state. */
  text: z.string(),
  status: z.enum(['resolved', 'outside', 'broken']),
  /** The tape and entry that it leads to, where they are known. */
  tape: z.string().nullable(),
  seq: seq.nullable(),
  /** What is there, or why there is nothing, for people. */
  label: z.string(),
});
export type StateRef = z.infer<typeof StateRef>;

export const RefCounts = z.object({ resolved: z.number().int(), outside: z.number().int(), broken: z.number().int() });
export type RefCounts = z.infer<typeof RefCounts>;

/** Whether the state of a phase was in the context of the phase's first request. */
export const Reached = z.object({
  status: z.enum(['yes', 'partly', 'no', 'unknown']),
  /** The request that was looked at; null where the phase made none. */
  step: seq.nullable(),
  /** One sentence for people. */
  words: z.string(),
});
export type Reached = z.infer<typeof Reached>;

/** The entries from one anchor up to the next, and what they came to. */
export const Phase = z.object({
  tape: z.string(),
  /** Its first entry: the anchor or what stands for one. Numbers a phase within its tape. */
  seq,
  name: z.string(),
  type: PhaseType,
  derived: z.boolean(),
  /** First and last entry. */
  from: seq,
  to: seq,
  /** Who opened it, as the state says. */
  owner: z.string().nullable(),
  /** How it ended, in a few words: "handed off to verify", "compacted (auto)", "continues". */
  outcome: z.string(),
  /** Epoch ms; null where the source has no time. */
  started: z.number().nullable(),
  ended: z.number().nullable(),
  /** Something may still be appended to it. */
  live: z.boolean(),
  /** Steps that began in it, and the first and last of their numbers; null where there are none. */
  steps: z.number().int(),
  firstStep: seq.nullable(),
  lastStep: seq.nullable(),
  byKind: z.record(z.string(), z.number()),
  /** By what colours an entry (`user`, `assistant`, `call`, `result`, `error` …), for a bar. */
  byTone: z.record(z.string(), z.number()),
  errors: z.number().int(),
  /** Context at its last request; null where there was none. */
  context: TokenCount.nullable(),
  /** Recorded over its requests; null where nothing is. */
  usage: z.object({ input: z.number(), output: z.number() }).nullable(),
  /** Keys of its state, in order, and its size as JSON. */
  state: z.object({ keys: z.array(z.string()), chars: z.number().int() }),
  refs: RefCounts,
  reached: Reached,
  /** The line in a native tape that opened it is not what was written. */
  altered: z.literal(true).optional(),
});
export type Phase = z.infer<typeof Phase>;

/** What went from one phase to the next; `from` and `to` are indexes of phases. */
export const HandoffEdge = z.object({
  from: z.number().int(),
  to: z.number().int(),
  type: z.enum(['handoff', 'compaction', 'reset', 'plan', 'fork', 'merge', 'archive', 'continued', 'copied']),
  /** In a few words: "summary", "3 source ids", "12 kept entries". */
  carried: z.array(z.string()),
  /** Entries of the contexts before that the next phase does not begin with, and their weight; of a merge, those of the fork that it did not take. */
  left: z.number().int(),
  leftTokens: TokenCount.nullable(),
});
export type HandoffEdge = z.infer<typeof HandoffEdge>;

/** Phases as they followed one another, of one tape or of a family; those of one tape are together, in order. */
export const Handoffs = z.object({
  tapes: z.array(z.object({ id: z.string(), title: z.string() })),
  phases: z.array(Phase),
  edges: z.array(HandoffEdge),
  /** Phases beyond the limit, counted and not sent. */
  more: z.number().int(),
  refs: RefCounts,
  /** Phases whose state did not reach the model, not counting those that carry none. */
  unreached: z.number().int(),
  notes: z.array(z.string()),
});
export type Handoffs = z.infer<typeof Handoffs>;

/**
 * One value of a state. Held against another state it also tells what became of it; an element that was removed from an array then has
 * its old number as text at the end of its path, since the number may be another one's now.
 */
export const StateNode = z.object({
  path: StatePath,
  type: z.enum(['object', 'array', 'string', 'number', 'boolean', 'null']),
  /** A plain value as JSON, cut at 2,000 characters; '' for objects and arrays. */
  text: z.string(),
  /** Length of the whole value as JSON. */
  chars: z.number().int(),
  /** Values inside, and whether they follow in this answer. */
  count: z.number().int(),
  open: z.boolean(),
  ref: StateRef.nullable(),
  /** References within a text. Absent for none. */
  cites: z.array(StateRef).optional(),
  change: z.enum(['same', 'added', 'removed', 'changed']).nullable(),
  /** What was here before, where it changed. */
  before: z.string().nullable(),
});
export type StateNode = z.infer<typeof StateNode>;

export const StateTree = z.object({
  tape: z.string(),
  seq,
  /** In reading order, the asked-for value first. */
  nodes: z.array(StateNode),
  /** Nodes beyond the limit. */
  more: z.number().int(),
  refs: RefCounts,
  changes: z.object({ added: z.number().int(), removed: z.number().int(), changed: z.number().int() }).nullable(),
});
export type StateTree = z.infer<typeof StateTree>;

/** Likeness by words alone: nobody has read either text. */
export const Likeness = z.object({
  tape: z.string(),
  seq,
  /** Share of the rarer words of the claim that are there too, 0 to 1. Of what left at an anchor: of the entry, in the summary. */
  score: z.number(),
  words: z.array(z.string()),
});
export type Likeness = z.infer<typeof Likeness>;

/** One sentence of a state's texts. */
export const Claim = z.object({
  path: StatePath,
  text: z.string(),
  /** What it names itself. */
  cites: z.array(StateRef),
  /** Entries that it is worded like, the likest first; a lexical measure. */
  alike: z.array(Likeness),
});
export type Claim = z.infer<typeof Claim>;

/** A summary compared with what it summarises. Facts only. */
export const Fidelity = z.object({
  tape: z.string(),
  seq,
  /** The phase that it is about; null at the start of a tape. */
  about: z.object({ tape: z.string(), from: seq, to: seq, name: z.string() }).nullable(),
  claims: z.array(Claim),
  moreClaims: z.number().int(),
  /** What the state as a whole cites (`source_ids`), and what its claims do. */
  cited: z.array(StateRef),
  /** Entries of that phase that no text and no list cites; without bookkeeping. */
  uncited: z.object({ count: z.number().int(), ranges: z.array(z.tuple([seq, seq])), byKind: z.record(z.string(), z.number()) }),
  /** Entries of that phase that could be cited: all but bookkeeping. */
  citable: z.number().int(),
  reached: Reached,
  /** What was measured and how, and what was not looked at, for people. */
  notes: z.array(z.string()),
});
export type Fidelity = z.infer<typeof Fidelity>;

const Tally = z.record(z.string(), z.object({ count: z.number().int(), tokens: z.number() }));

/** What became of a text that left: said to the letter, in some of its rare words, cited alone, or not at all. A lexical measure. */
export const Fate = z.enum(['verbatim', 'worded', 'cited', 'lost']);
export type Fate = z.infer<typeof Fate>;

/** An entry that left. */
export const Departed = z.object({
  seq,
  kind: z.string(),
  tone: z.string(),
  /** By estimate. */
  tokens: z.number(),
  /** A person's own words, an answer that is worded as a decision, or anything else. */
  group: z.enum(['instruction', 'decision', 'other']),
  /** Null for an entry without words, and for one that was not read. */
  fate: Fate.nullable(),
  /** The words that carry it. */
  carried: z.string().nullable(),
});
export type Departed = z.infer<typeof Departed>;

/** What left the context at an anchor or compaction, what came back, and what the summary kept. All weights are estimates. */
export const Departure = z.object({
  tape: z.string(),
  seq,
  name: z.string(),
  /** The last request before it and the first after it; null where there is none. */
  before: seq.nullable(),
  after: seq.nullable(),
  /** Held against a request that was not made: the next one (where none was made since, or somebody asks so), or the one after this entry. */
  next: z.literal(true).optional(),
  behind: seq.optional(),
  /** Entries of the context before that are not in the one after, by kind. */
  left: z.object({ count: z.number().int(), tokens: z.number(), ranges: z.array(z.tuple([seq, seq])), byKind: Tally }),
  kept: z.object({ count: z.number().int(), tokens: z.number(), byKind: Tally }),
  /** How many entries had which fate; `none` say nothing or were not read. They add up to `left.count`. */
  fates: z.object({
    verbatim: z.number().int(),
    worded: z.number().int(),
    cited: z.number().int(),
    lost: z.number().int(),
    none: z.number().int(),
  }),
  /** Each entry that left, what a person wrote first. */
  entries: z.array(Departed),
  /** Entries that left and are there again later, or whose file or words were read or said again. */
  back: z.array(
    z.object({
      seq,
      by: seq,
      how: z.enum(['in-context', 'read-again', 'repeated']),
      what: z.string(),
    }),
  ),
  moreBack: z.number().int(),
  /** What the text that stands for them kept; null without one. */
  summary: z
    .object({
      seq,
      chars: z.number().int(),
      cites: z.array(StateRef),
      /** Entries that left which it is worded like, the likest first. */
      alike: z.array(Likeness),
      /** Of the entries that left and say something: how many it is worded like. */
      worded: z.object({ like: z.number().int(), of: z.number().int() }),
    })
    .nullable(),
  /** What was measured and how, and what was not looked at, for people. */
  notes: z.array(z.string()),
});
export type Departure = z.infer<typeof Departure>;
