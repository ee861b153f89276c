import { z } from 'zod';
import { EntryRow } from './entry.ts';
import { Fate } from './handoff.ts';
import { Evidence, OmissionReason, Policy } from './view.ts';

const number = z.number().int();

/** What took an entry out of a context. */
export const WhyBy = z.object({
  type: z.enum(['compaction', 'anchor', 'clearing', 'branch', 'policy', 'sub-agent', 'agent']),
  /** The entry that did it: an anchor or a compaction; null for the others. */
  seq: number.nullable(),
  name: z.string(),
  /** The first request of the branch that did not have it any more; null where none of the branch ever had it, or for the next request. */
  step: number.nullable(),
});
export type WhyBy = z.infer<typeof WhyBy>;

/** One entry, with when it was in context and why it is not. */
export const WhyItem = z.object({
  /** Another tape than the one asked about for what a sub-agent read or wrote. */
  tape: z.string(),
  entry: number,
  line: number,
  ...EntryRow.pick({ kind: true, role: true, flags: true, label: true }).shape,
  tone: z.string(),
  tokens: z.number(),
  /** The tokens were counted; else they are an estimate. */
  exact: z.boolean(),
  /** On one line, around the match; `matches` are places in it. Of an entry asked for by number, how it begins. */
  snippet: z.string(),
  matches: z.array(z.tuple([number, number])),
  /** Runs of steps whose contexts have it, both ends inclusive. */
  in: z.array(z.tuple([number, number])),
  /** At the request that was asked about. */
  now: z.boolean(),
  /** Only a placeholder of it is sent there. */
  cleared: z.boolean(),
  /** Why it is not in context; null where it is. */
  reason: OmissionReason.nullable(),
  by: WhyBy.nullable(),
  /** What the text that is in context in its place made of it; null where it is in context, where nothing took its place, or where it says nothing. */
  fate: Fate.nullable(),
  /** The words that carry it, and the entry that has them. */
  carried: z.string().nullable(),
  carrier: number.nullable(),
  /** The sub-agent whose context it was in. */
  agent: z.string().nullable(),
  /** For the newest request: the next one differs here. `by`, as above, is what removes it there. */
  next: z.object({ now: z.boolean(), by: WhyBy.nullable(), fate: Fate.nullable() }).optional(),
  /** One sentence for people. */
  words: z.string(),
  /** Its line in a native tape is not what was written. */
  altered: z.literal(true).optional(),
});
export type WhyItem = z.infer<typeof WhyItem>;

/** Why an entry, or each entry with some text, is or is not in the context of a request. */
export const Why = z.object({
  tape: z.string(),
  policy: Policy,
  /** Null for a request that was not made: then `next` or `after` says which. */
  step: number.nullable(),
  next: z.literal(true).optional(),
  after: number.optional(),
  evidence: Evidence,
  text: z.string().nullable(),
  /** How entries were found: by number, by the text as it is, or by all of its words because nothing has the text. */
  found: z.enum(['entry', 'text', 'words']),
  /** In the order of writing. */
  items: z.array(WhyItem),
  /** Entries that were found and are not in `items`; null where nobody counted. */
  more: number.nullable(),
  /** One sentence that answers, and what else is to be said. */
  answer: z.string(),
  details: z.array(z.string()),
  /** Entries of the tape that could be searched, of this many. */
  searched: z.object({ entries: number, of: number }),
  notes: z.array(z.string()),
});
export type Why = z.infer<typeof Why>;
