import { z } from 'zod';
import { Role } from './entry.ts';
import { parsePolicy } from './policy.ts';

/**
 * One line: where a context begins (`as-recorded`, `last-anchor`, `anchor:NAME`, `anchor:#ENTRY`, `full`), then " + " and any of
 * `pin:#ENTRY,…`, `without:#ENTRY,…`, `summary`, `memory:QUERY@SCOPE` and `budget:TOKENS:FIRST`. `policy.ts` reads it. It may begin with
 * the name of a policy that was saved, as in `@mine + budget:8000`.
 */
export const Policy = z.string().superRefine((text, context) => {
  try {
    parsePolicy(text, () => 'as-recorded');
  } catch (failure) {
    context.addIssue({ code: 'custom', message: failure instanceof Error ? failure.message : 'This is not a policy.' });
  }
});
export type Policy = z.infer<typeof Policy>;

/** A line that somebody gave a name to, and where it is kept. */
export const NamedPolicy = z.object({ name: z.string(), line: z.string(), where: z.enum(['workspace', 'settings']) });
export type NamedPolicy = z.infer<typeof NamedPolicy>;

export const OmissionReason = z.enum([
  'before-anchor',
  'compacted',
  'other-branch',
  'subagent',
  'sidecar',
  'excluded-by-writer',
  'over-budget',
  'not-selected',
  'cleared',
  'written-later',
  'not-sent',
]);
export type OmissionReason = z.infer<typeof OmissionReason>;

const TokenBasis = z.enum(['recorded', 'counted', 'estimated']);

export const TokenCount = z.object({ value: z.number(), basis: TokenBasis });
export type TokenCount = z.infer<typeof TokenCount>;

/** One piece of an assembled context, in the order the model read it. */
export const Block = z.object({
  role: Role,
  kind: z.string(),
  /** Entries of this tape; empty where the block was brought from another one, which `from` then names, or where only the request has it (`request`). */
  entries: z.array(z.number().int()),
  /** The entry of another tape that a part of the policy brought in. It counts for nothing in the conservation law. */
  from: z.object({ tape: z.string(), title: z.string(), entry: z.number().int() }).optional(),
  /** The part of the policy that brought it in, as it is spelled; absent where the origin has it. */
  part: z.string().optional(),
  /** Where a recorded request has this part: the entry whose record holds it, which part of that record it is, and how it begins. */
  request: z.object({ entry: z.number().int(), part: z.number().int(), text: z.string() }).optional(),
  tokens: TokenCount,
  label: z.string(),
  /** The kind or state that colours it, where that is not the role: 'summary', 'anchor', 'error', 'thinking', 'injected' (not typed by a person). */
  tone: z.string(),
  /** Why it is here, where that is not plain: "kept by the compaction", "answers a parallel call". */
  why: z.string().optional(),
  /** The agent sent a placeholder instead of the content. */
  cleared: z.boolean().optional(),
  /** The entry whose content was sent in the place of its own: what a block says and weighs is that. */
  instead: z.number().int().optional(),
  /** This many blocks of one kind from the middle of a context that is too long to be listed (`most`); their entries are in `inFolds`. */
  folded: z.number().int().optional(),
  /** A line of a native tape that is not what was written there; only `tape view --json` looks for it. */
  altered: z.boolean().optional(),
  /** A sub-agent that this call started, its work not being in this context. */
  subagent: z.object({ tape: z.string(), steps: z.number(), title: z.string() }).optional(),
});
export type Block = z.infer<typeof Block>;

/** Entries before the step that the model did not get, and why. `after` is the number of blocks that come before it. */
export const Omission = z.object({
  entries: z.array(z.tuple([z.number().int(), z.number().int()])).min(1),
  count: z.number().int(),
  reason: OmissionReason,
  /** One sentence for people. */
  note: z.string(),
  byKind: z.record(z.string(), z.number()),
  after: z.number().int(),
  /** What it would weigh; null where nobody counted. */
  tokens: TokenCount.nullable(),
  /** Whether the log says that it was left out, or the recorded sizes do. Absent where the rules of the agent or policy leave it out. */
  basis: z.enum(['recorded', 'inferred']).optional(),
});
export type Omission = z.infer<typeof Omission>;

/**
 * How a context is known: the request itself is at hand (`recorded`), the tested rules of the agent give it (`derived`), recorded
 * sizes decided between several readings (`inferred`), or nobody knows the rules of that format (`unknown`).
 */
export const Evidence = z.object({
  state: z.enum(['recorded', 'derived', 'inferred', 'unknown']),
  /** One short sentence on what it rests on. */
  rule: z.string(),
});
export type Evidence = z.infer<typeof Evidence>;

/** Something that changed the size of a request and is not an entry of the log: tools loaded, a prompt changed, results cleared. */
export const ViewEvent = z.object({
  type: z.string(),
  /** The first step whose request shows it. */
  step: z.number().int(),
  tokens: z.number(),
  basis: z.enum(['recorded', 'inferred', 'estimated']),
  /** One sentence for people. */
  note: z.string(),
});

