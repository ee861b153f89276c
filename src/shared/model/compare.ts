import { z } from 'zod';
import { ONE_PLACE, onePlace, place } from './place-fields.ts';
import { Block, Evidence, Policy, View } from './view.ts';

const seq = z.number().int();

/** Another text for an entry. */
export const Replaced = z.object({ seq: seq.min(1), text: z.string().max(1_000_000) });
export type Replaced = z.infer<typeof Replaced>;

/** What is changed of a context besides the choice of its entries: texts, and the system prompt (absent leaves what is known of it). */
export const OtherTexts = z.object({ replace: z.array(Replaced).max(100).optional(), system: z.string().max(1_000_000).optional() });
export type OtherTexts = z.infer<typeof OtherTexts>;

/** "#14 replaced · another system prompt": in what a side is not what its policy makes of the tape; '' for nothing. */
export function otherTextsWords({ replaced = [], system }: { replaced?: readonly number[] | undefined; system?: unknown }): string {
  const words = replaced.length === 0 ? [] : [`${replaced.map((seq) => `#${seq}`).join(', ')} replaced`];
  return [...words, ...(system === undefined ? [] : ['system prompt as sent'])].join(' · ');
}

/** One of the contexts that are compared. */
export const CompareInput = z
  .object({ tape: z.string().min(1).max(200), ...place, policy: Policy.default('as-recorded'), ...OtherTexts.shape })
  .refine(onePlace, ONE_PLACE);
export type CompareInput = z.infer<typeof CompareInput>;

/** Tokens of some blocks; counted and estimated ones are never added up. */
export const TokenSum = z.object({ counted: z.number(), estimated: z.number() });
export type TokenSum = z.infer<typeof TokenSum>;

/** The last thing that all of them share; `at` has one place for each side, in their order. */
export const SharedPoint = z.object({
  /** How it was found: one tape, the same ids in two files, or the same text from the beginning on. */
  by: z.enum(['entry', 'id', 'digest']),
  at: z.array(z.object({ tape: z.string(), seq, step: z.number().int().nullable() })),
  /** Steps and entries of the chain up to it, the fork point included. */
  steps: z.number().int(),
  entries: z.number().int(),
});
export type SharedPoint = z.infer<typeof SharedPoint>;

/** What one side did after the fork point; everything where nothing is shared. */
export const SideStats = z.object({
  steps: z.number().int(),
  entries: z.number().int(),
  /** Calls by tool. */
  tools: z.array(z.object({ name: z.string(), calls: z.number().int() })),
  toolCalls: z.number().int(),
  errors: z.number().int(),
  /** Files that calls named, those written to first; Tapescope never opens them. */
  files: z.array(z.object({ path: z.string(), written: z.boolean() })),
  /** Calls beyond these were not looked into for files. */
  filesComplete: z.boolean(),
  /** Recorded usage of its steps; null where none of them has one. */
  usage: z.object({ input: z.number(), output: z.number(), cacheRead: z.number(), cacheWrite: z.number() }).nullable(),
  /** Times of its first and last entry, epoch ms. */
  started: z.number().nullable(),
  ended: z.number().nullable(),
});
export type SideStats = z.infer<typeof SideStats>;

export const CompareSide = z.object({
  tape: z.string(),
  title: z.string(),
  format: z.string(),
  file: z.string(),
  /** Steps of the whole tape. */
  steps: z.number().int(),
  /** Null for a request that was not made: then `next` or `after` says which. */
  step: z.number().int().nullable(),
  next: z.literal(true).optional(),
  after: seq.optional(),
  evidence: Evidence,
  policy: Policy,
  /** Entries that say something else in it than in the tape; absent for none. */
  replaced: z.array(seq).optional(),
  /** It has another system prompt than the one that is known. */
  system: z.literal(true).optional(),
  model: z.string().nullable(),
  /** Tokens of this context, as the view has them: recorded, counted and estimated apart. */
  tokens: View.shape.tokens,
  limit: z.number().nullable(),
  /** Entries that the view leaves out. */
  omitted: z.number().int(),
  warnings: z.array(z.string()),
  /** Those of the warnings that say what cannot be known, where nothing is wrong. */
  calm: z.array(z.string()),
  own: SideStats,
  /** The last words of the model after the fork point: its entry and up to 2,000 characters. */
  answer: z.object({ seq, text: z.string() }).nullable(),
});
export type CompareSide = z.infer<typeof CompareSide>;

/**
 * A block of one side's context, or (`answer`) an entry that the step itself wrote. An entry that a recorded request has folded into
 * another one is a block of its own here, as it is where a context is derived.
 */
export const CompareBlock = Block.extend({
  answer: z.boolean().optional(),
  /** What it says here, where no record says that: in the place of its entry's text, or as the system prompt. */
  text: z.string().optional(),
});
export type CompareBlock = z.infer<typeof CompareBlock>;

/** `a` is only in the first context, `b` only in the second; `same` and `changed` are in both. */
const RunType = z.enum(['same', 'changed', 'a', 'b']);

/**
 * Blocks that follow each other and have one fate. They are `a` … `a + count - 1` of the first side's blocks where the run is in
 * it, `b` … likewise. Where a run is in one side only, the other number says where it would stand.
 */
export const CompareRun = z.object({
  type: RunType,
  a: z.number().int(),
  b: z.number().int(),
  count: z.number().int(),
  /** Before the fork point on both sides. */
  shared: z.boolean(),
  /**
   * Parts of a recorded request that are no difference although the other context does not have them: its system prompt and tools, where
   * the other request is not recorded, and cache marks, which move from request to request.
   */
  unmatched: z.literal(true).optional(),
  /** A window may show it as one line. */
  fold: z.boolean(),
  /** What it weighs: in the first context, or in the second where it is only there. */
  tokens: TokenSum,
});
export type CompareRun = z.infer<typeof CompareRun>;

/** One thing that the sides did not read alike around a shared prefix. `side` is 0 or 1 of the pair; null where both have one of their own. */
export const Difference = z.object({
  what: z.enum(['entry', 'attachment', 'reminder', 'cleared', 'compaction', 'directory', 'version', 'model', 'text', 'request']),
  side: z.number().int().nullable(),
  seq: seq.nullable(),
  text: z.string(),
});
export type Difference = z.infer<typeof Difference>;

/**
 * The shared prefix and its two witnesses for each side of the pair: the digest of the chain of ids (of the entries' digests where
 * a log has no ids), and the digest of the text that the first request after the fork point had of it.
 */
export const Prefix = z.object({
  witnesses: z.tuple([z.object({ ids: z.string(), text: z.string() }), z.object({ ids: z.string(), text: z.string() })]),
  sameIds: z.boolean(),
  sameText: z.boolean(),
  /** Nothing differs, in the prefix or around it. */
  hermetic: z.boolean(),
  /** The verdict in one or two sentences. */
  words: z.string(),
  differences: z.array(Difference),
  /** Its weight in the first context of the pair. */
  tokens: TokenSum,
});
export type Prefix = z.infer<typeof Prefix>;

export const ComparePair = z.object({
  /** Which of the sides these are. */
  sides: z.tuple([z.number().int(), z.number().int()]),
  fork: SharedPoint.nullable(),
  /** Null where nothing is shared. */
  prefix: Prefix.nullable(),
  blocks: z.tuple([z.array(CompareBlock), z.array(CompareBlock)]),
  runs: z.array(CompareRun),
  /** Blocks by the type of their run; those of `unmatched` runs by themselves. */
  counts: z.object({
    same: z.number().int(),
    changed: z.number().int(),
    a: z.number().int(),
    b: z.number().int(),
    unmatched: z.number().int(),
  }),
});
export type ComparePair = z.infer<typeof ComparePair>;

/** Two to eight contexts side by side; one pair of them block by block. */
export const Comparison = z.object({
  sides: z.array(CompareSide).min(2).max(8),
  /** What all of them share; null where two share nothing. */
  fork: SharedPoint.nullable(),
  pair: ComparePair,
});
export type Comparison = z.infer<typeof Comparison>;

/** A text diff by words. `a` and `b` are how many characters of each text were not looked at because it is huge. */
export const TextDiff = z.object({
  segments: z.array(z.object({ op: z.enum(['same', 'a', 'b']), text: z.string() })),
  cut: z.object({ a: z.number().int(), b: z.number().int() }),
  /** Some of it is too unlike to be compared by words: there each side is whole, whatever both may share. */
  unlike: z.boolean(),
});
export type TextDiff = z.infer<typeof TextDiff>;

/** A, B, C … as sides are called. */
export function letterOf(side: number): string {
  return String.fromCharCode(65 + side);
}
