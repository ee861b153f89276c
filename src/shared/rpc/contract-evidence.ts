import { z } from 'zod';
import { Apart, CapturedBase, CapturedRequest, Proof, ViewVerdict } from '../model/index.ts';
import { seq, tape } from './inputs.ts';

/** Calls about requests as they were sent, and about how views agree with them. */
export const evidenceContract = {
  /** How the context of a step is known: its request is looked for among what was captured, and the view compared with it block by block. */
  'evidence.step': { input: z.object({ tape, step: seq }), output: Proof },
  /**
   * The steps whose view is not what was sent, in order, of those from `from` on; at most `limit` of the steps that have a captured request are looked at,
   * since each is derived again: all of them take as long as all their views. `verified` are those that are what was sent, `compared` counts both,
   * `to` is the step to continue after, `before` how many that have a captured request come before `from`.
   */
  'evidence.differing': {
    input: z.object({ tape, from: seq.optional(), limit: z.number().int().min(1).max(10_000).optional() }),
    output: z.object({
      steps: z.array(z.number().int()),
      verified: z.array(z.number().int()),
      compared: z.number().int(),
      to: z.number().int(),
      before: z.number().int(),
      looked: z.number().int(),
      done: z.boolean(),
    }),
  },
  /** System prompt and tools as they were captured in another session of the same agent, version and project; null where the step has its own, or none is known. */
  'evidence.base': { input: z.object({ tape, step: seq }), output: CapturedBase.nullable() },
  /** Requests that were captured of a session and are none of its steps: for titles, for summaries, to count tokens. The first 200; `total` counts all. */
  'evidence.apart': { input: z.object({ tape }), output: Apart },
  /** The request of a step with its answer. Throws 'not-found' where nobody kept it. */
  'evidence.request': { input: z.object({ tape, step: seq }), output: CapturedRequest },
  /** How often views agree with requests, by agent and version; of the given tapes, or of all. */
  'evidence.verify': {
    input: z.object({ tapes: z.array(tape).max(100_000).optional() }),
    output: z.object({ items: z.array(ViewVerdict) }),
  },
};