/** Something that the agent is known to send and its log does not hold; it is part of the base, or weighs what no block does. */
export const Lacking = z.object({
  /** A stable name: system-prompt, tools, user-context, reminders, listings, plan-guide. */
  what: z.string(),
  /** A few words for people. */
  note: z.string(),
});
export type Lacking = z.infer<typeof Lacking>;

/**
 * The context of one request under one policy: of a step, or of a request that nobody made yet. Conservation law: every entry before
 * the request is in exactly one block or one omission. Blocks may also hold entries of the step itself where the writer logs the
 * prompt late.
 */
export const View = z.object({
  tape: z.string(),
  /** Null for a request that was not made: then `next` or `after` says which. */
  step: z.number().int().nullable(),
  /** The next request: what the agent would be sent if it were asked now. */
  next: z.literal(true).optional(),
  /** The request that would follow this entry. */
  after: z.number().int().optional(),
  evidence: Evidence,
  /** Entries 1 … before-1 come before the request. */
  before: z.number().int(),
  /** Spelled out, also where it was asked for by its name. */
  policy: Policy,
  /** The origin and each part of the policy in the order in which they apply: what it brought in, or (below zero) removed. They add up to the blocks. */
  parts: z.array(
    z.object({ text: z.string(), blocks: z.number().int(), tokens: z.object({ counted: z.number(), estimated: z.number() }) }),
  ),
  blocks: z.array(Block),
  /** Of each folded block, in their order, the entries of all that are folded into it. Absent where none is. */
  inFolds: z.array(z.instanceof(Uint32Array)).optional(),
  omissions: z.array(Omission),
  tokens: z.object({
    /** Input of the request as the log records it; null where it records none. */
    recorded: z.number().nullable(),
    counted: z.number(),
    estimated: z.number(),
    /** recorded − counted − estimated; null without a recording; negative where the estimate is too high. */
    unaccounted: z.number().nullable(),
    /** System prompt, tools and whatever else no entry holds, measured at the first request of its stretch; null where nobody measured. */
    base: z.number().nullable(),
    /** What the events up to this request add to the base, and placeholders of what was probably not sent; null where nobody measured. */
    events: z.number().nullable(),
    /** What neither `base` nor `events` nor the blocks explain; null where nobody measured. */
    unexplained: z.number().nullable(),
    /** The tokenizer that counted, if one did. */
    tokenizer: z.string().nullable(),
    /** Recorded input read from the cache. */
    cached: z.number().nullable(),
  }),
  /**
   * For a request that was not made: what it would weigh, as estimated from the newest size recorded before it on its branch (null for none)
   * and from what came since or, where it begins again, from the base that was measured there.
   */
  expected: z.object({ tokens: z.number(), last: z.object({ step: z.number().int(), recorded: z.number() }).nullable() }).optional(),
  model: z.string().nullable(),
  limit: z.number().nullable(),
  /** Up to this request, in order. */
  events: z.array(ViewEvent),
  /** What the agent sends with each request and no entry holds, as far as its version is known. Empty where the request itself is at hand. */
  lacking: z.array(Lacking),
  warnings: z.array(z.string()),
  /** Those of them that say how it is, and of nothing that it is wrong. */
  calm: z.array(z.string()).optional(),
  /** Against the step before on the same branch, under the same policy. Null at the first step. */
  since: z.object({ step: z.number(), added: z.number(), gone: z.number() }).nullable(),
});
export type View = z.infer<typeof View>;

/** What a preview shows of the next request that would come of it: a view of a tape that is not there yet. Numbers of entries are those that it would have. */
export const NextRequest = View.pick({
  before: true,
  policy: true,
  evidence: true,
  blocks: true,
  omissions: true,
  tokens: true,
  expected: true,
  model: true,
  limit: true,
  warnings: true,
});
export type NextRequest = z.infer<typeof NextRequest>;

const ranges = z.array(z.tuple([z.number().int(), z.number().int()]));

/**
 * The next request that would come of a change, with the one of the tape as it is (`now`). Entries of `now` and `leaves` are numbered as they
 * are, all others as they would be.
 */
export const PreviewedNext = NextRequest.extend({
  now: NextRequest,
  /** Entries in `now` that would not be in it any more. */
  leaves: ranges,
  /** Entries that would come in. */
  comes: ranges,
});
export type PreviewedNext = z.infer<typeof PreviewedNext>;

/** The next request of a log of which only the end was read. Nothing in it leads anywhere: no entry has a number yet. */
export const Ahead = z.object({
  title: z.string(),
  format: z.string(),
  model: z.string().nullable(),
  evidence: Evidence,
  /** In the order in which the model reads them, each with how it begins. */
  blocks: z.array(
    Block.pick({ role: true, kind: true, label: true, tone: true, tokens: true, why: true, cleared: true }).extend({ text: z.string() }),
  ),
  /** Bytes of the log that were read, and that it has. */
  read: z.number(),
  of: z.number(),
});
export type Ahead = z.infer<typeof Ahead>;
