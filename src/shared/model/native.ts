import { z } from 'zod';
import { PreviewedNext, TokenCount } from './view.ts';

const id = z.number().int().min(1);

/** One entry of a native tape, as scripts and the window get it. */
export const NativeEntry = z.object({
  id,
  kind: z.string(),
  /** ISO 8601, UTC, as it was when the entry was made. Never used for order. */
  at: z.string(),
  /** Name of the anchor whose phase it is filed under. */
  anchor: z.string(),
  payload: z.unknown(),
  meta: z.record(z.string(), z.unknown()),
  /** The entry that this one corrects. */
  corrects: id.optional(),
  /** Only where entries of several sessions are asked for. */
  session: z.string().optional(),
  /** The line is not what was written: its digest is another than the index has. */
  altered: z.literal(true).optional(),
});
export type NativeEntry = z.infer<typeof NativeEntry>;

/** What a caller gives for one entry; kind is `message` unless it says otherwise, the phase the newest. */
export const AppendInput = z.object({
  kind: z.string().min(1).max(64).optional(),
  payload: z.unknown(),
  meta: z.record(z.string(), z.unknown()).optional(),
  anchor: z.string().min(1).max(200).optional(),
  corrects: id.optional(),
});
export type AppendInput = z.infer<typeof AppendInput>;

export const Appended = z.object({
  ids: z.array(id),
  /** Sentences for people: what is odd although it was written. */
  notes: z.array(z.string()),
});
export type Appended = z.infer<typeof Appended>;

export const HandoffInput = z.object({
  name: z.string().min(1).max(200),
  summary: z.string().optional(),
  nextSteps: z.array(z.string()).optional(),
  sourceIds: z.array(id).optional(),
  owner: z.string().optional(),
  /** Further state. A field that is also given above must be the same there; `phase` is the anchor's name unless it is given here. */
  state: z.record(z.string(), z.unknown()).optional(),
});
export type HandoffInput = z.infer<typeof HandoffInput>;

export const NativeAnchor = z.object({
  /** 1 for session/start, and up. */
  seq: id,
  name: z.string(),
  /** Its entry. */
  id,
  at: z.string(),
  state: z.record(z.string(), z.unknown()),
  /** Entries of its phase, the anchor itself included. */
  entries: z.number().int(),
  /** Its line is not what was written. */
  altered: z.literal(true).optional(),
});
export type NativeAnchor = z.infer<typeof NativeAnchor>;

export const ForkRow = z.object({
  name: z.string(),
  /** The last entry of the parent that the fork shares. */
  start: z.number().int().min(0),
  at: z.string(),
  who: z.string(),
  note: z.string().nullable(),
  /** Witness of the shared prefix: the chain digest of the parent at `start`. */
  prefix: z.string(),
  /** Entries of its own. */
  entries: z.number().int(),
  state: z.enum(['open', 'merged']),
  /** The merge event in the parent. */
  merged: id.nullable(),
});
export type ForkRow = z.infer<typeof ForkRow>;

export const NativeInfo = z.object({
  workspace: z.string(),
  root: z.string(),
  session: z.string(),
  fork: z.string().nullable(),
  entries: z.number().int(),
  anchors: z.number().int(),
  lastAnchor: z.object({ seq: id, name: z.string(), id, at: z.string(), altered: z.literal(true).optional() }).nullable(),
  /** Entries after the last anchor. */
  entriesSince: z.number().int(),
  /** Open forks. */
  forks: z.number().int(),
  openForks: z.array(z.string()),
  sessions: z.array(z.string()),
  bytes: z.number().int(),
  tokens: TokenCount,
  /** The command that `config.json` names to judge merges; null for none. */
  gate: z.string().nullable(),
  /** The workspace holds a schema that handoff state must meet. */
  stateSchema: z.boolean(),
  /** Pieces of torn lines that were set aside. */
  recovered: z.number().int(),
  notes: z.array(z.string()),
});
export type NativeInfo = z.infer<typeof NativeInfo>;

