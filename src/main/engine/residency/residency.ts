import type { Residency, StepRow } from '../../../shared/model/index.ts';
import { contextLimit } from '../../../shared/model/limits.ts';
import { formatPolicy, type PolicyChoice, partsOfPolicy } from '../../../shared/model/policy.ts';
import { contextSize } from '../../../shared/model/vocabulary.ts';
import type { Catalog } from '../catalog/types.ts';
import type { Growth } from '../formats/context/growth-state.ts';
import type { Hints } from '../formats/context/hints.ts';
import type { Chosen } from '../views/material.ts';
import { selectorOf } from '../views/strategies.ts';
import { createFollower } from './follow.ts';
import type { Found } from './follow-plain.ts';
import type { Follower, Work } from './held.ts';
import { createLedger, type Ledger } from './ledger.ts';
import { loadWhole, type Part, type Whole } from './material.ts';
import { broughtFrom, NONE, outsideOf } from './outside.ts';
import { createSent } from './sent.ts';
import { AS_WRITTEN, createStays, type Instead, type Stays } from './stays.ts';
import { createWeigher } from './weigher.ts';

/**
 * Where a context began again: the anchors and compactions between two steps of the line, of several the last. At index 0 is what the first
 * step began with. A compaction of another branch cuts nothing here: no step of this one begins at it.
 */
function cutsOf({ asked, otherBranches }: Pick<Whole, 'asked' | 'otherBranches'>, steps: readonly StepRow[]): Residency['cuts'] {
  const origins = new Set(steps.map(({ origin }) => origin));
  const cuts = new Map<number, Residency['cuts'][number]>();
  let at = 0;
  for (const { seq, name, type } of asked.anchors) {
    if (type === 'micro-compaction' || (type === 'compaction' && otherBranches.length > 0 && !origins.has(seq))) continue;
    while (at < steps.length && (steps[at]?.first ?? 0) <= seq) at += 1;
    if (at < steps.length) cuts.set(at, { at, seq, name });
  }
  return [...cuts.values()];
}

/**
 * Rows that may be looked at in all. A tape that grows looks at each a few times; one that is decided again at every step, which odd logs and
 * policies of several parts are, would look at the square of them.
 */
const BUDGET = 40_000_000;
/** Rows in the time of which the index of the memory answers. */
const RECALL = 2000;

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
  next(found?: Found): boolean;
  /** What is in context at the step that was looked at last, and what each entry weighs there. */
  now(): Map<number, number>;
  /** What is known so far. */
  end(): Residency;
}

/**
 * When each entry of a tape was in context under one policy. Pure over what was loaded. Throws TapeError: 'not-found' for an
 * anchor that comes before no step, 'refused' for `summary` and `memory` without the hints that they need.
 */
export function startWalk(whole: Whole, options: WalkOptions = {}): Walk {
  const { budget = BUDGET, work = { rows: 0, whole: 0 } } = options;
  let every = isBroughtAnew(whole.asked.choice) ? Math.max(1, Math.ceil(dearness(whole) / budget)) : 1;
  let run = begin(whole, every, work);
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
    next(found) {
      const step = run.steps[run.done];
      if (step === undefined) return false;
      take(run, step, found);
      if (every === 1 && work.rows > budget && run.done < run.steps.length) {
        every = Math.max(2, Math.ceil(dearness(whole) / budget));
        run = begin(whole, every, work);
      }
      return run.done < run.steps.length;
    },
    now: () => run.stays.now(),
    end: () => pack(whole, run, every),
  };
}

/** The whole of it at once. */
export function residencyOf(catalog: Catalog, id: string, choice: PolicyChoice, options: WalkOptions & Part = {}): Residency {
  const walk = startWalk(loadWhole(catalog, id, choice, options), options);
  while (walk.next());
  return walk.end();
}

/** What such a policy brings in is found out for each step, and decided as a whole or asked of the memory. */
const isBroughtAnew = ({ type }: PolicyChoice): boolean => type === 'composed' || type === 'memory';

/** Rows that deciding each step as a whole would look at. */
const dearness = ({ steps, asked }: Whole): number => {
  const recalls = partsOfPolicy(asked.choice).filter((part) => part.startsWith('memory')).length;
  const twice = asked.choice.type === 'as-recorded' ? 1 : 2;
  return originsOf({ steps, asked }).reduce(
    (sum, from, at) => sum + recalls * RECALL + twice * Math.max(0, (steps[at]?.first ?? 0) - from),
    0,
  );
};

interface Run {
  steps: readonly StepRow[];
  sent: ReturnType<typeof createSent>;
  /** Null where the policy is the agent's own. */
  next: Follower | null;
  stays: ReturnType<typeof createStays>;
  weigher: ReturnType<typeof createWeigher>;
  weights: NonNullable<Hints['weights']>;
  counted: Float64Array;
  estimated: Float64Array;
  ledger: Ledger;
  whole: Whole;
  instead: Instead;
  done: number;
}

