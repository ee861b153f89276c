import type { Residency, StepRow } from '../../../shared/model/index.ts';
import { contextLimit } from '../../../shared/model/limits.ts';
import { formatPolicy, type PolicyChoice } from '../../../shared/model/policy.ts';
import { contextSize } from '../../../shared/model/vocabulary.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Hints } from '../views/hints.ts';
import { selectorOf } from '../views/strategies.ts';
import { CLEARED_TOKENS } from '../views/tokens.ts';
import { cutsOf } from './cuts.ts';
import { createFollower } from './follow.ts';
import type { Follower, Work } from './held.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { loadWhole, type Part, type Whole } from './material.ts';
import { createSentSizes, type SentSizes } from './sent-sizes.ts';
import { createStays, type Stays, type Weight, type Weights } from './stays.ts';

/**
 * Rows that may be looked at in all. A tape that grows looks at each a few times; one that is decided anew at every step, which only odd
 * logs are, would look at the square of them.
 */
const BUDGET = 40_000_000;

export interface WalkOptions {
  /** Rows that may be looked at before only some steps are; for tests. */
  budget?: number;
  work?: Work;
}

/** Following a tape, a step at a time, so that whoever does it can tell how far it is, and stop. */
export interface Walk {
  readonly whole: Whole;
  readonly done: number;
  readonly of: number;
  /** The step to look at next; null once there is none. */
  readonly step: StepRow | null;
  /** Looks at it, with what was found out about it beforehand; false once there is none. */
  next(hints?: Hints): boolean;
  /** What is known so far. */
  end(): Residency;
}

/**
 * When each entry of a tape was in context under one policy (DESIGN.md §10). Pure over what was loaded. Throws TapeError: 'not-found' for an
 * anchor that stands before no step, 'refused' for `summary` and `memory` without the hints that they need.
 */
export const startWalk = (whole: Whole, options: WalkOptions = {}): Walk => {
  const { budget = BUDGET, work = { rows: 0, whole: 0 } } = options;
  let run = begin(whole, whole.steps, work);
  let every = 1;
  return {
    whole,
    get done() {
      return run.done;
    },
    get of() {
      return run.steps.length;
    },
    get step() {
      return run.steps[run.done] ?? null;
    },
    next(hints) {
      const step = run.steps[run.done];
      if (step === undefined) return false;
      take(run, step, hints);
      if (every === 1 && work.rows > budget && run.done < run.steps.length) {
        every = Math.max(2, Math.ceil(((work.rows / run.done) * run.steps.length) / budget));
        run = begin(whole, sparse(whole, every), work);
      }
      return run.done < run.steps.length;
    },
    end: () => pack(whole, run, every),
  };
};

/** The whole of it at once. */
export const residencyOf = (catalog: Catalog, id: string, choice: PolicyChoice, options: WalkOptions & Part = {}): Residency => {
  const walk = startWalk(loadWhole(catalog, id, choice, options), options);
  while (walk.next());
  return walk.end();
};

interface Run {
  steps: readonly StepRow[];
  next: Follower;
  stays: ReturnType<typeof createStays>;
  counted: Float64Array;
  estimated: Float64Array;
  weights: Weights;
  ledger: Ledger;
  /** Whether the policy cuts by what entries weigh. */
  shrinks: boolean;
  /** Null under the agent's own policy: the ledger knows them. */
  sizes: ((step: StepRow) => SentSizes) | null;
  /** What placeholders take off the weight, for the set that it was reckoned for. */
  off: Weight & { cleared: ReadonlySet<number> | null };
  done: number;
}

const begin = (whole: Whole, steps: readonly StepRow[], work: Work): Run => ({
  steps,
  next: createFollower(whole.asked, whole.source, work),
  stays: createStays(whole.tape.entries, whole.weights),
  counted: new Float64Array(steps.length),
  estimated: new Float64Array(steps.length),
  weights: whole.weights,
  ledger: createLedger(whole, steps.length),
  shrinks: whole.asked.choice.type === 'compact',
  sizes: whole.asked.choice.type === 'as-recorded' ? null : createSentSizes(whole, work),
  off: { cleared: null, counted: 0, estimated: 0 },
  done: 0,
});

