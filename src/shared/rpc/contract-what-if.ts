import { z } from 'zod';
import { Ablation, Answer, Decision, Edits, Grouped, Plan, Policy, Replay, RunSetup, Sent, TapeRow } from '../model/index.ts';
import { ONE_PLACE, onePlace, place } from '../model/place-fields.ts';
import { tape } from './inputs.ts';

/** Answers that are asked for at once, and requests of one ablation. */
export const MOST_ANSWERS = 20;
export const MOST_BLOCKS = 100;
/** Requests of one replay. */
export const MOST_STEPS = 1000;
/** Answers of one request that are grouped. */
const MOST_GROUPED = 200;
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
  /** Who can be asked, and which model was; null where the log does not name one of a known provider. */
  'whatIf.setup': { input: z.object({ tape }), output: RunSetup.pick({ providers: true, model: true, models: true }) },
  /** The request, with what it weighs and costs and in what it is not the one that was sent. Nothing is sent. */
  'whatIf.plan': { input: z.object(asked).refine(onePlace, ONE_PLACE), output: Plan },
  /** Sends it `n` times, and groups the answers by what they decided. With an `id`, a push by that id has all answers so far with each that comes. */
  'whatIf.send': {
    input: z.object({ ...asked, ...bounds, n: many.default(6), id: z.string().min(1).max(64).optional() }).refine(onePlace, ONE_PLACE),
    output: Sent,
    writes: true,
  },
  /** Groups the decisions of several requests together, so that one is the same group in all of them; null for an answer that failed. */
  'whatIf.group': {
    input: z.object({
      requests: z.array(z.array(Decision.nullable()).max(MOST_GROUPED)).max(20),
      recorded: Decision.nullable(),
    }),
    output: Grouped,
  },
  /** Sends it without each block, one at a time, and says which of them change the decision; `n` answers for each. */
  'whatIf.ablate': {
    input: z
      .object({ ...asked, ...bounds, n: many.default(3), blocks: z.number().int().min(1).max(MOST_BLOCKS).default(20) })
      .refine(onePlace, ONE_PLACE),
    output: Ablation,
    writes: true,
  },
  /** Asks a step again, and while the model calls what is recorded, the steps after it with the recorded results; into a native tape of its own. Nothing is run. */
  'whatIf.replay': {
    input: z
      .object({ ...asked, ...bounds, step: place.step.unwrap(), steps: z.number().int().min(1).max(MOST_STEPS).default(20) })
      .refine(onePlace, ONE_PLACE),
    output: Replay,
    writes: true,
  },
  /** Begins a native tape with what was sent and one answer to it. It names where it is from, which is only read; nothing is sent. */
  'whatIf.continue': {
    input: z.object({ ...asked, decision: Decision, ...Answer.pick({ usage: true, ms: true }).shape }).refine(onePlace, ONE_PLACE),
    output: z.object({ tape: TapeRow }),
    writes: true,
  },
} as const;
