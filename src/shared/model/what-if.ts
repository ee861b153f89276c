import { z } from 'zod';
import { Replaced, TextDiff } from './compare.ts';
import { TapeRow } from './tape.ts';
import { Policy, TokenCount } from './view.ts';

const seq = z.number().int().min(1);

/** What is changed of a context before it is sent: entries left out, kept in any case, or with another text; another system prompt. */
export const Edits = z.object({
  without: z.array(seq).max(1000).default([]),
  pin: z.array(seq).max(1000).default([]),
  replace: z.array(Replaced).max(100).default([]),
  /** In the place of the one that is known; null leaves that. */
  system: z.string().max(1_000_000).nullable().default(null),
});
export type Edits = z.infer<typeof Edits>;

/** What a model decided: its calls, else its words. `none` where it answered nothing. */
export const Decision = z.object({
  type: z.enum(['calls', 'text', 'none']),
  text: z.string(),
  calls: z.array(z.object({ name: z.string(), arguments: z.string() })),
});
export type Decision = z.infer<typeof Decision>;

/** What was decided, in one line: the calls with their arguments, else the words. */
export function decisionWords({ type, calls, text }: Decision): string {
  if (type === 'none') return '(nothing)';
  if (type === 'text') return text.replace(/\s+/g, ' ').trim();
  return calls.map(({ name, arguments: input }) => `${name} ${input.replace(/\s+/g, ' ')}`).join(' + ');
}

/** Something in which the request is not the one that was sent, or that nobody knows; one sentence for people. */
export const Unlike = z.object({
  what: z.enum(['edits', 'policy', 'not-sent', 'rules', 'model', 'shape', 'system', 'tools', 'parameters', 'thinking', 'media', 'pairs']),
  note: z.string(),
});
export type Unlike = z.infer<typeof Unlike>;

const Sums = z.object({ counted: z.number(), estimated: z.number(), blocks: z.number().int() });

/** What a cache would spare, if it held the unedited request. Tokens are estimated. */
export const Caching = z.object({
  /** Both requests begin with these; 0 where that is too short for a cache. */
  read: z.number().int(),
  /** What follows them in the edited request, and so would be written. */
  written: z.number().int(),
  /** In dollars, without the answers: the unedited request read whole, and the edited one read as far as it is the same; null where the model has no price. */
  cost: z.object({ unedited: z.number().nullable(), edited: z.number().nullable() }),
  /** What that rests on, and what becomes of a request that is sent from here, in sentences for people. */
  assumed: z.string(),
});
export type Caching = z.infer<typeof Caching>;

/** The request of an edited context, before it is sent. */
export const Plan = z.object({
  tape: z.string(),
  step: z.number().int().nullable(),
  next: z.literal(true).optional(),
  after: z.number().int().optional(),
  /** With the edits that are parts of it. */
  policy: Policy,
  /** As it was named, with its provider. */
  model: z.string(),
  /** The model that the log names; null where it names none. */
  recordedModel: z.string().nullable(),
  request: z.object({ url: z.string(), headers: z.record(z.string(), z.string()), body: z.unknown() }),
  /** Its system prompt; empty for none. */
  system: z.string(),
  unlike: z.array(Unlike),
  /** What the blocks weigh, without and with the edits. */
  tokens: z.object({
    unedited: Sums,
    edited: Sums,
    /** What the log records of the request as it was sent; null for nothing. */
    recorded: z.number().nullable(),
    /** The whole request as its agent has it, base included: the size that every view of the step shows, without and with the edits. */
    whole: z.object({ unedited: TokenCount, edited: TokenCount }),
    /** What is sent, estimated: without a base that is not in the log, and without thinking. */
    request: z.number(),
  }),
  /** In dollars, without the answers; null where the model has no price. */
  cost: z.object({ unedited: z.number().nullable(), edited: z.number().nullable() }),
  cache: Caching,
  /** What other texts replace: of an entry, or of the system prompt (null). */
  texts: z.array(z.object({ seq: seq.nullable(), diff: TextDiff })),
  warnings: z.array(z.string()),
  /** What was decided there, by the log; null where nothing was asked or answered. */
  recorded: Decision.nullable(),
});
export type Plan = z.infer<typeof Plan>;

const Used = z.object({ input: z.number(), output: z.number(), cacheRead: z.number(), cacheWrite: z.number() });

