import { z } from 'zod';
import { OtherBranch } from './branches.ts';
import { EntryRow } from './entry.ts';
import { Evidence, OmissionReason, Policy, ViewEvent } from './view.ts';

/** How a context is known, in the order of the numbers in `Residency.evidence`. */
export const EVIDENCE = Evidence.shape.state.options;

/** What a context holds and no entry of its tape does: parts of a recorded request, and what a policy brought from other tapes. */
export const Outside = z.enum(['system', 'tools', 'request', 'other-tapes']);
export type Outside = z.infer<typeof Outside>;

/** What changed the size of a request and is not an entry, as packed columns, by step: `eventsOf` reads them. A tape may have one for each of its steps. */
export const ResidencyEvents = z.object({
  step: z.instanceof(Uint32Array),
  tokens: z.instanceof(Float64Array),
  /** As an index into `kinds`, each there once. */
  kind: z.instanceof(Uint32Array),
  kinds: z.array(ViewEvent.pick({ type: true, basis: true, note: true })),
});
export type ResidencyEvents = z.infer<typeof ResidencyEvents>;

/**
 * When each fact was in context, as packed columns. A *stay* is an unbroken run of steps whose contexts hold one entry; an entry
 * that left and came back has several. `from` and `to` are indexes into `steps`, both inclusive.
 */
export const Residency = z.object({
  tape: z.string(),
  policy: Policy,
  /** Numbers of the steps that were looked at, in order: those of one branch, and of what it continues from, that made a request. */
  steps: z.instanceof(Uint32Array),
  /** Branches that are not on that line. */
  otherBranches: z.array(OtherBranch),
  /** Where contexts began again, by index of the step: at an anchor or a compaction of the line. */
  cuts: z.array(z.object({ at: z.number().int(), seq: z.number().int(), name: z.string() })),
  /** 1 where all of them were; where a tape is too tangled, every so-manieth, the first after each anchor and the last: stays are that exact. */
  every: z.number().int().min(1),
  seq: z.instanceof(Uint32Array),
  from: z.instanceof(Uint32Array),
  to: z.instanceof(Uint32Array),
  /** Why it left behind `to`, as an index into `reasons`, plus 1; 0 where it is still there at the last step. */
  left: z.instanceof(Uint8Array),
  reasons: z.array(OmissionReason),
  /** Tokens of the entry at the last step of the stay, and 1 where they were counted, 0 where they are an estimate. */
  tokens: z.instanceof(Uint32Array),
  exact: z.instanceof(Uint8Array),
  /** Tokens of the entry at all steps of the stay that were looked at, added up. */
  costs: z.instanceof(Float64Array),
  /** What recorded sizes said before: up to the step before index `until` the stay weighed `tokens`. In the order of time. */
  earlier: z.object({ stay: z.instanceof(Uint32Array), until: z.instanceof(Uint32Array), tokens: z.instanceof(Uint32Array) }),
  /** Per step: how its context is known, as an index into `EVIDENCE`. */
  evidence: z.instanceof(Uint8Array),
  /** Per step, in tokens, 0 where there is none: what is in context and no entry of this tape. It is in `estimated` as well. */
  outside: z.array(z.object({ name: Outside, tokens: z.instanceof(Float64Array) })),
  /** The tokenizer that counted; null where nothing was: it is not public, or the tape is too long. */
  tokenizer: z.string().nullable(),
  /** Per step, in tokens, NaN where nothing is recorded: input as recorded, the share of it read from a cache. */
  recorded: z.instanceof(Float64Array),
  cached: z.instanceof(Float64Array),
  /** Per step: what is in context weighs, what was counted of it and what is an estimate. */
  counted: z.instanceof(Float64Array),
  estimated: z.instanceof(Float64Array),
  /** Per step, NaN where nobody measured: what no entry holds (system prompt, tools), and what the events up to it add. */
  base: z.instanceof(Float64Array),
  added: z.instanceof(Float64Array),
  /** The same by type of event; 0 where there is none. They add up to `added`. */
  addedBy: z.array(z.object({ name: z.string(), tokens: z.instanceof(Float64Array) })),
  /** Per step, NaN where nobody measured: recorded − base − added − counted − estimated; 0 where the request itself is at hand. */
  unexplained: z.instanceof(Float64Array),
  /** Each once. */
  events: ResidencyEvents,
  /** Context limit of the newest model, in tokens; null where it is not known. */
  limit: z.number().nullable(),
  /** Sentences about what could not be looked at. */
  notes: z.array(z.string()),
});
export type Residency = z.infer<typeof Residency>;

