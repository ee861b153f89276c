import { z } from 'zod';
import { Departure, Fidelity, Handoffs, StatePath, StateTree } from '../model/index.ts';
import { place } from '../model/place-fields.ts';
import { seq, tape } from './inputs.ts';

/** Calls about phases and the states that they hand over. */
export const handoffsContract = {
  /** Phases as they followed one another, with what was carried and left behind. `family` takes the tapes that belong together. */
  'handoffs.get': {
    input: z.object({ tape, family: z.boolean().default(false), limit: z.number().int().min(1).max(2000).default(500) }),
    output: Handoffs,
  },
  /**
   * The state of the phase that begins at entry `seq`, or the value at `path` in it; `against` marks what is different from another, and paths
   * then lead into what was removed too. Of the value itself those inside are told from the one numbered `from` on (0 is the first).
   */
  'handoffs.state': {
    input: z.object({
      tape,
      seq,
      path: StatePath.default([]),
      against: z.object({ tape, seq }).optional(),
      from: z.number().int().min(0).optional(),
      limit: z.number().int().min(1).max(5000).default(1000),
    }),
    output: StateTree,
  },
  /** Values of a state that hold a text, as key or value. */
  'handoffs.find': {
    input: z.object({ tape, seq, query: z.string().min(1).max(500), limit: z.number().int().min(1).max(1000).default(200) }),
    output: z.object({ paths: z.array(StatePath), total: z.number() }),
  },
  /** One value of a state as JSON text (a string as it is), cut at a million characters; with `against` also one that was removed. */
  'handoffs.value': {
    input: z.object({ tape, seq, path: StatePath, against: z.object({ tape, seq }).optional() }),
    output: z.object({ text: z.string(), chars: z.number() }),
  },
  /** A summary next to its sources: claims, what they cite, what nothing cites, whether it reached the model. */
  'handoffs.fidelity': { input: z.object({ tape, seq }), output: Fidelity },
  /** What left the context at the anchor or compaction `seq`, by the first request since, or by one that was not made (`next`, or `after` an entry). */
  'handoffs.left': { input: z.object({ tape, seq, next: place.next, after: place.after }), output: Departure },
} as const;
