import { z } from 'zod';
import { CacheTold } from './cache.ts';
import { BRANCH_CLASSES } from './vocabulary.ts';

export { contextSize } from './vocabulary.ts';

export const Usage = z.object({
  /** Tokens that were neither read from nor written to a cache. */
  input: z.number(),
  output: z.number(),
  cacheRead: z.number(),
  cacheWrite: z.number(),
  /** What of `cacheWrite` is kept for an hour, and costs more than for five minutes; absent where the log does not tell, or for none. */
  cacheWriteHour: z.number().exactOptional(),
});
export type Usage = z.infer<typeof Usage>;

/** What an import did with every line of a source. `total = withEntries + noted + blank + unreadable` always holds. */
export const Receipt = z.object({
  file: z.string(),
  format: z.string(),
  /** Bytes of the file that were read. */
  bytes: z.number(),
  /** Bytes after them: a last line without its end, which may still be written on. */
  waiting: z.number(),
  /** Bytes that are still to be read: a long log is shown as soon as its beginning was. `bytes + waiting + toCome` is the file's size. */
  toCome: z.number(),
  lines: z.object({
    total: z.number(),
    withEntries: z.number(),
    /** Lines that were read and make no entry, since another one says the same. Absent for none. */
    noted: z.number().optional(),
    blank: z.number(),
    unreadable: z.number(),
    /** How many of `withEntries` had to be repaired to be read. */
    repaired: z.number(),
  }),
  entries: z.number(),
  unknownTypes: z.record(z.string(), z.number()),
  tape: z.string(),
  /** How often the source was read again because it had changed underneath. */
  reread: z.number(),
  /** Sentences for people: what was rewritten, joined or left aside. */
  notes: z.array(z.string()),
});
export type Receipt = z.infer<typeof Receipt>;

/** A line that was mended or could not be read. Its bytes stay reachable. */
export const Problem = z.object({
  line: z.number(),
  offset: z.number(),
  length: z.number(),
  outcome: z.enum(['repaired', 'unreadable']),
  /** One sentence: what is wrong there. */
  reason: z.string(),
});
export type Problem = z.infer<typeof Problem>;

export const Relation = z.enum(['sub-agent', 'compaction-copy', 'aside', 'warmup', 'archive', 'spill', 'fork', 'capture']);
export type Relation = z.infer<typeof Relation>;

/** What readers said of a session as a whole. It is kept with their annotations, and never written into a log. */
export const Own = z.object({
  favourite: z.boolean(),
  /** Shown in place of the title that the log has. */
  title: z.string().max(200).nullable(),
  tags: z.array(z.string().min(1).max(40)).max(20),
  /** Left out of every list, until a reader takes that back. */
  forgotten: z.boolean().optional(),
});
export type Own = z.infer<typeof Own>;

/** How many steps of a tape are what was sent, of those whose request was captured, and how many are not. */
export const TapeProof = z.object({ verified: z.number().int(), differs: z.number().int() });
export type TapeProof = z.infer<typeof TapeProof>;

/** What the own requests of a tape cost in dollars, and whether all of them have a price. */
export const TapeCost = z.object({ dollars: z.number(), whole: z.boolean() });
export type TapeCost = z.infer<typeof TapeCost>;

/** Steps that were made in the tape that this one was copied from, which counts what they used; absent for none. */
const Copied = z
  .object({
    steps: z.number().int(),
    usage: Usage,
    /** This many of them failed; absent for none. */
    failed: z.number().int().optional(),
  })
  .optional();

