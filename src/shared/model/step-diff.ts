import { z } from 'zod';
import { Block, OmissionReason, Policy, TokenCount } from './view.ts';

const seq = z.number().int();

const Changed = z.object({
  seq,
  kind: z.string(),
  label: z.string(),
  tone: z.string(),
  /** Always an estimate: no source is read for a difference. Of what is gone: what it weighed in the older context. */
  tokens: TokenCount,
  /** Why it came, went or changed, for people: "new since step 11", "came back", "kept by compaction 1 (auto)". */
  why: z.string(),
  /** Where only recorded requests have it (a tool, the system prompt): `seq` is the entry whose record holds it, as in a block. */
  request: Block.shape.request,
});
export type Changed = z.infer<typeof Changed>;

/** What is different between the contexts of two requests of one tape, entry by entry, and of recorded requests what only they have. */
export const StepDiff = z.object({
  tape: z.string(),
  /** Null for a request that was not made: then `next` or `after` says which. */
  step: seq.nullable(),
  next: z.literal(true).optional(),
  after: seq.optional(),
  /** The step it is compared with: the request before it, unless another was asked for. Null where there is none: all is new. */
  against: seq.nullable(),
  policy: Policy,
  added: z.array(Changed),
  /** `reason` is null for what was written only after `step`, where a later step is compared with it. */
  gone: z.array(Changed.extend({ reason: OmissionReason.nullable() })),
  /** There in both, and not the same: cleared, moved to the front by a compaction, corrected. */
  changed: z.array(Changed),
  /** Beyond the limit of each list. */
  more: z.object({ added: z.number().int(), gone: z.number().int(), changed: z.number().int() }),
  /** There in both, and as it was. */
  same: z.number().int(),
  /** What could not be compared with each other, in sentences. */
  notes: z.array(z.string()),
  /** Counts all added and removed entries, including those beyond the limits. */
  tokens: z.object({ added: z.number(), gone: z.number() }),
});
export type StepDiff = z.infer<typeof StepDiff>;
