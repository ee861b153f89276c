import { z } from 'zod';
import { InstructionLoad, LiveAgent } from '../model/index.ts';
import { empty, tape } from './inputs.ts';

/** Calls about what hooks of agents told. */
export const agentsContract = {
  /** Sessions that are live, the one with the newest event first. */
  'agents.live': { input: empty, output: z.object({ items: z.array(LiveAgent) }) },
  /** The instruction files of a session, in the order of loading; none where no hook told of any. */
  'agents.instructions': { input: z.object({ tape }), output: z.object({ items: z.array(InstructionLoad) }) },
} as const;
