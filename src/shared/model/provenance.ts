import { z } from 'zod';
import { Evidence, Policy } from './view.ts';

/** Where parts of a context are from, in the order in which a list of them reads. */
export const PROVENANCE_GROUPS = ['setup', 'phases', 'memory', 'you', 'files', 'commands', 'tools', 'agents', 'model', 'rest'] as const;
export const ProvenanceGroup = z.enum(PROVENANCE_GROUPS);
export type ProvenanceGroup = z.infer<typeof ProvenanceGroup>;

/** Something that blocks are from: a file, a command, a phase. Small ones of a group are one, with `joined` as their number. */
export const ProvenanceSource = z.object({
  id: z.string(),
  group: ProvenanceGroup,
  name: z.string(),
  /** Its name is content: a path, a command. */
  code: z.boolean(),
  tone: z.string(),
  tokens: z.number(),
  blocks: z.number().int(),
  joined: z.number().int(),
  /** What it is in the place of, or did not pass on; `tokens` is null where nobody weighed it. */
  absent: z.object({ what: z.enum(['replaces', 'not-passed-on']), tokens: z.number().nullable(), entries: z.number().int() }).nullable(),
  /** The entry of its first block. */
  entry: z.number().int().nullable(),
});
export type ProvenanceSource = z.infer<typeof ProvenanceSource>;

/** How blocks came in: a tool, or what else brings something into a context. */
const ProvenanceWay = z.object({ id: z.string(), name: z.string(), times: z.number().int(), tokens: z.number() });
export type ProvenanceWay = z.infer<typeof ProvenanceWay>;

/** A kind of blocks in the context, in the order in which the first of each was sent. */
const ProvenancePlace = z.object({
  id: z.string(),
  name: z.string(),
  tone: z.string(),
  tokens: z.number(),
  blocks: z.number().int(),
});
export type ProvenancePlace = z.infer<typeof ProvenancePlace>;

/** What goes from one source by one way to one place; in the order in which the first block of each was sent. */
const ProvenanceFlow = z.object({
  source: z.string(),
  way: z.string(),
  place: z.string(),
  tone: z.string(),
  tokens: z.number(),
  blocks: z.number().int(),
});

/** One block with where it is from. `at` is its place in the request, from 1; `entry` is null for what no entry of this tape holds. */
export const ProvenanceBlock = z.object({
  at: z.number().int(),
  entry: z.number().int().nullable(),
  /** The entry of another tape that was brought in. */
  from: z.object({ tape: z.string(), entry: z.number().int() }).nullable(),
  label: z.string(),
  tone: z.string(),
  tokens: z.number(),
  way: z.string(),
  place: z.string(),
});
export type ProvenanceBlock = z.infer<typeof ProvenanceBlock>;

/**
 * A context as a graph of its sources. Sources, ways, places and flows each add up to `total`, which is the recorded size where there is
 * one and it holds all blocks. `over` is how far the weights of blocks exceed it.
 */
export const Provenance = z.object({
  tape: z.string(),
  step: z.number().int().nullable(),
  next: z.literal(true).optional(),
  after: z.number().int().optional(),
  evidence: Evidence,
  policy: Policy,
  total: z.number(),
  over: z.number(),
  recorded: z.boolean(),
  groups: z.array(z.object({ group: ProvenanceGroup, tokens: z.number(), sources: z.number().int() })),
  sources: z.array(ProvenanceSource),
  ways: z.array(ProvenanceWay),
  places: z.array(ProvenancePlace),
  flows: z.array(ProvenanceFlow),
  counts: z.object({ blocks: z.number().int(), sources: z.number().int(), omitted: z.number().int(), reasons: z.number().int() }),
});
export type Provenance = z.infer<typeof Provenance>;

/** What else is known of a file that an entry brought in. At most 20 of each, the nearest first. */
export const ProvenanceFacts = z.object({
  /** The call that asked for it, and the prompt before that. */
  call: z.number().int().nullable(),
  prompt: z.number().int().nullable(),
  path: z.string().nullable(),
  earlier: z.array(z.object({ entry: z.number().int(), step: z.number().int().nullable(), same: z.boolean() })),
  edited: z.array(z.object({ entry: z.number().int(), step: z.number().int().nullable() })),
  /** The line of a summary or state in this context that names it. */
  stated: z.object({ entry: z.number().int(), line: z.number().int(), text: z.string() }).nullable(),
});
export type ProvenanceFacts = z.infer<typeof ProvenanceFacts>;

/** One source of two contexts; `same` is what both have word for word. */
export const PairedSource = z.object({
  id: z.string(),
  group: ProvenanceGroup,
  name: z.string(),
  code: z.boolean(),
  a: z.number(),
  b: z.number(),
  same: z.number(),
});
export type PairedSource = z.infer<typeof PairedSource>;

const side = z.object({ tape: z.string(), title: z.string(), step: z.number().int().nullable(), total: z.number() });

/** What goes from one source to one place of one of two contexts; `same` is what the other has word for word as well. */
const PairedFlow = z.object({
  side: z.enum(['a', 'b']),
  source: z.string(),
  place: z.string(),
  name: z.string(),
  tokens: z.number(),
  same: z.number(),
});
export type PairedFlow = z.infer<typeof PairedFlow>;

/** Two contexts around one list of sources, which adds up to the total of each, as do the flows of each side. */
export const PairedProvenance = z.object({
  a: side,
  b: side,
  same: z.number(),
  sources: z.array(PairedSource),
  flows: z.array(PairedFlow),
});
export type PairedProvenance = z.infer<typeof PairedProvenance>;
