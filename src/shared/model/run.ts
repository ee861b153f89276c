import { z } from 'zod';
import { Usage } from './tape.ts';

/** What a run may use; null is no limit. */
export const RunBounds = z.object({
  /** Requests. */
  steps: z.number().int().min(1).max(1000),
  tokens: z.number().int().min(1).nullable(),
  dollars: z.number().positive().nullable(),
  seconds: z.number().int().min(1).max(86_400),
});
export type RunBounds = z.infer<typeof RunBounds>;

/** Those of `tape run` where nobody says otherwise. */
export const RUN_BOUNDS: RunBounds = { steps: 20, tokens: null, dollars: null, seconds: 600 };

/** A call of an answer, which is listed before it runs. */
export const RunCall = z.object({
  id: z.string(),
  tool: z.string(),
  /** What it is about, in few words: a command, a file, arguments. */
  about: z.string(),
  state: z.enum(['waiting', 'asking', 'running', 'done', 'failed']),
  /** How it was allowed; null where nobody is asked. */
  allowed: z.enum(['once', 'always']).nullable(),
  ms: z.number().nullable(),
  /** Ms in which it waited for a person; they are not in `ms`. */
  waited: z.number(),
  /** Why it failed, cut; null where it did not. */
  why: z.string().nullable(),
});
export type RunCall = z.infer<typeof RunCall>;

/** Which call of which turn began the run that is meant, within the run. */
const RunWithin = z.object({
  /** The turn with the call. */
  step: z.number().int(),
  call: z.string(),
  /** The fork that it works on; null for the tape of the run, whose context it inherits. */
  fork: z.string().nullable(),
});
export type RunWithin = z.infer<typeof RunWithin>;

/** One request and its answer. */
export const RunTurn = z.object({
  step: z.number().int(),
  /** Null for a turn of the run itself. A turn of a run within it comes after the turn with the call, and counts its own steps. */
  within: RunWithin.nullable(),
  state: z.enum(['asking', 'answering', 'calling', 'done', 'failed']),
  /** The words of the answer: of an earlier turn the first, of the newest the last. */
  text: z.string(),
  /** Characters that are left out. */
  cut: z.number().int(),
  /** Its first entry with words or calls; null until it is on the tape. */
  entry: z.number().int().nullable(),
  calls: z.array(RunCall),
  usage: Usage.nullable(),
  ms: z.number().nullable(),
});
export type RunTurn = z.infer<typeof RunTurn>;

/** A call that waits for a person. */
export const RunAsk = z.object({
  call: z.string(),
  /** The run within the run whose call it is. */
  within: RunWithin.nullable(),
  /** The name by which the tool is allowed: `bash`. */
  tool: z.string(),
  /** Exactly what will run: the command, or the file with its text. */
  subject: z.string(),
  content: z.string().nullable(),
  /** Characters that are not shown. */
  cut: z.number().int(),
  /** Which of the answer's calls it is. */
  at: z.number().int(),
  of: z.number().int(),
  folder: z.string(),
  limits: z.string(),
});
export type RunAsk = z.infer<typeof RunAsk>;

const RunStop = z.object({
  /** As on the tape: answered, command, max-steps, token-budget, money-budget, deadline, cancelled, failed, empty, cut-off. */
  reason: z.string(),
  message: z.string().nullable(),
  /** What to do about it, where that is known: one sentence. */
  way: z.string().nullable(),
});

/** A run as a window shows it: whole in each frame, and bounded, so that a frame that is lost is made up for by the next. */
export const Run = z.object({
  id: z.string(),
  tape: z.string(),
  /** Grows with each frame. */
  frame: z.number().int(),
  running: z.boolean(),
  model: z.string(),
  policy: z.string(),
  prompt: z.string(),
  tools: z.array(z.string()),
  bounds: RunBounds,
  /** Epoch ms. */
  began: z.number(),
  ended: z.number().nullable(),
  /** Ms in which it waited for a person. */
  waited: z.number(),
  /** When its call that runs, or waits for a person, began to: epoch ms; of no meaning while there is none. */
  since: z.number(),
  usage: Usage,
  /** Answers that did not say what they used. */
  unknown: z.number().int(),
  /** Dollars; null where the model has no price. */
  cost: z.number().nullable(),
  /** The newest turns; `earlier` more came before. */
  turns: z.array(RunTurn),
  earlier: z.number().int(),
  ask: RunAsk.nullable(),
  /** A request failed and is sent again at `until`. */
  pause: z.object({ why: z.string(), until: z.number() }).nullable(),
  stop: RunStop.nullable(),
  /** What an earlier run left open. */
  left: z.string().nullable(),
  /** Its first and its newest entry; null while there is none. */
  entries: z.tuple([z.number().int(), z.number().int()]).nullable(),
});
export type Run = z.infer<typeof Run>;

/** A provider of models: `PROVIDER:NAME` names one of its models. */
const RunProvider = z.object({
  name: z.string(),
  /** Why it cannot be asked, as one sentence that names the variable to set; null where it can. */
  why: z.string().nullable(),
});

export const RunTool = z.object({
  name: z.string(),
  description: z.string(),
  /** What its description weighs in a request, estimated. */
  tokens: z.number().int(),
  /** A person is asked before each call. */
  asks: z.boolean(),
  /** What the workspace remembers of it: `always` asks nobody, `never` runs nothing. */
  remembered: z.enum(['always', 'never']).nullable(),
  /** Single commands or files of it that nobody is asked about. */
  rules: z.array(z.string()),
});
export type RunTool = z.infer<typeof RunTool>;

/** What a run on a tape begins with. */
export const RunSetup = z.object({
  folder: z.string(),
  providers: z.array(RunProvider),
  /** The workspace's own model, or the one that was used last; null for none. */
  model: z.string().nullable(),
  /** Models to choose from: any other of a provider can be named too. */
  models: z.array(z.string()),
  tools: z.array(RunTool),
  /** Those that the workspace lets a run call. */
  chosen: z.array(z.string()),
  run: Run.nullable(),
});
export type RunSetup = z.infer<typeof RunSetup>;
