import { z } from 'zod';
import { OmissionReason, Policy } from './view.ts';

/**
 * When each fact was in context, as packed columns. A *stay* is an unbroken run of steps whose contexts hold one entry; an entry
 * that left and came back has several. `from` and `to` are indexes into `steps`, both inclusive.
 */
export const Residency = z.object({
  tape: z.string(),
  policy: Policy,
  /** Numbers of the steps that were looked at, in order: those of the main line that made a request. */
  steps: z.instanceof(Uint32Array),
  /** 1 where all of them were; on a huge tape only every so-manieth, the first behind each anchor and the last: stays are that exact. */
  every: z.number().int().min(1),
  seq: z.instanceof(Uint32Array),
  from: z.instanceof(Uint32Array),
  to: z.instanceof(Uint32Array),
  /** Why it left behind `to`, as an index into `reasons`, plus 1; 0 where it is still there at the last step. */
  left: z.instanceof(Uint8Array),
  reasons: z.array(OmissionReason),
  /** Estimated tokens of the entry. */
  tokens: z.instanceof(Uint32Array),
  /** Per step, in tokens, NaN where nothing is recorded: input as recorded, the share of it read from a cache. */
  recorded: z.instanceof(Float64Array),
  cached: z.instanceof(Float64Array),
  /** Per step: what the entries in context weigh by estimate. */
  estimated: z.instanceof(Float64Array),
});
export type Residency = z.infer<typeof Residency>;

/** The entries that cost most over the session: tokens × steps in context. */
export const Costly = z.object({
  seq: z.number().int(),
  tokens: z.number(),
  /** Steps that had it in context, over all stays. */
  steps: z.number().int(),
  cost: z.number(),
});
export type Costly = z.infer<typeof Costly>;

/** The stays of one entry, in step numbers. */
export const Stay = z.object({
  from: z.number().int(),
  to: z.number().int(),
  /** The first step that did not have it any more, and why; null where it was never left out again. */
  left: z.object({ step: z.number().int(), reason: OmissionReason }).nullable(),
});
export type Stay = z.infer<typeof Stay>;
