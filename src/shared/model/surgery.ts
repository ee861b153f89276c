import { z } from 'zod';

const seq = z.number().int();

/** Why one may not resume or fork at an entry. */
export const Illegal = z.enum([
  /** Bookkeeping, progress, or the work of a sub-agent: no part of the conversation. */
  'sidecar',
  'progress',
  'subagent',
  /** On the way here something names a parent that is not in the file. */
  'parent',
  /** A call is not answered. */
  'call',
  /** The model's answer goes on. */
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

export const ForkPoints = z.object({
  items: z.array(Legality),
  /** Where to ask on from; null at the end. */
  next: seq.nullable(),
  /** Of the whole tape. */
  entries: seq,
  legal: seq,
  illegal: z.record(z.string(), z.number().int()),
});
export type ForkPoints = z.infer<typeof ForkPoints>;

/** A place where a rule is broken, for people. */
const Offender = z.object({ seq: seq.nullable(), line: seq.nullable(), text: z.string() });

/** One rule of the contract of a transcript. `none` where the format has nothing that it is about. */
export const CheckRule = z.object({
  rule: z.enum(['ids', 'parents', 'tools', 'roles', 'agents', 'lines']),
  /** What the rule asks for, in words. */
  title: z.string(),
  verdict: z.enum(['kept', 'broken', 'none']),
  looked: seq,
  broken: seq,
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
  /** Versions of the writer that were met, with the schema that they were held against. */
  versions: z.array(z.object({ version: z.string(), schema: z.string(), records: seq })),
  /** Records that have exactly a known shape. */
  known: seq,
  looked: seq,
  unknown: z.array(Unknown),
});
export type Shapes = z.infer<typeof Shapes>;

/** A transcript held against the contract. Unknown shapes break nothing: a reader has to live with them. */
export const Check = z.object({
  tape: z.string(),
  title: z.string(),
  format: z.string(),
  file: z.string(),
  entries: seq,
  kept: z.boolean(),
  rules: z.array(CheckRule),
  /** Null for a format without schemas. */
  shapes: Shapes.nullable(),
});
export type Check = z.infer<typeof Check>;