/** The entries that cost most over the session: tokens × steps in context. */
export const Costly = z.object({
  seq: z.number().int(),
  /** On the average of its steps: recorded sizes may weigh it differently from one to the next. */
  tokens: z.number(),
  /** The tokens were counted; else they are an estimate. */
  exact: z.boolean(),
  /** Steps that had it in context, over all stays. */
  steps: z.number().int(),
  cost: z.number(),
  /** What it is, as in `EntryRow`, and the newest call that it answers. */
  ...EntryRow.pick({ kind: true, role: true, flags: true }).shape,
  call: z.number().int().nullable(),
});
export type Costly = z.infer<typeof Costly>;

/** What a row of the chart is: an entry, or all entries of a phase, about a file, or of a tool. */
export const ResidencyBy = z.enum(['entry', 'phase', 'file', 'tool']);
export type ResidencyBy = z.infer<typeof ResidencyBy>;

/** A row that stands for several entries. */
export const ResidencyGroup = z.object({
  name: z.string(),
  /** What is left over: entries that name no file, or belong to no tool. */
  rest: z.boolean(),
  /** For a file: a call wrote it. */
  written: z.boolean(),
  /** Its entries that were ever in context, and what they weigh together; `exact` where all of them were counted. */
  entries: z.number().int(),
  tokens: z.number(),
  exact: z.boolean(),
  /** Steps that had at least one of them in context. */
  steps: z.number().int(),
  /** Tokens × steps, over its entries. */
  cost: z.number(),
  /** For a file: the most reads of it that one context held. A read is the result of a call to a reading tool, whichever part it read. */
  reads: z.number().int().optional(),
});
export type ResidencyGroup = z.infer<typeof ResidencyGroup>;

/** Per step: files with two or more reads in context, and the tokens of those reads but the newest of each file. */
export const ResidencyTwice = z.object({ files: z.instanceof(Uint32Array), tokens: z.instanceof(Float64Array) });
export type ResidencyTwice = z.infer<typeof ResidencyTwice>;

/**
 * Entries in groups, each entry in one. A *run* is an unbroken stretch of steps in which a group has the same weight in context: a bar of
 * the chart is a chain of runs, shaded by them.
 */
export const ResidencyGroups = z.object({
  by: ResidencyBy.exclude(['entry']),
  rows: z.array(ResidencyGroup),
  /** Per stay of the residency: the row of its entry. */
  of: z.instanceof(Uint32Array),
  /** Per run, by row and then by step: its row, first and last step as indexes, both inclusive, and its tokens. */
  row: z.instanceof(Uint32Array),
  from: z.instanceof(Uint32Array),
  to: z.instanceof(Uint32Array),
  tokens: z.instanceof(Float64Array),
  /** False where only the newest calls were looked into for files. */
  complete: z.boolean(),
  /** Where rows are files. */
  twice: ResidencyTwice.optional(),
});
export type ResidencyGroups = z.infer<typeof ResidencyGroups>;

/** The stays of one entry, in step numbers. */
export const Stay = z.object({
  from: z.number().int(),
  to: z.number().int(),
  /** The first step that did not have it any more, and why; null where it was never left out again. */
  left: z.object({ step: z.number().int(), reason: OmissionReason }).nullable(),
});
export type Stay = z.infer<typeof Stay>;
