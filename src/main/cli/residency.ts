import type { OmissionReason } from '../../shared/model/index.ts';
import { evidenceAt, type LedgerLine, ledgerAt, outsideName, partsAt, runsOf } from '../../shared/model/ledger.ts';
import type { Output } from '../../shared/rpc/contract.ts';

type Answer = Output<'residency.get'>;

/** What captured requests say of steps: more than the rules of their agent. */
export type Proofs = ReadonlyMap<number, 'verified' | 'differs'>;

/** A row of the answer: an entry, or a group of them. */
export interface ResidencyRow {
  /** The entry; null where the row is a group. */
  entry: number | null;
  name: string;
  entries: number;
  tokens: number;
  /** The tokens were counted; else they are an estimate, or have one in them. */
  exact: boolean;
  steps: number;
  cost: number;
  written?: boolean;
  /** For a file: the most reads of it that one context held. */
  reads?: number;
  /** In step numbers, both inclusive. */
  stays: { from: number; to: number; left?: { step: number; reason: OmissionReason } | null }[];
  /** The same as indexes of steps, with the share of the heaviest. */
  bar: { from: number; to: number; weight: number }[];
}

/** A step at which the context began again, and by what. */
export interface Cut {
  step: number;
  name: string;
}

/** Only cuts that come after a step. */
export function cutsOf({ steps, cuts }: Answer): Cut[] {
  return cuts.filter(({ at }) => at > 0).map(({ at, name }) => ({ step: steps[at] ?? 0, name }));
}

/** Sums over the steps, in tokens; null where nothing is recorded. */
export interface Ledger {
  /** Steps that recorded their input. */
  steps: number;
  recorded: number | null;
  cached: number | null;
  new: number | null;
  /** What the entries in context weighed at those steps: those that were counted, and estimates of the rest. */
  counted: number;
  estimated: number;
  /** null where the context is not the one that was sent, as well. */
  unaccounted: number | null;
  /** The largest request, and the model's limit. */
  largest: number | null;
  limit: number | null;
}

export function ledgerOf({ policy, recorded, cached, counted, estimated, limit }: Answer): Ledger {
  const sum = { steps: 0, recorded: 0, cached: 0, counted: 0, estimated: 0, largest: 0 };
  recorded.forEach((whole, at) => {
    if (Number.isNaN(whole)) return;
    sum.steps += 1;
    sum.recorded += whole;
    sum.cached += Number.isNaN(cached[at]) ? 0 : (cached[at] ?? 0);
    sum.counted += counted[at] ?? 0;
    sum.estimated += estimated[at] ?? 0;
    sum.largest = Math.max(sum.largest, whole);
  });
  if (sum.steps === 0) {
    const none = { recorded: null, cached: null, new: null, unaccounted: null, largest: null };
    const all = (column: Float64Array): number => column.reduce((more, one) => more + one, 0);
    return { steps: 0, ...none, counted: all(counted), estimated: all(estimated), limit };
  }
  return {
    ...sum,
    new: sum.recorded - sum.cached,
    unaccounted: policy === 'as-recorded' ? sum.recorded - sum.counted - sum.estimated : null,
    limit,
  };
}

/** The ledger of one step, and what changed it. */
export interface StepLedger extends LedgerLine {
  /** How the context is known. */
  evidence: string;
  /** Tokens of what is not an entry of the tape, part of `estimated`: system, tools, request, other-tapes. */
  outside: Record<string, number>;
  /** What `events` is made of, by type. */
  byEvent: Record<string, number>;
  /** Where rows are files: those with two or more reads in context, and the tokens of those reads but the newest of each. */
  twice?: { files: number; tokens: number };
}

export function stepLedgers(answer: Answer, proofs: Proofs): StepLedger[] {
  return [...answer.steps].map((step, at) => {
    const { twice } = answer.groups ?? {};
    const { outside, addedBy } = answer;
    const parts = { evidence: proofs.get(step) ?? evidenceAt(answer, at), outside: partsAt(outside, at), byEvent: partsAt(addedBy, at) };
    return { ...ledgerAt(answer, at), ...parts, ...(twice && { twice: { files: twice.files[at] ?? 0, tokens: twice.tokens[at] ?? 0 } }) };
  });
}

