import { z } from 'zod';
import { TapeCost, TapeRow } from './tape.ts';

export const LIBRARY_SORTS = [
  ...(['newest', 'title', 'steps', 'tokens', 'cost', 'agent'] as const),
  ...(['project', 'model', 'compactions', 'forks', 'errors'] as const),
] as const;
export type LibrarySort = (typeof LIBRARY_SORTS)[number];

/** What the rows of a table may be grouped by. */
export const LIBRARY_GROUPS = ['none', 'project', 'agent', 'model'] as const;
export type LibraryGroup = (typeof LIBRARY_GROUPS)[number];

/** Sums of tapes, without those that an agent program made for itself. */
export const Totals = z.object({
  /** Those that were made from or for no other, or forked; and sub-agents. */
  sessions: z.number(),
  subAgents: z.number(),
  projects: z.number(),
  agents: z.number(),
  models: z.number(),
  /** Each request once; `copied` are those that rows have besides, since a copy holds them again. */
  steps: z.number(),
  copied: z.number(),
  tokens: z.number(),
  /** Null where nothing has a price, or nobody looked. */
  cost: TapeCost.nullable(),
  compactions: z.number(),
  forks: z.number(),
  errors: z.number(),
});
export type Totals = z.infer<typeof Totals>;

const inTree = {
  /** Stable name of the row. */
  key: z.string(),
  /** Its number among all rows, from 0. */
  index: z.number().int(),
  /** Number of the row that it hangs below; null at the top. */
  parent: z.number().int().nullable(),
  /** Depth in the tree, 1-based, as readers of the screen count it. */
  level: z.number().int(),
  /** Null where nothing is below. */
  expanded: z.boolean().nullable(),
  position: z.number().int(),
  siblings: z.number().int(),
};

const SourceRow = z.object({ type: z.literal('source'), ...inTree, name: z.string(), tapes: z.number() });
const ProjectRow = z.object({
  type: z.literal('project'),
  ...inTree,
  name: z.string(),
  path: z.string(),
  tapes: z.number(),
  /** For a group of a table: the sums of its sessions. */
  totals: Totals.optional(),
});
/** `forks` are the open forks of a native session; `name` is what it goes by where its own title would not do. */
const TapeItem = z.object({
  type: z.literal('tape'),
  ...inTree,
  tape: TapeRow,
  nested: z.boolean(),
  forks: z.number(),
  name: z.string().nullable(),
  /** What its own requests cost in dollars, and whether all of them have a price; absent where none has, or nobody looked. */
  cost: TapeCost.optional(),
  /** For a table: the recorded sizes of its contexts, the largest of each stretch, in hundredths of the largest of all. Absent where none is recorded. */
  curve: z.array(z.number().int()).optional(),
});
export type TapeItem = z.infer<typeof TapeItem>;

/** One row of the library as it is drawn. */
export const LibraryRow = z.discriminatedUnion('type', [SourceRow, ProjectRow, TapeItem]);
export type LibraryRow = z.infer<typeof LibraryRow>;

/** How tall each kind of row is, in pixels. `nested` is a tape below another one. */
export const RowHeights = z.object({
  source: z.number().int().min(8).max(400),
  project: z.number().int().min(8).max(400),
  tape: z.number().int().min(8).max(400),
  nested: z.number().int().min(8).max(400),
});
export type RowHeights = z.infer<typeof RowHeights>;
