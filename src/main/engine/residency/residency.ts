import type { Costly, EntryRow, Residency, Stay, StepRow, TapeRow } from '../../../shared/model/index.ts';
import { contextSize } from '../../../shared/model/vocabulary.ts';
import type { Catalog } from '../catalog/types.ts';
import { createAnchors } from '../views/anchor-cache.ts';
import { chooseFrom, type Request, type RowSource } from '../views/material.ts';
import { formatPolicy, type PolicyChoice } from '../views/policy.ts';
import type { Selection } from '../views/selection.ts';
import { familyOf } from '../views/selectors.ts';
import { estimate, estimateAnswers, scaleFor } from '../views/tokens.ts';
import { createStays, type Held, type Stays } from './stays.ts';

/** Steps that are one line of work: a sub-agent inside the file has a context of its own, a synthetic answer has none. */
const mainSteps = (steps: readonly StepRow[]): StepRow[] => steps.filter((step) => !step.sidechain && !step.synthetic);

/** Every row of a tape in one list: residency looks at all of them, step after step. */
const wholeTape = (catalog: Catalog, tape: TapeRow): RowSource & { rows: readonly EntryRow[] } => {
  const rows = catalog.entries(tape.id, 1, tape.entries + 1);
  return {
    rows,
    entries: (from, to) => rows.slice(from - 1, to - 1),
    entriesAt: (seqs) => seqs.flatMap((seq) => rows[seq - 1] ?? []),
    resultsOf: (call) => catalog.tool(tape.id, call).results,
    step: (step) => catalog.step(tape.id, step),
  };
};

const reasonIn =
  ({ reasons, floor, otherwise }: Selection): Held['reasonOf'] =>
  (seq) =>
    floor && seq < floor.below ? floor.reason : (reasons.get(seq) ?? otherwise);

/** Rows that are looked at in all: some seconds of work. A session of a thousand steps with compactions stays far below. */
const BUDGET = 4_000_000;

/** Where the context of each step may begin: what lies between is what assembling it costs. */
const originsOf = ({ family, choice, anchors }: Omit<Request, 'step'>, steps: readonly StepRow[]): number[] => {
  const name = choice.type === 'from-anchor' ? choice.name : '';
  return steps.map((step) => {
    const before = anchors.filter((anchor) => anchor.seq < step.first);
    return family.selectors[choice.type].from(step, before, name);
  });
};

/** All steps, or so few of them that the work stays within the budget; the first behind each new origin and the last are always among them. */
const within = (steps: readonly StepRow[], origins: readonly number[], budget: number): { steps: StepRow[]; every: number } => {
  const work = steps.reduce((sum, step, at) => sum + step.first - (origins[at] ?? 1), 0);
  const every = Math.max(1, Math.ceil(work / budget));
  const kept = (at: number): boolean => at % every === 0 || at === steps.length - 1 || origins[at] !== origins[at - 1];
  return { steps: every === 1 ? [...steps] : steps.filter((_, at) => kept(at)), every };
};

export interface ResidencyOptions {
  /** Rows that may be looked at; for tests. */
  budget?: number;
  /** Told after each step; true ends the work, with what is known so far. */
  stop?: (done: number, of: number) => boolean;
}

/**
 * When each entry of a tape was in context under one policy (DESIGN.md §10). Pure over the catalog: no source is read, so
 * all weights are estimates. Throws TapeError('not-found') for an anchor that stands before no step.
 */
