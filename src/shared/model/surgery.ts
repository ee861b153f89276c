import { z } from 'zod';

const seq = z.number().int();

/** Why one may not resume or fork at an entry. */
export const Illegal = z.enum([
  /** Bookkeeping, progress, or the work of a sub-agent: no part of the conversation. */
  'sidecar',
  'progress',
  'subagent',
  /** On the way here something names a parent that is not in the file. */
  'parent',
  /** A call is not answered. */
  'call',
  /** The model's answer goes on. */
  'step',
  /** What was said waits for an answer. */
  'waiting',
  /** A compaction without its summary. */
  'boundary',
  /** Two answers in a row. */
  'roles',
  /** Nothing was answered before. */
  'empty',
]);
export type Illegal = z.infer<typeof Illegal>;

/** Whether one may resume or fork at an entry, and if not why: `at` is the call, answer or parent at fault, where there is one. */
export const Legality = z.object({
  seq,
  legal: z.boolean(),
  code: Illegal.nullable(),
  reason: z.string().nullable(),
  at: seq.nullable(),
  /** The last step of the conversation here. */
  step: seq.nullable(),
});
export type Legality = z.infer<typeof Legality>;

export const ForkPoints = z.object({
  items: z.array(Legality),
  /** Where to ask on from; null at the end. */
  next: seq.nullable(),
  /** Of the whole tape. */
  entries: seq,
  legal: seq,
  illegal: z.record(z.string(), z.number().int()),
});
export type ForkPoints = z.infer<typeof ForkPoints>;
