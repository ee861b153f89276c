import { z } from 'zod';
import { CompareInput } from './compare.ts';
import { ONE_PLACE, onePlace, place } from './place-fields.ts';
import { Policy } from './view.ts';
import { FINDING_KINDS, type FindingKind, OPTIONAL_KINDS } from './vocabulary.ts';

const tape = z.string().min(1).max(200);

/** What can be exported. */
export const ReportSubject = z.discriminatedUnion('type', [
  z.object({ type: z.literal('view'), tape, ...place, policy: Policy.default('as-recorded') }).refine(onePlace, ONE_PLACE),
  z.object({
    type: z.literal('compare'),
    sides: z.array(CompareInput).min(2).max(8),
    /** Which of them are next to each other, block by block. */
    pairs: z
      .array(z.tuple([z.number().int().min(0).max(7), z.number().int().min(0).max(7)]))
      .min(1)
      .max(7)
      .default([[0, 1]]),
  }),
  z.object({ type: z.literal('handoffs'), tape, family: z.boolean().default(false) }),
]);
export type ReportSubject = z.infer<typeof ReportSubject>;

/** `html` is one file that needs nothing else. Mermaid and SVG are for the handoff graph. */
export const ReportFormat = z.enum(['markdown', 'html', 'mermaid', 'svg']);
export type ReportFormat = z.infer<typeof ReportFormat>;

/** Kinds of findings that are looked for only where somebody wants them. */
export const OptionalKinds = z.array(z.enum(OPTIONAL_KINDS)).max(OPTIONAL_KINDS.length).readonly();

/** Something in an export that may be nobody else's business, found by pattern. */
export const Finding = z.object({
  /** The same for the same text, from one review to the next. */
  id: z.string(),
  kind: z.enum(Object.keys(FINDING_KINDS) as [FindingKind, ...FindingKind[]]),
  /** What rule found it, for people: "GitHub token". */
  what: z.string(),
  /** The text itself: the reader has it on the screen anyway. */
  text: z.string(),
  /** What would be in its place. */
  becomes: z.string(),
  count: z.number().int(),
  /** The first place, with some words around it. */
  before: z.string(),
  after: z.string(),
});
export type Finding = z.infer<typeof Finding>;

/** A report that was drawn up and can be fetched in pages by its id, until a few others were. */
export const Report = z.object({ id: z.string(), name: z.string(), media: z.string(), chars: z.number().int() });
export type Report = z.infer<typeof Report>;
