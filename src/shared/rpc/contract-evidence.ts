import { z } from 'zod';
import { CapturedRequest, Proof, ViewVerdict } from '../model/index.ts';
import { seq, tape } from './inputs.ts';

/** Calls about requests as they were sent, and about how views agree with them. */
export const evidenceContract = {
  /** How the context of a step is known: its request is looked for among what was captured, and the view held against it block by block. */
  'evidence.step': { input: z.object({ tape, step: seq }), output: Proof },
  /** The steps whose view is not what was sent, in order, and how many steps could be compared. Each is derived again: it takes as long as all their views. */
  'evidence.differing': {
    input: z.object({ tape }),
    output: z.object({ steps: z.array(z.number().int()), compared: z.number().int() }),
  },
  /** The request of a step with its answer. Throws 'not-found' where nobody kept it. */
  'evidence.request': { input: z.object({ tape, step: seq }), output: CapturedRequest },
  /** How often views agree with requests, by agent and version; of the given tapes, or of all. */
  'evidence.verify': {
    input: z.object({ tapes: z.array(tape).max(100_000).optional() }),
    output: z.object({ items: z.array(ViewVerdict) }),
  },
};
