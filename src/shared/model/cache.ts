import { z } from 'zod';

/** What became of what a cache held of the request before. */
export const CACHE_REASONS = [
  'warm',
  'first-use',
  'expired',
  'prefix-changed',
  'system-changed',
  'tools-changed',
  'model-switched',
  'compacted',
  'cleared',
  'not-cached',
  'unknown',
] as const;
export const CacheReason = z.enum(CACHE_REASONS);
export type CacheReason = z.infer<typeof CacheReason>;

/** What the log itself says of a step's cache: `word` as it is written there, `reason` where that is one; tokens that were missed, and that the server cleared. */
export const CacheTold = z.object({
  word: z.string().nullable(),
  reason: CacheReason.nullable(),
  missed: z.number().optional(),
  cleared: z.number().optional(),
});
export type CacheTold = z.infer<typeof CacheTold>;

/** What the reason follows from: the log says it, a recorded usage or model, the log's compactions, the time that passed, two recorded requests or two derived views. */
const CacheBasis = z.enum(['log', 'usage', 'model', 'compaction', 'pause', 'request', 'view', 'none']);

/** Why the cache of a step was read or missed. All numbers but `step` are tokens, milliseconds or dollars. */
export const CacheFate = z.object({
  step: z.number().int(),
  /** The request whose cache this one could have read; null for none. */
  before: z.number().int().nullable(),
  read: z.number(),
  write: z.number(),
  /** What was cached and not read, as the log says it or else by the usage of the two requests. */
  missed: z.number(),
  /** What of it was sent again; the rest is not in the request any more. */
  again: z.number(),
  reason: CacheReason,
  basis: CacheBasis,
  /** One or two sentences for people. */
  text: z.string(),
  /** The first entry whose block is not as it was before. */
  at: z.number().int().nullable(),
  /** Time since that request, and how long what it cached is kept; null where nobody knows. */
  pause: z.number().nullable(),
  lifetime: z.number().nullable(),
  /** What sending again cost, and what reading it would have; null without a price. */
  cost: z.number().nullable(),
  warm: z.number().nullable(),
  /** For a compaction: by how much each request up to the next one is smaller, how many those are, and what that saved at the price of reading the cache. */
  saved: z.object({ tokens: z.number(), steps: z.number().int(), dollars: z.number().nullable() }).nullable(),
});
export type CacheFate = z.infer<typeof CacheFate>;

/** Where in a tape caches were missed: `again[i]` tokens were sent again by step `steps[i]`. `worst` are the dearest of them in full. */
export const CacheMisses = z.object({
  steps: z.instanceof(Uint32Array),
  again: z.instanceof(Float64Array),
  worst: z.array(CacheFate),
  /** Cost of all of them; null if none has a price. */
  dollars: z.number().nullable(),
  /** How many steps of the tape record their usage. */
  recorded: z.number().int(),
  prices: z.string(),
});
export type CacheMisses = z.infer<typeof CacheMisses>;

/** The fates that are a miss: something was cached, and was sent again. */
export function isMiss({ reason, again }: Pick<CacheFate, 'reason' | 'again'>): boolean {
  return again > 0 && reason !== 'warm' && reason !== 'first-use' && reason !== 'not-cached';
}
