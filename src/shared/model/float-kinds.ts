// Words of the context builder without the schema library, so that the terminal starts without it. float.ts has the schemas.

/** How much of its inputs a context file holds. All but `deep` have a budget. */
export const TIERS = ['minimal', 'standard', 'full', 'deep'] as const;

/** A context file has fewer tokens than this; null is without bound. */
export const TIER_BUDGETS: Record<(typeof TIERS)[number], number | null> = { minimal: 500, standard: 2000, full: 5000, deep: null };

/** What a piece of a context file is. The order is the one in which budgets are spent: what is last is cut first. */
export const PIECE_KINDS = [
  'description',
  'boot',
  'chain',
  'decision-marked',
  'content',
  'decision-here',
  'parent',
  'child',
  'related',
  'file',
  'decision-ancestor',
  'sibling',
] as const;

/** What a context file was made of. */
export const DEPENDENCY_TYPES = ['subtree', 'description', 'scope', 'scope_boot', 'log', 'children', 'reference'] as const;
