import { z } from 'zod';
import { BranchClass, Relation } from './tape.ts';
import { TokenCount } from './view.ts';

/**
 * What a node stands for. `segment` is a run in which nothing parts or joins; `fork` the entry that several continuations
 * share; `turn` a turn of the agent's loop and `request` one request of it, for agents that log their loop; `leaf` the last entry of a branch; `agent` a sub-agent; `tape` another tape of the family, folded into one node.
 */
export const GraphNodeType = z.enum([
  'start',
  'segment',
  'fork',
  'anchor',
  'compaction',
  'merge',
  'agent',
  'tape',
  'leaf',
  'turn',
  'request',
]);
export type GraphNodeType = z.infer<typeof GraphNodeType>;

/** One node as it is drawn: a run of entries of one tape that belong together. */
export const GraphNode = z.object({
  /** Stays the same while the tape grows: the tape and the first entry; `TAPE:0` for a folded tape. */
  id: z.string(),
  type: GraphNodeType,
  tape: z.string(),
  /** First and last entry of `tape` in it, 0 for a folded tape. Entries of other nodes may be between them. */
  first: z.number().int(),
  last: z.number().int(),
  entries: z.number().int(),
  steps: z.number().int(),
  /** Where a click puts the playhead: the last step in it, else the one that answers a prompt, else the last one before it; null where there is none. */
  step: z.number().int().nullable(),
  /** Name of an anchor, a compaction, a tape or an agent; why a root has no parent; empty where there is nothing to say. */
  label: z.string(),
  /** The first prompt of a person in it: `entries.previews` has its words. */
  prompt: z.number().int().nullable(),
  /** For a request or turn: the first call that it made; null or absent for none. */
  call: z.number().int().nullable().optional(),
  /** A request or turn failed itself, not only a tool that it called. */
  failed: z.boolean().optional(),
  /** A tool that it called failed. */
  toolFailed: z.boolean().optional(),
  /** Context size at its end: recorded by its last step, else estimated from the characters on the way there. */
  tokens: TokenCount,
  time: z.number().nullable(),
  /** Why its continuations part, where they do and where that is drawn. */
  fork: BranchClass.nullable(),
  /** Nothing follows. */
  leaf: z.boolean(),
  /** On the way to the newest request of the asked tape, or after it. */
  active: z.boolean(),
  /** Has entries that this request has in context, as its view shows them. The request is the newest step, or the next one where a prompt waits for it. */
  inContext: z.boolean(),
  /** How a folded tape, or the first node of an opened one, belongs to its parent. */
  relation: Relation.nullable(),
  /** Names that people gave to points in it. */
  refs: z.array(z.string()),
  /** Each row has one node; parents are in rows above. Lane 0 is the leftmost. */
  row: z.number().int(),
  lane: z.number().int(),
  /** 0 … 7: index into a palette. Branches that run side by side differ. */
  colour: z.number().int(),
});
export type GraphNode = z.infer<typeof GraphNode>;

/** `copy` leads into a tape that shares what is above, `side` to what was made next to a session (warm-ups, spills, copies for the summary). */
export const GraphEdgeType = z.enum(['chain', 'fork', 'copy', 'compaction', 'merge', 'agent', 'archive', 'side']);
export type GraphEdgeType = z.infer<typeof GraphEdgeType>;

/** `from` is above `to`. The vertical part runs in the lane `lane`; where it is not that of an end, the edge bends there. */
export const GraphEdge = z.object({
  from: z.string(),
  to: z.string(),
  type: GraphEdgeType,
  active: z.boolean(),
  lane: z.number().int(),
  colour: z.number().int(),
});
export type GraphEdge = z.infer<typeof GraphEdge>;

/** A tape that is part of the graph. */
export const GraphTape = z.object({
  id: z.string(),
  title: z.string(),
  relation: Relation.nullable(),
  entries: z.number().int(),
  /** Entries that a tape before it in the list has already: drawn once, there. */
  shared: z.number().int(),
  /** Its entries are nodes; otherwise it is one node, or none where it was left out for want of room. */
  opened: z.boolean(),
});
export type GraphTape = z.infer<typeof GraphTape>;

export const Graph = z.object({
  tape: z.string(),
  /** Ordered by row. */
  nodes: z.array(GraphNode),
  edges: z.array(GraphEdge),
  lanes: z.number().int(),
  /** The asked tape first. */
  tapes: z.array(GraphTape),
  /** How many entries part in each way, drawn or not. */
  classes: z.record(BranchClass, z.number()),
  /** Entries where tapes part from each other. */
  copies: z.number().int(),
  /** Entries that are in the graph, each once. */
  total: z.number().int(),
  /** One sentence where more was folded or left out than was asked for; null otherwise. */
  folded: z.string().nullable(),
  /** Which node holds an entry: of the opened tapes, runs by first entry, ascending; `node` is an index into `nodes`, −1 for none. */
  owners: z.array(z.object({ tape: z.string(), from: z.instanceof(Uint32Array), node: z.instanceof(Int32Array) })),
});
export type Graph = z.infer<typeof Graph>;

/** A name for a point of a tape; a tape has each name once. */
export const Ref = z.object({
  name: z.string(),
  tape: z.string(),
  /** Its source, so that the tape can be found again when the catalog is gone. */
  file: z.string(),
  seq: z.number().int(),
  /** The step it was set at; null where an entry was named. */
  step: z.number().int().nullable(),
  /** ISO 8601. */
  at: z.string(),
});
export type Ref = z.infer<typeof Ref>;

/** What is in some tapes together. Tapes that hold the same again (warm-ups, copies for a summary, spills) are in `beside` alone. */
export const Breakdown = z.object({
  sessions: z.number().int(),
  subAgents: z.number().int(),
  copies: z.number().int(),
  /** Transcripts that Tapescope wrote, left out unless they were asked for. */
  own: z.number().int(),
  formats: z.record(z.string(), z.number()),
  lines: z.number().int(),
  entries: z.number().int(),
  /** Entries with an id: those of the tree. */
  nodes: z.number().int(),
  roots: z.number().int(),
  leaves: z.number().int(),
  steps: z.number().int(),
  toolCalls: z.number().int(),
  toolResults: z.number().int(),
  branchPoints: z.number().int(),
  forks: z.record(BranchClass, z.number()),
  /** Entries of the tree that a sub-agent wrote, in files of their own and in those of their callers. */
  sidechainNodes: z.number().int(),
});
export type Breakdown = z.infer<typeof Breakdown>;