/** A tape in the library: light enough to send thousands. */
export const TapeRow = z.object({
  id: z.string(),
  format: z.string(),
  file: z.string(),
  /** Where the library files it: the working directory of a session, or the workspace of a tape. */
  project: z.string(),
  title: z.string(),
  session: z.string().nullable(),
  /** Version of the program that wrote it, the newest one seen. */
  writer: z.string().nullable(),
  /** Where versions took turns: from which entry on each of them wrote. */
  writers: z.array(z.tuple([z.number().int(), z.string()])).optional(),
  model: z.string().nullable(),
  started: z.number().nullable(),
  /** Time of the newest entry, epoch ms; null where the source has no time. */
  ended: z.number().nullable(),
  bytes: z.number(),
  entries: z.number(),
  steps: z.number(),
  /** What its own requests used, so that a sum over tapes counts each request once. */
  usage: Usage,
  copied: Copied,
  /** True forks only (rewinds), not what merely looks like one. */
  branches: z.number(),
  anchors: z.number(),
  compactions: z.number(),
  /** Steps that failed. */
  failed: z.number(),
  unreadable: z.number(),
  repaired: z.number(),
  /** The tape this one was made from or for; derived ones are not counted in totals. */
  parent: z.string().nullable(),
  relation: Relation.nullable(),
  /**
   * For captured requests that name no session: the likeliest tapes, and why, in a sentence for people. One is `parent`; of several that are
   * equally likely none is, and requests that one of them logged are counted there.
   */
  inferred: z.object({ tapes: z.array(z.string()), why: z.string() }).optional(),
  /** Entry of the parent tape that started this one. */
  caller: z.number().nullable(),
  /** Entries whose text is searchable. */
  textTo: z.number(),
  /** Its file was written to within the last minute. */
  live: z.boolean(),
  /** Where a native tape belongs, and so that it may be written to; null for foreign tapes. `file` is then its folder. */
  native: z.object({ workspace: z.string(), session: z.string(), fork: z.string().nullable(), open: z.boolean() }).nullable(),
  /**
   * Set where Tapescope made the file: the change, and the file that it was copied from. Requests that begin at entries from ≤ number < to
   * of `sizes` were made with contexts that the copy does not have, so that their recorded sizes say nothing about it.
   */
  copy: z
    .object({ op: z.string(), file: z.string(), sizes: z.object({ from: z.number().int(), to: z.number().int() }).optional() })
    .nullable(),
  /** In the library: what readers said of it; absent for nothing. */
  own: Own.optional(),
  /** In the library: the repository that its project is of, by remote or folder; which checkout or part of that; and why it is thought so. */
  joined: z.object({ of: z.string(), part: z.string().nullable(), why: z.string() }).optional(),
  /** Where a filter asks for it; absent where no request of the tape was captured, or it was not compared yet. */
  proof: TapeProof.optional(),
  /** Where a filter asks for models: those of its requests, where they are others than `model` alone. */
  models: z.array(z.string()).optional(),
  /** Where a filter asks for a period: when it worked, each stretch from … until in milliseconds, without pauses that may hold a whole day. */
  busy: z.array(z.tuple([z.number(), z.number()])).optional(),
  /** In the library, where it is asked for; absent where nothing of it has a price. */
  cost: TapeCost.optional(),
});
export type TapeRow = z.infer<typeof TapeRow>;

/** One request to a model and its answer: where the playhead stops. */
export const StepRow = z.object({
  step: z.number().int(),
  /** First and last entry written for it. They may enclose entries of others. */
  first: z.number().int(),
  last: z.number().int(),
  line: z.number().int(),
  model: z.string().nullable(),
  time: z.number().nullable(),
  /** Recorded usage; null where the log holds none. */
  usage: Usage.nullable(),
  sidechain: z.boolean(),
  /** The agent program wrote it in the model's name; no request was made. */
  synthetic: z.boolean(),
  failed: z.boolean(),
  /** Copied or merged from where its request had another context: the size of that is not a size of this one, so that `usage` has the output alone. */
  borrowed: z.boolean().optional(),
  /** Copied with the beginning of another tape, which counts what it used. */
  copied: z.boolean().optional(),
  /** What its request cost in dollars, where the log says it. */
  cost: z.number().optional(),
  /** What the log says of its cache; absent for nothing. */
  told: CacheTold.optional(),
  /** See EntryRow.origin: the first entry that the as-recorded view has to look at. */
  origin: z.number().int().nullable(),
});
export type StepRow = z.infer<typeof StepRow>;

/** What is known of a compaction; sequence numbers are resolved from the ids in the log. */
export const Compaction = z.object({
  trigger: z.string().nullable(),
  preTokens: z.number().nullable(),
  postTokens: z.number().nullable(),
  /** The last entry before it on the same chain, by `logicalParentUuid`; null where it is not in the file. */
  logicalParent: z.number().nullable(),
  /** The entry that holds the summary. */
  summary: z.number().nullable(),
  /** Entries that stay in context after the summary, in order. */
  preserved: z.array(z.number()),
  /** Ids of calls whose results a micro-compaction cleared. */
  clearedCalls: z.array(z.string()),
});
export type Compaction = z.infer<typeof Compaction>;

/** A place to rebuild from. `derived` where the source has no anchors and Tapescope reads a compaction or start as one. */
export const AnchorRow = z.object({
  seq: z.number().int(),
  name: z.string(),
  derived: z.boolean(),
  type: z.enum(['anchor', 'start', 'compaction', 'micro-compaction']),
  /** Epoch milliseconds; null or absent where the source has no time. */
  time: z.number().nullable().optional(),
  compaction: Compaction.nullable(),
  /** How many entries of each kind come before it. */
  before: z.record(z.string(), z.number()),
});
export type AnchorRow = z.infer<typeof AnchorRow>;