export const MergeOrder = z.enum(['append', 'time']);
export type MergeOrder = z.infer<typeof MergeOrder>;
export const MergeDedup = z.enum(['none', 'digest', 'tool-call-id']);
export type MergeDedup = z.infer<typeof MergeDedup>;
export const OnConflict = z.enum(['refuse', 'keep-both', 'prefer-parent', 'prefer-fork']);
export type OnConflict = z.infer<typeof OnConflict>;

/** How forks are to be merged. */
export const MergeOptions = z.object({
  names: z.array(z.string().min(1)).min(1).max(50),
  order: MergeOrder.default('append'),
  dedup: MergeDedup.default('none'),
  onConflict: OnConflict.default('refuse'),
  insightsOnly: z.boolean().default(false),
});
export type MergeOptions = z.output<typeof MergeOptions>;

/** An entry of a fork as it will be in the parent. */
export const MergeItem = z.object({
  /** The fork it comes from, and its id there. */
  from: z.string(),
  id,
  newId: id,
  /** `kept-both`, `superseded` and `supersedes` tell how a conflict was settled; `insight`, `source` and `anchor` why insights-only took it. */
  mark: z.enum(['kept-both', 'superseded', 'supersedes', 'insight', 'source', 'anchor']).nullable(),
  kind: z.string(),
  at: z.string(),
  /** The first words, for people. */
  summary: z.string(),
});
export type MergeItem = z.infer<typeof MergeItem>;

/** Left out because the same fact stands already `of`: an entry of the parent, or of another fork of this merge. */
export const MergeDuplicate = z.object({
  from: z.string(),
  id,
  of: z.object({ from: z.string().nullable(), id }),
  by: z.enum(['digest', 'tool-call-id']),
  kind: z.string(),
  summary: z.string(),
});
export type MergeDuplicate = z.infer<typeof MergeDuplicate>;

export const MergeConflict = z.object({
  type: z.enum(['corrects', 'anchor', 'state']),
  /** The entry corrected, the anchor's name, or the state key. */
  key: z.string(),
  /** The two entries at odds; `from` null is the parent. `value` is what each says, cut for people. */
  sides: z.tuple([
    z.object({ from: z.string().nullable(), id, value: z.string() }),
    z.object({ from: z.string().nullable(), id, value: z.string() }),
  ]),
  sentence: z.string(),
});
export type MergeConflict = z.infer<typeof MergeConflict>;

export const Verdict = z.object({
  gate: z.string(),
  verdict: z.enum(['survives', 'refuted']),
  /** Exit code; null where the command was ended by a signal or by the time limit. */
  exit: z.number().int().nullable(),
  /** The end of what the command printed. */
  output: z.string(),
  ms: z.number(),
});
export type Verdict = z.infer<typeof Verdict>;

/** Every entry of the forks is in exactly one of `order`, `duplicates` and `left`. */
export const MergePreview = z.object({
  order: z.array(MergeItem),
  duplicates: z.array(MergeDuplicate),
  /** Entries that insights-only does not take. */
  left: z.array(z.object({ from: z.string(), id, kind: z.string() })),
  conflicts: z.array(MergeConflict),
  /** False where `onConflict` is `refuse` and there are conflicts. */
  mergeable: z.boolean(),
  verdict: Verdict.nullable(),
  /** The last entry of the parent now. */
  head: z.number().int(),
  /** The next request after the merge; null where it would be refused, or the tape is too long to look at it. */
  next: PreviewedNext.nullable().optional(),
});
export type MergePreview = z.infer<typeof MergePreview>;

export const Merged = z.object({
  /** The merge event in the parent. */
  event: id,
  ids: z.array(id),
  duplicates: z.number().int(),
  conflicts: z.number().int(),
  verdict: Verdict.nullable(),
});
export type Merged = z.infer<typeof Merged>;

const NativeProblem = z.object({
  /** Relative to the workspace; null where no single file is at fault. */
  file: z.string().nullable(),
  line: z.number().int().nullable(),
  sentence: z.string(),
});
export const Verified = z.object({
  ok: z.boolean(),
  /** Tapes that were looked at: sessions and forks. */
  tapes: z.number().int(),
  entries: z.number().int(),
  problems: z.array(NativeProblem),
  /** What opening mended, and what is odd but no damage. */
  notes: z.array(z.string()),
});
export type Verified = z.infer<typeof Verified>;
