/** What a list of tapes is to hold, and in what order. Every condition that is given holds. */
export interface Listing {
  sort?: CatalogSort;
  /** Part of the folder that a tape is filed under, whatever the case. */
  project?: string;
  /** Part of the name of the model that answered last. */
  model?: string;
  /** Id of the format that it is written in. */
  format?: string;
  /** Epoch milliseconds: its newest entry is not older. */
  since?: number;
  with?: readonly ListFact[];
  limit?: number;
}

/** What the catalog sorts by itself. */
export const CATALOG_SORTS = ['newest', 'oldest', 'title', 'steps', 'tokens', 'entries', 'size'] as const;
export type CatalogSort = (typeof CATALOG_SORTS)[number];

export const LIST_SORTS = [...CATALOG_SORTS, 'cost'] as const;
export type ListSort = (typeof LIST_SORTS)[number];

export const LIST_FACTS = ['compaction', 'fork', 'error'] as const;
export type ListFact = (typeof LIST_FACTS)[number];

/** What is known of a tape once its contexts were compared with captured requests. */
export const PROOF_FACTS = ['verified', 'differs'] as const;

/** What a library is added up by. */
export const OVERVIEWS = ['day', 'project', 'model', 'agent'] as const;
export type OverviewBy = (typeof OVERVIEWS)[number];

/** What an overview tells: sums of requests, and what is worked out of entries. */
export const SUMS = [...OVERVIEWS, 'tool', 'lost'] as const;
/** All tabs of the overview: with how often views are what was sent. */
export const SUMS_TABS = [...SUMS, 'proof'] as const;
export type SumsTab = (typeof SUMS_TABS)[number];

/** What cost is added up by. */
export const COSTS = ['session', 'step', 'project', 'model', 'day', 'agent'] as const;
export type CostBy = (typeof COSTS)[number];
