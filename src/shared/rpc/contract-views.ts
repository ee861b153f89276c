import { z } from 'zod';
import {
  Ahead,
  CompareInput,
  Comparison,
  Costly,
  Policy,
  Residency,
  ResidencyBy,
  ResidencyGroups,
  Stay,
  StepDiff,
  TapeBranches,
  TextDiff,
  View,
  Why,
} from '../model/index.ts';
import { ONE_PLACE, onePlace, place } from '../model/place-fields.ts';
import { path, seq, tape } from './inputs.ts';

const view = { tape, ...place, policy: Policy.default('as-recorded') };
/** `most`: what a reader lists. */
const viewInput = z.object({ ...view, most: z.number().int().min(8).optional() }).refine(onePlace, ONE_PLACE);

/** An entry, or one part of its record as `entries.get` counts them. */
const textAt = z.object({ tape, seq, part: z.number().int().min(0).optional() });
/** The same, or a text that no record holds. */
const textOf = z.union([textAt, z.object({ text: z.string().max(1_000_000) })]);

/** Calls about contexts: one, two next to each other, all of a tape in time. */
export const viewsContract = {
  /**
   * The context of a step, of the next request (`next`), or of the request that would follow an entry (`after`). Of one with more blocks than
   * `most`, those in the middle are one for each kind, and so are older events.
   */
  'views.assemble': { input: viewInput, output: View },
  /**
   * The next request of a log that was not read yet, from its end; null where its context begins further back, and for what is short enough to be
   * read. Entries have no numbers then.
   */
  'views.ahead': { input: z.object({ path }), output: z.object({ ahead: Ahead.nullable() }) },
  /**
   * The messages that the policy sends, in the agent's own wire shape. System prompt, tools and parameters only where the request itself was
   * recorded: then all of it is as it was sent, cache marks included. More messages than `most` are refused.
   */
  'views.messages': {
    input: viewInput,
    output: z.object({
      messages: z.array(z.unknown()),
      system: z.array(z.unknown()).optional(),
      tools: z.array(z.unknown()).optional(),
      parameters: z.record(z.string(), z.unknown()).optional(),
    }),
  },
  /** What was added, removed and changed between the contexts of two requests; `against` is a step, the request before on the same branch by default. At most 5,000 of each. */
  'views.changes': {
    input: z.object({ tape, ...place, against: seq.optional(), policy: Policy.default('as-recorded') }).refine(onePlace, ONE_PLACE),
    output: StepDiff,
  },
  /** Contexts next to each other; `pair` says which two of them are aligned block by block. */
  'compare.run': {
    input: z.object({
      sides: z.array(CompareInput).min(2).max(8),
      pair: z.tuple([z.number().int().min(0).max(7), z.number().int().min(0).max(7)]).default([0, 1]),
    }),
    output: Comparison,
  },
  /** What two entries show, or a part of their records, word by word; huge texts are cut. */
  'compare.text': { input: z.object({ a: textOf, b: textOf }), output: TextDiff },
  /** Which branch each step is on, where requests do not simply follow each other. */
  'steps.branches': { input: z.object({ tape }), output: TapeBranches },
  /**
   * When each entry was in context, over the steps of the branch that `step` is on (the newest by default) and of what it continues from, in
   * groups if asked for, and the ten that cost most. `cost` is what all entries cost together. Throws 'refused' for `summary` and `memory` of a tape that is too long for them.
   */
  'residency.get': {
    input: z.object({ tape, policy: Policy.default('as-recorded'), by: ResidencyBy.default('entry'), step: seq.optional() }),
    output: Residency.extend({ costly: z.array(Costly), cost: z.number(), groups: ResidencyGroups.nullable() }),
  },
  /** The stays of one entry: the first step that saw it, and the one at which it left, with the reason. On the branch of `step`, or else on its own, which is then an `other`. */
  'residency.entry': {
    input: z.object({ tape, seq, policy: Policy.default('as-recorded'), step: seq.optional() }),
    output: z.object({ stays: z.array(Stay), other: z.literal(true).optional() }),
  },
  /** Why the entry `seq`, or each entry with `text`, is or is not in the context of a request: without a place, of the newest one. */
  'views.why': {
    input: z
      .object({
        tape,
        seq: seq.optional(),
        text: z.string().min(1).max(20_000).optional(),
        ...place,
        policy: Policy.default('as-recorded'),
        limit: z.number().int().min(1).max(200).default(50),
      })
      .refine(({ seq: entry, text }) => (entry === undefined) !== (text === undefined), 'Give either seq or text.')
      .refine(
        ({ step, next, after }) => [step, next, after].filter((one) => one !== undefined).length <= 1,
        'Give at most one of step, next and after.',
      ),
    output: Why,
  },
} as const;
