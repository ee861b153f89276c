import { z } from 'zod';
import { OmissionReason, Policy, TokenCount } from './view.ts';

const seq = z.number().int();

const Changed = z.object({
  seq,
  kind: z.string(),
  label: z.string(),
  tone: z.string(),
  tokens: TokenCount,
  /** Why it came or changed, for people: "new since step 11", "came back", "kept by the compaction". */
  why: z.string(),
});

/** What is different between the contexts of two steps of one tape, entry by entry. */
export const StepDiff = z.object({
  tape: z.string(),
  step: seq,
  /** The step it is held against: the request before it, unless another was asked for. Null at the first one: all is new. */
  against: seq.nullable(),
  policy: Policy,
  added: z.array(Changed),
  gone: z.array(Changed.extend({ reason: OmissionReason })),
  /** There in both, and not the same: cleared, moved to the front by a compaction, corrected. */
  changed: z.array(Changed),
  /** Beyond the limit of each list. */
  more: z.object({ added: z.number().int(), gone: z.number().int(), changed: z.number().int() }),
  same: z.number().int(),
  tokens: z.object({ added: z.number(), gone: z.number() }),
});
export type StepDiff = z.infer<typeof StepDiff>;
