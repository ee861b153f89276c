import { z } from 'zod';

/** How the words of a query are meant; the first is what is meant without a word about it. */
export const SEARCH_MODES = ['words', 'phrase', 'code', 'regex'] as const;
export type SearchMode = (typeof SEARCH_MODES)[number];

/** What hits are counted and narrowed by: each hit has one value of each, or none. */
export const FACETS = ['agent', 'project', 'kind', 'role', 'tool', 'file', 'reached'] as const;
export type Facet = (typeof FACETS)[number];

const values = z.array(z.string().min(1).max(1000)).max(50).optional();

/** Conditions that all hold; of the values of one condition any does. */
export const SearchFilters = z.object({
  agent: values,
  project: values,
  kind: values,
  role: values,
  tool: values,
  file: values,
  /** One of REACHED (asked.ts). Only hits that were checked match. */
  reached: values,
  /** Ids of tapes. */
  session: values,
  /** Epoch ms, both included. */
  since: z.number().optional(),
  until: z.number().optional(),
  /** Only what failed, or only what did not. */
  error: z.boolean().optional(),
});
export type SearchFilters = z.infer<typeof SearchFilters>;

/** A place in the text of an entry, with the lines around it. Matches are from and to in UTF-16 units of `text`. */
export const SearchLine = z.object({ line: z.number().int(), text: z.string(), matches: z.array(z.tuple([z.number(), z.number()])) });
export type SearchLine = z.infer<typeof SearchLine>;

export const SearchHit = z.object({
  tape: z.string(),
  seq: z.number().int(),
  /** As the entry has it, and as people call it: a result that failed is an `error`. */
  kind: z.string(),
  what: z.string(),
  role: z.string().nullable(),
  time: z.number().nullable(),
  step: z.number().int().nullable(),
  tool: z.string().nullable(),
  file: z.string().nullable(),
  /** Around the first match, on one line. */
  snippet: z.string(),
  matches: z.array(z.tuple([z.number(), z.number()])),
  /** The line of the first match with those around it. */
  lines: z.array(SearchLine),
  /** Lines of the text, and matches in it; of very many matches the first are counted. */
  of: z.number().int(),
  found: z.number().int(),
  /** Other hits of the same session that say the very same, which are not shown by themselves. */
  same: z.array(z.number().int()),
  altered: z.literal(true).optional(),
});
export type SearchHit = z.infer<typeof SearchHit>;

export const FacetCount = z.object({ value: z.string(), count: z.number().int() });
export type FacetCount = z.infer<typeof FacetCount>;

export const SearchAnswer = z.object({
  hits: z.array(SearchHit),
  /** All hits, those that say the same among them; the newest `total` of more where it is not `complete`. */
  total: z.number().int(),
  complete: z.boolean(),
  /** Hits that are folded into one that says the same. */
  repeats: z.number().int(),
  sessions: z.number().int(),
  /** The sessions of these hits, in their order, with all hits that each has and how many of them there are to show. */
  groups: z.array(z.object({ tape: z.string(), hits: z.number().int(), shown: z.number().int() })),
  /** Where the next page begins; null at the end. */
  next: z.number().int().nullable(),
  /** Hits by what they are, the most frequent first: each facet as if nothing were asked of it alone. */
  facets: z.record(z.enum(FACETS), z.array(FacetCount)),
  /** Hits by day (`YYYY-MM-DD` of this machine), ascending. */
  days: z.array(z.object({ day: z.string(), count: z.number().int() })),
  /** Where nothing is found: conditions without which there would be hits, and how many. */
  drops: z.array(z.object({ filter: z.string(), count: z.number().int() })),
  /** Hits of which it is known by now whether the model received them, of all that fit but for that. The facet counts those alone. */
  looked: z.object({ done: z.number().int(), of: z.number().int() }),
  /** Tapes that were searched. */
  searched: z.number().int(),
  /** Set where it took too long: after how many ms, and how many tapes were not searched. */
  stopped: z.object({ ms: z.number(), left: z.number().int() }).nullable(),
  ms: z.number(),
  indexed: z.number().int(),
  of: z.number().int(),
  note: z.string().nullable(),
});
export type SearchAnswer = z.infer<typeof SearchAnswer>;