/** One answer, or why there is none. */
export const Answer = z.object({
  decision: Decision.nullable(),
  /** What it says besides its calls. */
  failed: z.string().nullable(),
  /** It was cut off at the length limit. */
  cut: z.boolean(),
  usage: Used.nullable(),
  ms: z.number(),
});
export type Answer = z.infer<typeof Answer>;

/** Answers that decided the same. */
export const Group = z.object({
  decision: Decision,
  /** Places of its answers, from 0. */
  answers: z.array(z.number().int()),
  /** Share of all answers. */
  share: z.number(),
  /** The recorded answer is among them. */
  recorded: z.boolean(),
});
export type Group = z.infer<typeof Group>;

const STOPS = ['done', 'token-budget', 'money-budget', 'deadline', 'cancelled', 'refused'] as const;

/** What sending came to. */
export const Spending = z.object({
  requests: z.number().int(),
  usage: Used,
  /** Answers that did not say what they used. */
  unknown: z.number().int(),
  /** In dollars; null where the model has no price, or an answer did not say what it used. */
  cost: z.number().nullable(),
  stop: z.object({ reason: z.enum(STOPS), message: z.string().nullable() }),
  /** The folder of the captures; null where nothing was sent. */
  capture: z.string().nullable(),
});
export type Spending = z.infer<typeof Spending>;

/** Answers that are there, while others are waited for. */
export const Arrived = z.object({
  /** In the order in which they came. */
  answers: z.array(Answer),
  spending: Spending.omit({ stop: true }),
});
export type Arrived = z.infer<typeof Arrived>;

export const Sent = z.object({
  plan: Plan,
  /** In the order in which they came. */
  answers: z.array(Answer),
  /** The largest first. A recorded answer that none equals is in a group without answers. */
  groups: z.array(Group),
  /** How often two answers differ, of all pairs; null for fewer than two. */
  spread: z.number().nullable(),
  spending: Spending,
});
export type Sent = z.infer<typeof Sent>;

/** Answers of several requests that decided the same. */
const SharedGroup = z.object({
  decision: Decision,
  /** For each request, the places of its answers, from 0. */
  answers: z.array(z.array(z.number().int())),
  recorded: z.boolean(),
});
export type SharedGroup = z.infer<typeof SharedGroup>;

/** Answers of several requests, grouped together. */
export const Grouped = z.object({
  /** The largest first. */
  groups: z.array(SharedGroup),
  /** For each request, the share of pairs of its answers that differ; null for fewer than two. */
  spread: z.array(z.number().nullable()),
});
export type Grouped = z.infer<typeof Grouped>;

/** What became of the decision without one block. */
export const Ablated = z.object({
  /** What was left out: the block, with the calls or results that go with it. */
  entries: z.array(z.number().int()),
  role: z.string(),
  label: z.string(),
  tokens: z.number(),
  groups: z.array(Group),
  /** Answers that decided differently from the majority with the block; null where none came. */
  changed: z.number().nullable(),
});
export type Ablated = z.infer<typeof Ablated>;

export const Ablation = z.object({
  plan: Plan,
  /** With all blocks. */
  base: z.object({ groups: z.array(Group), answers: z.number().int(), changed: z.number().nullable() }),
  /** What most answers decided with all blocks; null where none came. */
  decision: Decision.nullable(),
  /** The largest first. */
  tried: z.array(Ablated),
  /** Blocks that were not tried, and why. */
  untried: z.array(z.object({ entries: z.array(z.number().int()), label: z.string(), tokens: z.number(), why: z.string() })),
  spending: Spending,
});
export type Ablation = z.infer<typeof Ablation>;

/** A replay: steps asked again one after the other with recorded results, until the model first decides differently. */
export const Replay = z.object({
  /** The native tape that it is written to, which names where it is from. */
  tape: TapeRow,
  /** Steps that decided what is recorded. */
  same: z.array(z.number().int()),
  /** Requests that were sent. */
  steps: z.number().int(),
  /** The step at which it ended. */
  at: z.number().int(),
  /** As on the tape: diverged, ended, unrecorded, max-steps, token-budget, money-budget, deadline, cancelled, failed. */
  stop: z.object({ reason: z.string(), message: z.string() }),
  usage: Used,
  /** Dollars; null where the model has no price, or an answer did not say what it used. */
  cost: z.number().nullable(),
  capture: z.string().nullable(),
});
export type Replay = z.infer<typeof Replay>;
