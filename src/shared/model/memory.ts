import { z } from 'zod';

/** One entry that the memory index knew. Its text was read from the source, and the bytes there have the checksum that was indexed. */
export const MemoryHit = z.object({
  tape: z.string(),
  seq: z.number().int(),
  kind: z.string(),
  role: z.string().nullable(),
  time: z.number().nullable(),
  step: z.number().nullable(),
  /** The phase that it is in. */
  phase: z.string(),
  /** bm25; the higher, the better. */
  score: z.number(),
  snippet: z.string(),
  /** Start and end of each match within the snippet, in UTF-16 units. */
  matches: z.array(z.tuple([z.number(), z.number()])),
  /** SHA-256 of the canonical payload, hex, as the entry itself has it. */
  digest: z.string(),
  /** Its line in a native tape is not what was written. */
  altered: z.literal(true).optional(),
});
export type MemoryHit = z.infer<typeof MemoryHit>;

/** BuildIndex → query → entry ids → raw reload. */
export const Memory = z.object({
  hits: z.array(MemoryHit),
  /** Whether the index could be asked: a missing or broken one has no hits, and `notes` says so. */
  index: z.enum(['whole', 'partial', 'missing', 'broken']),
  /** Entries in the index, of those that could be. */
  indexed: z.number().int(),
  of: z.number().int(),
  /** Hits that were left out because their bytes are no longer what was indexed. */
  changed: z.number().int(),
  notes: z.array(z.string()),
});
export type Memory = z.infer<typeof Memory>;
