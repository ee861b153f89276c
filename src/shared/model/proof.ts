import { z } from 'zod';
import { Usage } from './tape.ts';

/** How a view and the request that was really sent agree. */

/** A block that is not the same on both sides, or is on one of them alone. */
export const BlockDifference = z.object({
  where: z.enum(['differs', 'only-sent', 'only-derived']),
  /** Its number among the blocks that were sent (tools, system prompt, messages), from 0; null where it was not. */
  at: z.number().int().nullable(),
  /** text, thinking, call, result, system, tool, injected or other: `injected` is what a program put into the user's name. */
  kind: z.string(),
  role: z.string(),
  /** For a tool. */
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
 * without. Counts are null where no request was at hand to compare it with.
 */
export const Proof = z.object({
  state: z.enum(['recorded', 'verified', 'differs', 'derived', 'inferred', 'unknown']),
  /** What holds the request: the log itself, or what captured it; null for none. */
  source: z.string().nullable(),
  /** The tape of captured requests and its step, where it is one. */
  captured: z.object({ tape: z.string(), step: z.number().int() }).nullable(),
  /** How the two were joined. */
  joined: z.enum(['id', 'call', 'text', 'tokens', 'own']).nullable(),
  /** Why the captured requests are thought to be of this session, where they name none. */
  inferred: z.string().optional(),
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

/** A request of a session that is none of its steps, or another exchange, in the tape of captured requests that has it. */
export const ApartRequest = z.object({
  tape: z.string(),
  /** Null where no model was asked. */
  step: z.number().int().nullable(),
  entry: z.number().int(),
  time: z.number().nullable(),
  /** What it is for, as far as it says so itself. */
  what: z.enum(['title', 'compaction', 'counting', 'other']),
  /** What whoever captured it calls it, or its method and address; empty for nothing. */
  label: z.string(),
  model: z.string().nullable(),
  usage: Usage.nullable(),
  failed: z.boolean(),
});
export type ApartRequest = z.infer<typeof ApartRequest>;

/** Those of a session. `inferred` says why they are thought to be of it, where they name none. */
export const Apart = z.object({ items: z.array(ApartRequest), total: z.number().int(), inferred: z.string().optional() });
export type Apart = z.infer<typeof Apart>;

const PURPOSES: Readonly<Record<ApartRequest['what'], string>> = {
  title: 'asks for a title',
  compaction: 'asks for a summary',
  counting: 'counts tokens',
  other: 'not in the log',
};

/** "asks for a title". */
export function purposeWords({ what, label }: Pick<ApartRequest, 'what' | 'label'>): string {
  return what === 'other' && label !== '' ? `${PURPOSES.other}: ${label}` : PURPOSES[what];
}

/** A request with its answer, as whoever captured it has them. */
export const CapturedRequest = z.object({
  /** The body as it was sent. */
  request: z.unknown(),
  /** The body of the answer, a stream put together; null where nobody kept it. */
  response: z.unknown(),
  capturedBy: z.string(),
});
export type CapturedRequest = z.infer<typeof CapturedRequest>;

/** The blocks of all kinds together, but for system prompt and tools, which no log of most agents holds. */
export function agreedIn(byKind: Readonly<Record<string, Agreed>>): Agreed {
  const sum: Agreed = { equal: 0, differs: 0, onlySent: 0, onlyDerived: 0 };
  for (const [kind, one] of Object.entries(byKind)) {
    if (kind === 'system' || kind === 'tool') continue;
    for (const name of ['equal', 'differs', 'onlySent', 'onlyDerived'] as const) sum[name] += one[name];
  }
  return sum;
}

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