/** Rows by cost, the costliest first; phases in their order. A bar has a share of the heaviest for each step that was looked at. */
export function rowsOf(answer: Answer): ResidencyRow[] {
  return answer.groups === null ? entries(answer) : groups(answer, answer.groups);
}

/** What is in context and no entry. */
const outsides = ({ outside, steps, every }: Answer): ResidencyRow[] =>
  outside.map(({ name, tokens }) => {
    const runs = runsOf(tokens);
    const heaviest = Math.max(1, ...runs.map((run) => run.tokens));
    return {
      ...{ entry: null, name: outsideName(name), entries: 0, tokens: runs.at(-1)?.tokens ?? 0, exact: false },
      steps: runs.reduce((sum, { from, to }) => sum + (to - from + 1) * every, 0),
      cost: runs.reduce((sum, run) => sum + (run.to - run.from + 1) * every * run.tokens, 0),
      stays: runs.reduce<ResidencyRow['stays']>(
        (stays, { from, to }) => continued(stays, steps[from - 1], steps[from] ?? 0, steps[to] ?? 0),
        [],
      ),
      bar: runs.map(({ from, to, tokens: weight }) => ({ from, to, weight: weight / heaviest })),
    };
  });

/** The stays with one more, which continues from the last where that ended at the step before. */
const continued = (stays: ResidencyRow['stays'], before: number | undefined, from: number, to: number): ResidencyRow['stays'] => {
  const last = stays.at(-1);
  if (last === undefined || last.to !== before) stays.push({ from, to });
  else last.to = to;
  return stays;
};

const entries = (answer: Answer): ResidencyRow[] => {
  const { seq, from, to, left, reasons, exact, costs, steps, every } = answer;
  const rows = new Map<number, ResidencyRow>();
  seq.forEach((one, at) => {
    const row = rows.get(one) ?? {
      ...{ entry: one, name: '', entries: 1, tokens: 0, exact: true, steps: 0, cost: 0 },
      ...{ stays: [], bar: [] },
    };
    const [first, last] = [from[at] ?? 0, to[at] ?? 0];
    const reason: OmissionReason | undefined = reasons[(left[at] ?? 0) - 1];
    row.steps += (last - first + 1) * every;
    row.exact &&= exact[at] === 1;
    row.cost += (costs[at] ?? 0) * every;
    row.tokens = Math.round(row.cost / row.steps);
    row.stays.push({
      from: steps[first] ?? 0,
      to: steps[last] ?? 0,
      left: reason === undefined ? null : { step: steps[last + 1] ?? 0, reason },
    });
    row.bar.push({ from: first, to: last, weight: 1 });
    rows.set(one, row);
  });
  return [...rows.values(), ...outsides(answer)].sort((a, b) => b.cost - a.cost || (a.entry ?? 0) - (b.entry ?? 0));
};

const groups = ({ steps }: Answer, told: NonNullable<Answer['groups']>): ResidencyRow[] => {
  const heaviest = told.tokens.reduce((most, one) => Math.max(most, one), 1);
  const rows = told.rows.map(
    ({ rest, written, reads, ...row }): ResidencyRow => ({
      ...{ entry: null, ...row, stays: [], bar: [] },
      ...(written && { written }),
      ...(reads !== undefined && { reads }),
    }),
  );
  told.row.forEach((row, run) => {
    const [from, to] = [told.from[run] ?? 0, told.to[run] ?? 0];
    const into = rows[row];
    into?.bar.push({ from, to, weight: (told.tokens[run] ?? 0) / heaviest });
    if (into) continued(into.stays, steps[from - 1], steps[from] ?? 0, steps[to] ?? 0);
  });
  return rows;
};
