import { z } from 'zod';
import { CONTAINERS, DEEDS } from './vocabulary.ts';

/**
 * Derived contexts of real logs against the sizes that these record. Within: from one request to the next, the text of the derived context grew
 * as the recorded size did, but for this many tokens at most; `within2000` includes `within500`. Above: the text alone weighs a tenth more than what
 * was recorded, more than an estimate is off, so that it was not all sent.
 */
const Agreement = z.object({
  files: z.number().int(),
  /** Steps with a recorded size after another such step. */
  steps: z.number().int(),
  within500: z.number().int(),
  within2000: z.number().int(),
  above: z.number().int(),
});

/** A place where logs are found by themselves. */
const LogRoot = z.object({
  /** Its key in `Settings.logs`. */
  id: z.string(),
  /** What the agent calls what is there, such as sessions. */
  name: z.string(),
  /** Where it is looked for; `usual` where it would be if nobody had said otherwise. */
  path: z.string(),
  usual: z.string(),
  /** Switched off, nothing is looked for there. */
  on: z.boolean(),
  /** Whether it exists. */
  found: z.boolean(),
});
export type LogRoot = z.infer<typeof LogRoot>;

/** What can be done with a tape: a copy of it written, or the tape checked. */
export const Abilities = z.object({
  can: z.object({ fork: z.boolean(), dropSpan: z.boolean(), compact: z.boolean(), check: z.boolean() }),
  /** Why it cannot, one sentence for each deed that it cannot. */
  cannot: z.partialRecord(z.enum(DEEDS), z.string()),
});
export type Abilities = z.infer<typeof Abilities>;

/** One agent or protocol whose logs are read: what is known of it, how its contexts are derived, and what can be done with its tapes. */
export const FormatRow = z.object({
  id: z.string(),
  /** As its makers write it. */
  name: z.string(),
  /** One or two letters that no other row has. */
  mark: z.string(),
  /** Versions whose logs were read in tests, or ranges of them. */
  versions: z.array(z.string()),
  containers: z.array(z.enum(CONTAINERS)),
  /** How a context is known as a rule; each view has its own. */
  evidence: z.enum(['recorded', 'derived', 'inferred', 'unknown']),
  /** How a context is derived, in one sentence, and where that is written. */
  rule: z.object({ text: z.string(), source: z.string() }),
  agreement: Agreement,
  ...Abilities.shape,
  /** What no real log has shown yet, in sentences. */
  unproven: z.array(z.string()),
  roots: z.array(LogRoot),
  /** Comma commands that read answer on its tapes. */
  commands: z.boolean(),
  /** Tapescope writes tapes of this format itself. */
  own: z.boolean(),
});
export type FormatRow = z.infer<typeof FormatRow>;
