import { z } from 'zod';
import { TapeRow } from './tape.ts';
import { PreviewedNext } from './view.ts';

const seq = z.number().int();

/** Why one may not resume or fork at an entry. */
export const Illegal = z.enum([
  /** Bookkeeping, progress, or the work of a sub-agent: not part of the conversation. */
  'sidecar',
  'progress',
  'subagent',
  /** On the way here something names a parent that is not in the file. */
  'parent',
  /** A call is not answered. */
  'call',
  /** The model's answer continues. */
  'step',
  /** What was said waits for an answer. */
  'waiting',
  /** A compaction without its summary. */
  'boundary',
  /** Two answers in a row. */
  'roles',
  /** Nothing was answered before. */
  'empty',
]);
export type Illegal = z.infer<typeof Illegal>;

/** Whether one may resume or fork at an entry, and if not why: `at` is the call, answer or parent at fault, where there is one. */
export const Legality = z.object({
  seq,
  legal: z.boolean(),
  code: Illegal.nullable(),
  reason: z.string().nullable(),
  at: seq.nullable(),
  /** The last step of the conversation here. */
  step: seq.nullable(),
});
export type Legality = z.infer<typeof Legality>;

/**
 * Where one may fork next to an entry: the last legal one on the way to it, and the first of those that follow it. `turn` has the first and
 * last entry of the turn around it; null where the turn has no end yet.
 */
const NearestLegal = z.object({ before: seq.nullable(), after: seq.nullable(), turn: z.tuple([seq, seq]).nullable() });
export type NearestLegal = z.infer<typeof NearestLegal>;

export const LegalityNear = Legality.extend(NearestLegal.shape);
export type LegalityNear = z.infer<typeof LegalityNear>;

export const ForkPoints = z.object({
  items: z.array(Legality),
  /** Where to ask on from; null at the end. */
  next: seq.nullable(),
  /** Counts of the whole tape. */
  entries: seq,
  legal: seq,
  illegal: z.record(z.string(), z.number().int()),
});
export type ForkPoints = z.infer<typeof ForkPoints>;

/** A place where a rule is broken, for people. */
const Offender = z.object({ seq: seq.nullable(), line: seq.nullable(), text: z.string() });

/** One rule of the contract of a transcript. `none` where the format has nothing that it is about. */
export const CheckRule = z.object({
  rule: z.enum(['ids', 'parents', 'tools', 'roles', 'agents', 'lines', 'links', 'totals', 'twins']),
  /** What the rule asks for, in words. */
  title: z.string(),
  verdict: z.enum(['kept', 'broken', 'none']),
  looked: seq,
  broken: seq,
  /** For a copy: how many of `broken` its source has too. */
  inherited: seq.optional(),
  /** The first ones. */
  offenders: z.array(Offender),
});
export type CheckRule = z.infer<typeof CheckRule>;

/** Something in the records that no schema of its version has. */
export const Unknown = z.object({
  what: z.enum(['type', 'field', 'value', 'shape', 'version']),
  /** `user.someField`, `system.subtype = x`. */
  name: z.string(),
  count: seq,
  first: Offender,
});
export type Unknown = z.infer<typeof Unknown>;

export const Shapes = z.object({
  /** Versions of the writer that were met, with the schema that they were compared with. */
  versions: z.array(z.object({ version: z.string(), schema: z.string(), records: seq })),
  /** Records that have exactly a known shape. */
  known: seq,
  looked: seq,
  unknown: z.array(Unknown),
});
export type Shapes = z.infer<typeof Shapes>;

/** A transcript compared with the contract. Unknown shapes break nothing: a reader has to live with them. */
export const Check = z.object({
  tape: z.string(),
  title: z.string(),
  format: z.string(),
  file: z.string(),
  entries: seq,
  /** Why only the lines were judged, where nobody knows what such a tape must be like. */
  unknown: z.string().nullable(),
  kept: z.boolean(),
  rules: z.array(CheckRule),
  /** Null for a format without schemas. */
  shapes: Shapes.nullable(),
});
export type Check = z.infer<typeof Check>;

/** What is to be done to a copy of a transcript. Numbers are entries; `keep` is how many turns at the end stay as they are. */
export const SurgeryChange = z.discriminatedUnion('op', [
  z.object({ op: z.literal('fork-session'), at: seq.min(1) }),
  z.object({ op: z.literal('drop-span'), from: seq.min(1), to: seq.min(1) }),
  z.object({ op: z.literal('compact'), keep: seq.min(1), summary: z.string().min(1).max(200_000).optional() }),
]);
export type SurgeryChange = z.infer<typeof SurgeryChange>;

/** Some entries of the source, as closed ranges. Tokens are estimated, of what a model may read of them. */
const Share = z.object({ entries: seq, steps: seq, ranges: z.array(z.tuple([seq, seq])), tokens: z.number() });

export const SurgeryPreview = z.object({
  tape: z.string(),
  title: z.string(),
  file: z.string(),
  change: SurgeryChange,
  allowed: z.boolean(),
  /** Why not, in one sentence. The fields below then say what could be found out. */
  reason: z.string().nullable(),
  stays: Share,
  goes: Share,
  /** Entries that hang on another parent in the copy. */
  reparented: seq,
  /** Text of the summary that stands for what goes, and how many entries it cites. */
  summary: z.object({ text: z.string(), sources: seq }).nullable(),
  /** The rules on the source, and on the copy as it is planned. */
  before: z.array(CheckRule),
  after: z.array(CheckRule),
  /** Sentences: what stays behind, what to know. */
  notes: z.array(z.string()),
  /** The next request of the copy. Null where the change may not be made, or the copy is too long to look at; then a note says so. */
  next: PreviewedNext.nullable().optional(),
});
export type SurgeryPreview = z.infer<typeof SurgeryPreview>;

export const SurgeryWritten = z.object({
  preview: SurgeryPreview,
  file: z.string(),
  /** The fresh session id. */
  session: z.string(),
  /** Resumes the copy, in the folder of its project. */
  command: z.string(),
  cwd: z.string(),
  bytes: seq,
  entries: seq,
  /** The rules on the copy as it was read back from disk. */
  checked: z.array(CheckRule),
  /** Files of sub-agents that went along. */
  agents: seq,
  /** The copy in the library. */
  tape: TapeRow.nullable(),
});
export type SurgeryWritten = z.infer<typeof SurgeryWritten>;
