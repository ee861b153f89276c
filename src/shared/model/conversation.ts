import { z } from 'zod';
import { EntryRow, Link, Part, Preview } from './entry.ts';

/** A sub-agent that a call started, in a tape of its own: what came back of it is the result of the call. */
export const Started = z.object({ tape: z.string(), title: z.string(), steps: z.number(), ms: z.number().nullable() });
export type Started = z.infer<typeof Started>;

/** An entry as somebody reads it in a conversation: a call has its results with it. Long parts are cut, and say by how much. */
export const Read = z.object({
  row: EntryRow,
  parts: z.array(Part),
  line: Preview.shape.line,
  results: z.array(z.object({ row: EntryRow, parts: z.array(Part), line: Preview.shape.line })),
  agent: Started.optional(),
  /** Its work in this very file, and entries of other tapes that it leads to. */
  links: z.array(Link),
  altered: z.literal(true).optional(),
});
export type Read = z.infer<typeof Read>;
