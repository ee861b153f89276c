import { z } from 'zod';
import { CompareInput, PairedProvenance, Policy, Provenance, ProvenanceBlock, ProvenanceFacts, ProvenanceGroup } from '../model/index.ts';
import { ONE_PLACE, onePlace, place } from '../model/place-fields.ts';
import { seq, tape } from './inputs.ts';

const context = { tape, ...place, policy: Policy.default('as-recorded') };

/** Groups of which small sources are not joined. */
const open = z.array(ProvenanceGroup).max(10).default([]);

/** Calls about where a context is from. None of them answers with what blocks say. */
export const provenanceContract = {
  /** A context as a graph of its sources; bounded, since sources and tools below 0.5 % are joined, and there are at most 100 of a group. */
  'provenance.get': { input: z.object({ ...context, open }).refine(onePlace, ONE_PLACE), output: Provenance },
  /** The blocks of one source of that graph, as it is with these groups open. */
  'provenance.blocks': {
    input: z
      .object({
        ...context,
        open,
        source: z.string().max(1000),
        from: z.number().int().min(0).default(0),
        limit: z.number().int().min(1).max(200).default(50),
      })
      .refine(onePlace, ONE_PLACE),
    output: z.object({ items: z.array(ProvenanceBlock), total: z.number().int() }),
  },
  /** What else is known of what the entry `seq` brought in. */
  'provenance.facts': { input: z.object({ ...context, seq }).refine(onePlace, ONE_PLACE), output: ProvenanceFacts },
  /** Two contexts around one list of sources. */
  'provenance.pair': { input: z.object({ a: CompareInput, b: CompareInput }), output: PairedProvenance },
} as const;
