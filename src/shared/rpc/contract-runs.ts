import { z } from 'zod';
import { Policy, Run, RunBounds, RunSetup } from '../model/index.ts';
import { tape } from './inputs.ts';

const model = z.string().min(1).max(200);
const tools = z.array(z.string().min(1).max(60)).max(50);
const system = z.string().max(200_000).nullable().default(null);

/** What a run sends. A key never comes over the bridge, in neither direction: it is read from the environment of the host. */
const asked = { tape, prompt: z.string().min(1).max(200_000), model, policy: Policy.default('as-recorded'), tools, system };

/** Runs of a prompt on a native tape, which continue while nobody looks. How they are is pushed, in frames (`Run`). */
export const runsContract = {
  /** What can be chosen for a run, and the run that is under way or was the last. */
  'runs.setup': { input: z.object({ tape }), output: RunSetup },
  /** Begins a run and answers once its prompt is on the tape. Only a command of the tape needs no model. Throws 'refused' where one is under way, or a key is missing. */
  'runs.start': {
    input: z.object({ ...asked, model: model.nullable(), bounds: RunBounds, takeOver: z.boolean().default(false) }),
    output: Run,
    writes: true,
  },
  /** Answers the call that a run asks about; `always` and `never` are kept in the config.json of the workspace. */
  'runs.answer': {
    input: z.object({ run: z.string().max(100), call: z.string().max(500), answer: z.enum(['once', 'always', 'never', 'no']) }),
    output: Run,
    writes: true,
  },
  /** Stops a run: what it has begun is ended, and the tape says so. One that is over stays as it is. */
  'runs.stop': { input: z.object({ run: z.string().max(100) }), output: Run, writes: true },
  /** Forgets what the workspace remembers of a tool, or one rule of it. */
  'runs.forget': { input: z.object({ tape, rule: z.string().min(1).max(200_000) }), output: RunSetup, writes: true },
  /** The request that would be sent, without its key; nothing is sent and nothing written. */
  'runs.preview': {
    input: z.object(asked),
    output: z.object({ url: z.string(), headers: z.record(z.string(), z.string()), body: z.unknown(), tokens: z.number().int() }),
  },
} as const;
