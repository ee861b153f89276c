import { z } from 'zod';

export { OVERVIEWS, type OverviewBy, SUMS_TABS, type SumsTab } from './listing.ts';

/** What the requests of some sessions came to: each request once, also where a copy of its session holds it again. */
const Sums = z.object({
  /** Sessions that made requests here, or were made at all; and their sub-agents. Of a day or a model a session may be in several. */
  sessions: z.number(),
  subAgents: z.number(),
  steps: z.number(),
  /** Steps of which the log records no usage. */
  silent: z.number(),
  errors: z.number(),
  compactions: z.number(),
  /** As recorded; `input` is what was neither read from the cache nor written to it. */
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  /** Steps whose price the log records, and what they cost in dollars. */
  priced: z.number(),
  dollars: z.number(),
  /** What the others cost by the list of prices, and steps with tokens that have no price. */
  computed: z.number(),
  unpriced: z.number(),
});
export type Sums = z.infer<typeof Sums>;

/** `key` is the day as 2026-11-24, the path of the project, the model, or the id of the format; empty where the log has none. */
const SumsOf = Sums.extend({ key: z.string(), name: z.string() });
export type SumsOf = z.infer<typeof SumsOf>;

/** `others` sums the groups that are left out. */
const SumsBy = z.object({ groups: z.array(SumsOf), left: z.number(), others: Sums.nullable() });
export type SumsBy = z.infer<typeof SumsBy>;

/** What a library came to. */
export const LibraryOverview = z.object({
  total: Sums,
  /** Days in order, the first first; the others with the most tokens first. */
  day: SumsBy,
  project: SumsBy,
  model: SumsBy,
  agent: SumsBy,
  /** Sessions with the most tokens. */
  largest: z.array(Sums.extend({ tape: z.string(), title: z.string(), project: z.string(), format: z.string() })),
  scanning: z.boolean(),
  /** The day of the list of prices. */
  prices: z.string(),
});
export type LibraryOverview = z.infer<typeof LibraryOverview>;

const Ends = z.object({ tape: z.string(), seq: z.number().int() });

/** What the calls of a tool came to. Times are milliseconds from a call until its result, so that waiting for an approval is in them. */
export const ToolSum = z.object({
  name: z.string(),
  /** Ids of the formats of the sessions that called it. */
  agents: z.array(z.string()),
  sessions: z.number(),
  calls: z.number(),
  failed: z.number(),
  /** Calls of which the log says how long they took, and all of that together. */
  timed: z.number(),
  total: z.number(),
  /** Null where no time is known. */
  median: z.number().nullable(),
  longest: Ends.extend({ took: z.number() }).nullable(),
});
export type ToolSum = z.infer<typeof ToolSum>;

/** How many of the sessions have been looked at, where that takes time. */
const Looked = z.object({ looked: z.number(), of: z.number() });

/** Tools, those with the most time first. */
export const ToolSums = Looked.extend({ tools: z.array(ToolSum), left: z.number() });
export type ToolSums = z.infer<typeof ToolSums>;

/** What compactions did to what people wrote: how much of it left the context there, and how much of that the summary does not carry. */
const Losses = z.object({ compactions: z.number(), instructions: z.number(), lost: z.number() });
export type Losses = z.infer<typeof Losses>;

/** Sessions that lost instructions, the most first; `worst` is the compaction that lost most of them. */
export const LostSums = Looked.extend({
  total: Losses,
  sessions: z.array(
    Losses.extend({ tape: z.string(), title: z.string(), project: z.string(), format: z.string(), worst: z.number().int() }),
  ),
  left: z.number(),
  /** Sessions whose log could not be read. */
  unread: z.number(),
});
export type LostSums = z.infer<typeof LostSums>;

/** A day of a calendar, as 2026-11-24. */
export const Day = z.string().regex(/^\d{4}-\d\d-\d\d$/);

/** What some steps cost, as recorded and by the list of prices; null where nothing is known of it. */
export function costOf({ dollars, computed }: Pick<Sums, 'dollars' | 'computed'>): number | null {
  return dollars + computed || null;
}

export function tokensOf({ input, output, cacheRead, cacheWrite }: Sums): number {
  return input + output + cacheRead + cacheWrite;
}

/** What share of all that was sent was read from the cache; null where nothing is recorded. */
export function cacheShareOf({ input, cacheRead, cacheWrite }: Sums): number | null {
  const sent = input + cacheRead + cacheWrite;
  return sent === 0 ? null : cacheRead / sent;
}
