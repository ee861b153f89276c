import { z } from 'zod';

/** How a view and the request that was really sent agree. */

/** A block that is not the same on both sides, or is on one of them alone. */
export const BlockDifference = z.object({
  where: z.enum(['differs', 'only-sent', 'only-derived']),
  /** Its number among the blocks that were sent (tools, system prompt, messages), from 0; null where it was not. */
  at: z.number().int().nullable(),
  /** text, thinking, call, result, system, tool, injected or other: `injected` is what a program put into the user's name. */
  kind: z.string(),
  role: z.string(),
  /** Of a tool. */
  name: z.string().nullable(),
  /** How it begins on either side, from where both part; null where it is not there. */
  sent: z.string().nullable(),
  derived: z.string().nullable(),
  /** Characters of the larger side. */
  chars: z.number().int(),
  /** It is no fault of the view: no log holds it (system prompt, tools), or the program put it in without a record. */
  expected: z.boolean(),
});
export type BlockDifference = z.infer<typeof BlockDifference>;

/** How many blocks of a kind are the same, differ, or are on one side alone. */
export const Agreed = z.object({
  equal: z.number().int(),
  differs: z.number().int(),
  onlySent: z.number().int(),
  onlyDerived: z.number().int(),
});
export type Agreed = z.infer<typeof Agreed>;

/**
 * How a context is known once the request itself was looked for. `verified`: every block of the view was sent as it is, in its place, and nothing that a
 * log could hold was sent besides. `differs`: it was not. `recorded`: the view is the request itself; the counts hold against it what would be derived
 * without. Counts are null where no request was at hand to hold it against.
 */
export const Proof = z.object({
  state: z.enum(['recorded', 'verified', 'differs', 'derived', 'inferred', 'unknown']),
  /** What holds the request: the log itself, or what captured it; null for none. */
  source: z.string().nullable(),
  /** The tape of captured requests and its step, where it is one. */
  captured: z.object({ tape: z.string(), step: z.number().int() }).nullable(),
  /** How the two were joined. */
  joined: z.enum(['id', 'call', 'text', 'own']).nullable(),
  equal: z.number().int().nullable(),
  differs: z.number().int().nullable(),
  onlySent: z.number().int().nullable(),
  onlyDerived: z.number().int().nullable(),
  /** Blocks that were sent. */
  blocks: z.number().int().nullable(),
  differences: z.array(BlockDifference),
});
export type Proof = z.infer<typeof Proof>;

/** What a captured request of another session of the same agent, version and project began with. */
export const CapturedBase = z.object({
  tape: z.string(),
  step: z.number().int(),
  title: z.string(),
  version: z.string().nullable(),
  /** What captured it. */
  by: z.string(),
  system: z.object({ blocks: z.number().int(), chars: z.number().int() }),
  tools: z.array(z.object({ name: z.string(), chars: z.number().int() })),
});
export type CapturedBase = z.infer<typeof CapturedBase>;

/** A request with its answer, as whoever captured it has them. */
export const CapturedRequest = z.object({
  /** The body as it was sent. */
  request: z.unknown(),
  /** The body of the answer, a stream put together; null where nobody kept it. */
  response: z.unknown(),
  capturedBy: z.string(),
});
export type CapturedRequest = z.infer<typeof CapturedRequest>;

/** How often the views of an agent's version were verified. */
export const ViewVerdict = z.object({
  agent: z.string(),
  version: z.string().nullable(),
  /** Steps with a request at hand. */
  steps: z.number().int(),
  verified: z.number().int(),
  differs: z.number().int(),
  byKind: z.record(z.string(), Agreed),
});
export type ViewVerdict = z.infer<typeof ViewVerdict>;