/** What lists of anchors show. All else of one is read where it is looked at: a long tape has thousands. */
export const AnchorName = AnchorRow.pick({ seq: true, name: true, type: true });
export type AnchorName = z.infer<typeof AnchorName>;

/** Why a parent has several children. */
export const BranchClass = z.enum(BRANCH_CLASSES);
export type BranchClass = z.infer<typeof BranchClass>;

export const Stats = z.object({
  lines: z.number(),
  entries: z.number(),
  entriesByKind: z.record(z.string(), z.number()),
  nodes: z.number(),
  roots: z.number(),
  leaves: z.number(),
  /** By class, and all of them. */
  branchPoints: z.record(z.enum([...BRANCH_CLASSES, 'total']), z.number()),
  toolCalls: z.number(),
  toolResults: z.number(),
  callsWithoutResult: z.number(),
  resultsWithoutCall: z.number(),
  danglingParents: z.number(),
  steps: z.number(),
  /** As in a row of the library. */
  usage: Usage,
  copied: Copied,
});
export type Stats = z.infer<typeof Stats>;

export const Mark = z.object({
  seq: z.number().int(),
  type: z.enum(['rewind', 'compaction', 'sub-agent', 'error', 'anchor', 'fork', 'merge', 'turn']),
  label: z.string(),
});
export type Mark = z.infer<typeof Mark>;

export const Band = z.object({ from: z.number(), to: z.number(), name: z.string(), derived: z.boolean() });
export type Band = z.infer<typeof Band>;

/** A tape as packed columns for the timeline; entry `i` of the arrays has seq `from + i`, step `i` is `fromStep + i`. */
export const Timeline = z.object({
  tape: z.string(),
  from: z.number(),
  fromStep: z.number(),
  entries: z.number(),
  steps: z.number(),
  kinds: z.array(z.string()),
  /** Index into `kinds` per entry. */
  kind: z.instanceof(Uint8Array),
  /** Low byte of what colours an entry: 1 user, 2 assistant, 3 tool, 4 system, 0 none; +8 failed; +16 sidecar; +32 sidechain; +64 a twin. */
  tone: z.instanceof(Uint8Array),
  /** Epoch ms per entry, NaN for none. */
  time: z.instanceof(Float64Array),
  stepFirst: z.instanceof(Uint32Array),
  /** Recorded context size per step, NaN for none. */
  stepInput: z.instanceof(Float64Array),
  stepTime: z.instanceof(Float64Array),
  /** 1 for the steps of a sub-agent inside this file, 2 for synthetic ones. */
  stepTone: z.instanceof(Uint8Array),
  bands: z.array(Band),
  /** Errors from `from` on; all the others of the whole tape, since later entries can make or unmake them. */
  marks: z.array(Mark),
  /** Context limit of the newest model, in tokens, as far as the steps from `fromStep` on show it; null if unknown. */
  limit: z.number().nullable(),
});
export type Timeline = z.infer<typeof Timeline>;

/**
 * A long tape as a picture of it: entries and steps in blocks of `block`, what is in each counted and not told apart. A tape of a million
 * entries is a quarter of a megabyte, where its timeline is fifteen.
 */
export const Overview = Timeline.pick({
  tape: true,
  entries: true,
  steps: true,
  kinds: true,
  bands: true,
  marks: true,
  limit: true,
}).extend({
  block: z.number().int(),
  /** Kind and tone of each class of entries, as in `Timeline`. */
  classes: z.object({ kind: z.instanceof(Uint8Array), tone: z.instanceof(Uint8Array) }),
  /** Pairs of a class and how many entries of it there are, less one. No pair reaches into the next block. */
  runs: z.instanceof(Uint8Array),
  /** Epoch ms of the first entry of each block, NaN for none. */
  time: z.instanceof(Float64Array),
  /** Pairs as in `runs`, of a `StepClass` and its steps. */
  stepRuns: z.instanceof(Uint8Array),
  /** First entry of the first step of each block. */
  stepFirst: z.instanceof(Uint32Array),
  /** Largest recorded context in each block, of the tape's own steps and of those of sub-agents; NaN for none. */
  mainPeak: z.instanceof(Float64Array),
  sidePeak: z.instanceof(Float64Array),
  /** Entries that carry an error or begin a turn, thinned out where they are many; their words come with the timeline. */
  errors: z.instanceof(Uint32Array),
  turns: z.instanceof(Uint32Array),
});
export type Overview = z.infer<typeof Overview>;
