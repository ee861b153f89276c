import { z } from 'zod';
import { Form } from './form.ts';

export { Flag, has } from './vocabulary.ts';

export const Role = z.enum(['system', 'user', 'assistant', 'tool']);
export type Role = z.infer<typeof Role>;

/**
 * The entries that a request was sent, in order, as a difference to an earlier request: the first `keep` of those that entry `base` sent, then all
 * of each of `runs` (from, to). Without a base there is nothing to keep. `count`: how many they are.
 */
export const Sends = z.object({
  base: z.number().int().nullable(),
  keep: z.number().int(),
  runs: z.array(z.tuple([z.number().int(), z.number().int()])),
  count: z.number().int(),
});
export type Sends = z.infer<typeof Sends>;

/**
 * One entry as the catalog knows it: where it is and how it hangs together, never what it says.
 * `parentSeq` is null at a root and `DANGLING` where the source names a parent that is not in the file.
 */
export const EntryRow = z.object({
  seq: z.number().int(),
  /**
   * system, message, tool_call, tool_result, anchor, event or error. The set is open: a record of any other type keeps its
   * own name, so that nothing a source says ever vanishes.
   */
  kind: z.string(),
  role: Role.nullable(),
  /** Epoch milliseconds; null where the source has no time. Never used for order. */
  time: z.number().nullable(),
  /** 1-based line in the source file. */
  line: z.number().int(),
  /** Bytes from the start of the file; with `length` exactly one JSON record. */
  offset: z.number().int(),
  length: z.number().int(),
  /** Place among the entries that its record makes, from 0. Absent for the first, which is the only one as a rule. */
  part: z.number().int().optional(),
  id: z.string().nullable(),
  parentSeq: z.number().int().nullable(),
  /** The id of a parent that is missing from the file. */
  danglingParent: z.string().nullable(),
  /** Number of the step this entry belongs to, 1-based; null outside of steps. */
  step: z.number().int().nullable(),
  /** First entry of the chain this entry hangs on: a root or a compaction boundary. Null for entries without an id. */
  origin: z.number().int().nullable(),
  flags: z.number().int(),
  /** A name, not content: tool, event, attachment or anchor name. */
  label: z.string(),
  /** Characters of text that the record puts before a model. */
  chars: z.number().int(),
  /** Tool call ids that this entry issues, and answers. */
  calls: z.array(z.string()),
  results: z.array(z.string()),
  /** The earlier entry that this one corrects; both stay visible (native tapes). */
  corrects: z.number().int().optional(),
  /** The earlier entry that this one says again. */
  twin: z.number().int().optional(),
  /** What the request of this entry was sent. Absent for entries of no request, and where the log does not say. */
  sends: Sends.optional(),
});
export type EntryRow = z.infer<typeof EntryRow>;

/** Images that every browser decodes by itself, without scripts or references in them. SVG is none of these. */
export const ImageType = z.enum(['image/png', 'image/jpeg', 'image/gif', 'image/webp']);
export type ImageType = z.infer<typeof ImageType>;

/** One drawable piece of an entry. Text is data: it is never rendered as HTML. */
export const Part = z.object({
  type: z.enum(['text', 'thinking', 'tool_call', 'tool_result', 'image', 'json']),
  /** Tool name, media type, or what the part is called in the source. */
  name: z.string().optional(),
  text: z.string(),
  id: z.string().optional(),
  failed: z.boolean().optional(),
  /** Which block of its record it is, from 0, where a view names blocks of records (recorded requests). */
  block: z.number().int().optional(),
  /** Characters that were cut from `text` because the part is huge. */
  cut: z.number().int().optional(),
  /** A command that somebody typed, or what one printed, without what the log has around it. */
  command: z.object({ is: z.enum(['typed', 'printed']), text: z.string() }).optional(),
  /** What it is to a person who reads it, where its agent's tools are known. */
  form: Form.optional(),
  /** An image that can be drawn: its place in the record, for `entries.image`, and its size in bytes and pixels. Without it `text` says why not. */
  image: z
    .object({ at: z.number().int(), type: ImageType, bytes: z.number(), width: z.number().int(), height: z.number().int() })
    .optional(),
});
export type Part = z.infer<typeof Part>;

export const Preview = z.object({
  seq: z.number().int(),
  text: z.string(),
  cut: z.boolean(),
  /** The same of a call or a result whose tool is known: what it is about, and what is to be said of it. */
  line: z.object({ tool: z.string(), subject: z.string(), words: z.array(z.string()) }).optional(),
  /** A line of a native tape that is not what was written. */
  altered: z.literal(true).optional(),
});
export type Preview = z.infer<typeof Preview>;

export const Link = z.object({
  relation: z.enum([
    'parent',
    'child',
    'call',
    'result',
    'sub-agent',
    'caller',
    'phase',
    'compaction',
    'spill',
    'archive',
    'corrects',
    'corrected-by',
    'source',
    'fork',
    'merged-from',
  ]),
  /** Tape of the target, where it is another one. */
  tape: z.string().optional(),
  seq: z.number().int().optional(),
  label: z.string(),
});
export type Link = z.infer<typeof Link>;

export const EntryDetail = z.object({
  row: EntryRow,
  title: z.string(),
  file: z.string(),
  /** SHA-256 of the canonical payload, hex. */
  digest: z.string(),
  parts: z.array(Part),
  /** The record as it is in the file, cut at 200,000 characters. */
  raw: z.string(),
  rawChars: z.number().int(),
  links: z.array(Link),
  /** What its request cost in dollars, where the log says so. */
  cost: z.number().optional(),
  /** A line of a native tape that is not what was written. */
  altered: z.literal(true).optional(),
});
export type EntryDetail = z.infer<typeof EntryDetail>;
