import { z } from 'zod';

/** What an agent is doing, as far as its hooks have said. */
export const AgentState = z.enum(['running', 'waiting', 'compacting']);
export type AgentState = z.infer<typeof AgentState>;

/** A live session, as hooks of its agent told of it. */
export const LiveAgent = z.object({
  /** The id of the agent's format. */
  agent: z.string(),
  session: z.string(),
  /** The log that it writes, by its real path; null where no hook said. */
  file: z.string().nullable(),
  folder: z.string(),
  state: AgentState,
  /** Epoch ms of the event that said so. */
  at: z.number(),
});
export type LiveAgent = z.infer<typeof LiveAgent>;

/** Why an instruction file was in context, as a hook of the agent said when it was loaded. */
export const InstructionLoad = z.object({
  /** Epoch ms. */
  at: z.number(),
  path: z.string(),
  /** In the agent's own words: which kind of file it is, and why it was loaded. */
  kind: z.string(),
  reason: z.string(),
  /** The file that was read or that includes it, where one was. */
  by: z.string().nullable(),
});
export type InstructionLoad = z.infer<typeof InstructionLoad>;
