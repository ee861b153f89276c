import { z } from 'zod';
import { Policy } from './view.ts';

const seq = z.number().int().min(1);

/** What somebody wrote about: an entry, a block of one context, or a run of entries. */
export const AnnotationTarget = z.discriminatedUnion('type', [
  z.object({ type: z.literal('entry'), seq }),
  z.object({ type: z.literal('block'), seq, step: seq, policy: Policy }),
  z.object({ type: z.literal('span'), from: seq, to: seq }),
]);
export type AnnotationTarget = z.infer<typeof AnnotationTarget>;

/** A note or a label of a reader, kept in the app's own data and never written into a source. A judgement, not evidence. */
export const Annotation = z.object({
  id: z.string(),
  tape: z.string(),
  /** The tape's file, so that it is found again in a catalog that was rebuilt. */
  file: z.string(),
  target: AnnotationTarget,
  text: z.string(),
  label: z.string().nullable(),
  /** Epoch ms: written, and changed last. */
  written: z.number(),
  changed: z.number(),
  /** The bytes it was written about have changed since, or are gone. */
  stale: z.boolean(),
});
export type Annotation = z.infer<typeof Annotation>;