export const residencyOf = (catalog: Catalog, id: string, choice: PolicyChoice, options: ResidencyOptions = {}): Residency => {
  const tape = catalog.tape(id);
  const source = wholeTape(catalog, tape);
  const request = {
    family: familyOf(tape.format),
    choice,
    anchors: createAnchors(catalog)(tape),
    agentTape: tape.relation === 'sub-agent',
  };
  const all = mainSteps(catalog.steps(tape.id, 1, Math.max(1, tape.steps)).items);
  const { steps, every } = within(all, originsOf(request, all), options.budget ?? BUDGET);
  const stays = createStays(tape.entries);
  const weights = weigh(catalog, tape, source.rows);
  const estimated = new Float64Array(steps.length);
  let done = 0;
  for (const step of steps) {
    const { selection } = chooseFrom({ ...request, step }, source);
    const seqs = [...new Set(selection.picks.map((pick) => pick.seq))];
    stays.add({ seqs, reasonOf: reasonIn(selection) });
    estimated[done] = seqs.reduce((sum, seq) => sum + (weights[seq] ?? 0), 0);
    done += 1;
    if (options.stop?.(done, steps.length)) break;
  }
  const looked = steps.slice(0, done);
  return {
    tape: tape.id,
    policy: formatPolicy(choice),
    every,
    ...pack(stays.end(), weights),
    ...ledger(looked),
    estimated: estimated.slice(0, done),
  };
};

/** Estimated weight per entry, by its number; recorded output makes answers more exact, as in a view. */
const weigh = (catalog: Catalog, tape: TapeRow, rows: readonly EntryRow[]): Uint32Array => {
  const scale = scaleFor(tape.model);
  const outputs = new Map(catalog.steps(tape.id, 1, Math.max(1, tape.steps)).items.map((step) => [step.step, step.usage?.output ?? null]));
  const answers = estimateAnswers(rows, (step) => outputs.get(step) ?? null, scale);
  const weights = new Uint32Array(tape.entries + 2);
  for (const row of rows) weights[row.seq] = answers.get(row.seq) ?? estimate(row, scale);
  return weights;
};

const pack = (stays: Stays, weights: Uint32Array): Pick<Residency, 'seq' | 'from' | 'to' | 'left' | 'reasons' | 'tokens'> => {
  const reasons = [...new Set(stays.reason.filter((reason) => reason !== null))];
  return {
    seq: Uint32Array.from(stays.seq),
    from: Uint32Array.from(stays.from),
    to: Uint32Array.from(stays.to),
    left: Uint8Array.from(stays.reason, (reason) => (reason === null ? 0 : reasons.indexOf(reason) + 1)),
    reasons,
    tokens: Uint32Array.from(stays.seq, (seq) => weights[seq] ?? 0),
  };
};

const ledger = (steps: readonly StepRow[]): Pick<Residency, 'steps' | 'recorded' | 'cached'> => ({
  steps: Uint32Array.from(steps, ({ step }) => step),
  recorded: Float64Array.from(steps, ({ usage }) => (usage ? contextSize(usage) : Number.NaN)),
  cached: Float64Array.from(steps, ({ usage }) => usage?.cacheRead ?? Number.NaN),
});

/** The entries that cost most: tokens × steps in context, the costliest first. A step that was looked at stands for all those between. */
export const costliest = ({ seq, from, to, tokens, every }: Residency, count: number): Costly[] => {
  const totals = new Map<number, Costly>();
  for (let at = 0; at < seq.length; at++) {
    const entry = totals.get(seq[at] ?? 0) ?? { seq: seq[at] ?? 0, tokens: tokens[at] ?? 0, steps: 0, cost: 0 };
    entry.steps += ((to[at] ?? 0) - (from[at] ?? 0) + 1) * every;
    entry.cost = entry.tokens * entry.steps;
    totals.set(entry.seq, entry);
  }
  return [...totals.values()].sort((a, b) => b.cost - a.cost || a.seq - b.seq).slice(0, count);
};

/** When one entry was in context, in step numbers. */
export const staysOf = ({ seq, from, to, left, reasons, steps }: Residency, entry: number): Stay[] => {
  const found: Stay[] = [];
  for (let at = seq.indexOf(entry); at >= 0; at = seq.indexOf(entry, at + 1)) {
    const last = to[at] ?? 0;
    const reason = reasons[(left[at] ?? 0) - 1];
    found.push({
      from: steps[from[at] ?? 0] ?? 0,
      to: steps[last] ?? 0,
      left: reason === undefined ? null : { step: steps[last + 1] ?? 0, reason },
    });
  }
  return found;
};