const take = (run: Run, step: StepRow, hints?: Hints): void => {
  const sizes = run.sizes?.(step);
  const { change, cleared, growth, whole } = run.next(step, hints ?? (sizes && run.shrinks ? { weights: sizes.weights } : undefined));
  const known = run.ledger.take(run.done, step, { change, growth, whole });
  for (const { seq } of known?.touched ?? []) run.stays.reweigh(seq, known?.weights.get(seq) ?? 0);
  for (const seq of sizes?.touched ?? []) run.stays.reweigh(seq, sizes?.weights.estimates.get(seq) ?? 0);
  const weight = run.stays.add(change);
  if (known || sizes) run.off.cleared = null;
  if (run.off.cleared !== cleared) run.off = { cleared, ...lighter(cleared, run.weights) };
  run.counted[run.done] = weight.counted - run.off.counted;
  run.estimated[run.done] = weight.estimated - run.off.estimated;
  run.done += 1;
};

/** Of a cleared result only a placeholder was sent. */
const lighter = (cleared: ReadonlySet<number>, { tokens, exact }: Weights): Weight => {
  const off = { counted: 0, estimated: -CLEARED_TOKENS * cleared.size };
  for (const seq of cleared) off[exact[seq] === 1 ? 'counted' : 'estimated'] += tokens[seq] ?? 0;
  return off;
};

/** One step in so many; the first behind each new origin and the last are always among them. */
const sparse = ({ steps, asked }: Whole, every: number): StepRow[] => {
  const selector = selectorOf(asked.rules.selectors, asked.choice);
  let passed = 0;
  const origins = steps.map((step) => {
    while ((asked.anchors[passed]?.seq ?? step.first) < step.first) passed += 1;
    return selector.from(step, asked.anchors.slice(0, passed));
  });
  return steps.filter((_, at) => at % every === 0 || at === steps.length - 1 || origins[at] !== origins[at - 1]);
};

const pack = (whole: Whole, run: Run, every: number): Residency => {
  const { tape, asked, weights, otherBranches } = whole;
  const steps = run.steps.slice(0, run.done);
  const recorded = Float64Array.from(steps, ({ usage }) => (usage && contextSize(usage) > 0 ? contextSize(usage) : Number.NaN));
  const largest = steps.reduce((most, { usage }) => Math.max(most, usage ? contextSize(usage) : 0), 0);
  return {
    tape: tape.id,
    policy: formatPolicy(asked.choice),
    every,
    ...columns(run.stays.end(), weights),
    steps: Uint32Array.from(steps, ({ step }) => step),
    otherBranches,
    cuts: cutsOf(whole, steps),
    recorded,
    cached: Float64Array.from(steps, ({ usage }) => usage?.cacheRead ?? Number.NaN),
    counted: run.counted.slice(0, run.done),
    estimated: run.estimated.slice(0, run.done),
    ...run.ledger.end(run.done, recorded, { counted: run.counted, estimated: run.estimated }),
    tokenizer: weights.tokenizer,
    limit: contextLimit(steps.at(-1)?.model ?? tape.model, largest),
    notes: [],
  };
};

const columns = (stays: Stays, weights: Weights): Pick<Residency, 'seq' | 'from' | 'to' | 'left' | 'reasons' | 'tokens' | 'exact'> => {
  const reasons = [...new Set(stays.reason.filter((reason) => reason !== null))];
  return {
    seq: Uint32Array.from(stays.seq),
    from: Uint32Array.from(stays.from),
    to: Uint32Array.from(stays.to),
    left: Uint8Array.from(stays.reason, (reason) => (reason === null ? 0 : reasons.indexOf(reason) + 1)),
    reasons,
    tokens: Uint32Array.from(stays.seq, (seq) => weights.tokens[seq] ?? 0),
    exact: Uint8Array.from(stays.seq, (seq) => weights.exact[seq] ?? 0),
  };
};
