import { z } from 'zod';
import { Ablation, Edits, Plan, Policy, Sent } from '../model/index.ts';
import { ONE_PLACE, onePlace, place } from '../model/place-fields.ts';
import { tape } from './inputs.ts';

/** Answers that are asked for at once, and requests of one ablation. */
export const MOST_ANSWERS = 20;
export const MOST_BLOCKS = 100;
const DAY_S = 86_400;

const asked = {
  tape,
  ...place,
  policy: Policy.default('as-recorded'),
  edits: Edits.default({ without: [], pin: [], replace: [], system: null }),
  /** PROVIDER:NAME; without it that of the workspace, or the recorded one where its provider is known. */
  model: z.string().min(1).max(200).optional(),
  temperature: z.number().min(0).max(2).nullable().default(null),
};

const bounds = {
  /** Tokens (50000, 50k) or money ($2) at most. */
  budget: z.string().max(40).optional(),
  /** In seconds. */
  timeout: z.number().int().min(1).max(DAY_S).default(600),
};

const many = z.number().int().min(1).max(MOST_ANSWERS);

/**
 * A context, edited and sent again. The tape is only read. Keys and addresses come from the environment; what is sent and answered is kept as a
 * capture.
 */
export const whatIfContract = {
  /** The request, with what it weighs and costs and in what it is not the one that was sent. Nothing is sent. */
  'whatIf.plan': { input: z.object(asked).refine(onePlace, ONE_PLACE), output: Plan },
  /** Sends it `n` times, and groups the answers by what they decided. */
  'whatIf.send': { input: z.object({ ...asked, ...bounds, n: many.default(6) }).refine(onePlace, ONE_PLACE), output: Sent, writes: true },
  /** Sends it without each block, one at a time, and says which of them change the decision; `n` answers for each. */
  'whatIf.ablate': {
    input: z
      .object({ ...asked, ...bounds, n: many.default(3), blocks: z.number().int().min(1).max(MOST_BLOCKS).default(20) })
      .refine(onePlace, ONE_PLACE),
    output: Ablation,
    writes: true,
  },
} as const;