const begin = (whole: Whole, every: number, work: Work): Run => {
  const { asked, source, tape } = whole;
  const steps = every === 1 ? whole.steps : sparse(whole, every);
  const weights = { ...whole.weights, tokens: whole.weights.tokens.slice() };
  const stays = createStays(tape.entries, weights);
  return {
    steps,
    stays,
    // Between steps that are apart requests were made that say what entries weigh.
    sent: createSent(whole, work, every === 1),
    next: asked.choice.type === 'as-recorded' ? null : createFollower(asked, source, work, every === 1),
    weigher: createWeigher(whole, work, stays.reweigh),
    weights: { counts: weights.counts, estimates: { get: (seq) => weights.tokens[seq] } },
    counted: new Float64Array(steps.length),
    estimated: new Float64Array(steps.length),
    ledger: createLedger(whole, steps.length),
    whole,
    instead: AS_WRITTEN,
    done: 0,
  };
};

const take = (run: Run, step: StepRow, found: Found = {}): void => {
  const sent = run.sent(step, run.next === null ? found : {});
  const recorded = run.next === null ? sent.told.recorded : null;
  const touched = run.weigher.take(step.model, recorded === null ? sent.growth : null, sent.anew);
  const { change, fixed, whole } = run.next?.(step, { ...found.hints, weights: run.weights }, touched) ?? sent.told;
  const outside = recorded && whole ? outsideOf(recorded, whole, step) : whole ? broughtFrom(whole, step) : NONE;
  if (whole !== null) run.instead = insteadIn(run, whole, recorded === null ? sent.growth : null);
  const weight = run.stays.add(change, fixed, run.instead);
  run.ledger.take(run.done, step, sent, outside);
  run.counted[run.done] = weight.counted;
  run.estimated[run.done] = weight.estimated + [...outside.values()].reduce((sum, tokens) => sum + tokens, 0);
  run.done += 1;
};

/** As views have it: what was sent in the place of an entry weighs what was counted of it; else what recorded sizes say of the entry, where they say it. */
const insteadIn = ({ whole: { weights } }: Run, { selection }: Chosen, growth: Growth | null): Instead => {
  const grown = growth !== null && growth.base !== null;
  const all = selection.picks.flatMap(({ seq, instead }) =>
    instead !== undefined && (weights.exact[instead] === 1 || !grown) ? [[seq, instead] as const] : [],
  );
  return all.length === 0 ? AS_WRITTEN : new Map(all);
};

/** Where the policy of each step begins. */
const originsOf = ({ steps, asked }: Pick<Whole, 'steps' | 'asked'>): number[] => {
  const selector = selectorOf(asked.rules.selectors, asked.choice);
  let passed = 0;
  let anchors: typeof asked.anchors = [];
  return steps.map((step) => {
    while ((asked.anchors[passed]?.seq ?? step.first) < step.first) passed += 1;
    if (anchors.length !== passed) anchors = asked.anchors.slice(0, passed);
    return selector.from(step, anchors);
  });
};

/** One step in this many; the first after each new origin and the last are always among them. */
const sparse = (whole: Whole, every: number): StepRow[] => {
  const { steps } = whole;
  const origins = originsOf(whole);
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
    ...columns(run.stays.end()),
    steps: Uint32Array.from(steps, ({ step }) => step),
    otherBranches,
    cuts: cutsOf(whole, steps),
    recorded,
    cached: Float64Array.from(steps, ({ usage }) => usage?.cacheRead ?? Number.NaN),
    counted: run.counted.slice(0, run.done),
    estimated: run.estimated.slice(0, run.done),
    ...run.ledger.end(recorded, { counted: run.counted, estimated: run.estimated }),
    tokenizer: weights.tokenizer,
    limit: contextLimit(steps.at(-1)?.model ?? tape.model, largest),
    notes: [],
  };
};

const columns = (stays: Stays): Pick<Residency, 'seq' | 'from' | 'to' | 'left' | 'reasons' | 'tokens' | 'exact' | 'costs' | 'earlier'> => {
  const reasons = [...new Set(stays.reason.filter((reason) => reason !== null))];
  const { stay, until, tokens } = stays.earlier;
  return {
    seq: Uint32Array.from(stays.seq),
    from: Uint32Array.from(stays.from),
    to: Uint32Array.from(stays.to),
    left: Uint8Array.from(stays.reason, (reason) => (reason === null ? 0 : reasons.indexOf(reason) + 1)),
    reasons,
    tokens: Uint32Array.from(stays.tokens),
    exact: Uint8Array.from(stays.exact),
    costs: Float64Array.from(stays.cost),
    earlier: { stay: Uint32Array.from(stay), until: Uint32Array.from(until), tokens: Uint32Array.from(tokens) },
  };
};
