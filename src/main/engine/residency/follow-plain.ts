import type { AnchorRow, EntryRow, StepRow } from '../../../shared/model/index.ts';
import { grow } from '../formats/context/growth.ts';
import type { Growth } from '../formats/context/growth-state.ts';
import type { Hints } from '../formats/context/hints.ts';
import type { PlaceRow } from '../formats/context/place-row.ts';
import type { Recorded } from '../formats/context/recorded-request.ts';
import type { Finding, Floor, Pick } from '../formats/context/selection.ts';
import { fixedWeight } from '../formats/context/tokens.ts';
import { writerAt } from '../formats/context/writers.ts';
import { anchorsBefore, type Chosen, chooseFrom, lateIn, type RowSource } from '../views/material.ts';
import { withRecorded } from '../views/recorded.ts';
import { selectorOf } from '../views/strategies.ts';
import { createChainGrowth } from './grow-chain.ts';
import { type Asked, type Held, type Next, reasonIn, type Work } from './held.ts';
import { type Change, type Fixed, NONE_FIXED } from './stays.ts';

/**
 * The next context of a policy that judges each entry by itself: while it begins at the same place, only entries since the step before are
 * put before it. What the step before had of its own (its prompt, where that is logged after the step began) is among them, and may leave.
 */
function growByRow(before: Held, next: Next, asked: Asked, source: RowSource, work: Work): { held: Held; change: Change } | null {
  const { step, anchors } = next;
  const from = before.step.first;
  const rows = source.entries(from, step.first);
  const own = asked.rules.ownPrompt
    ? source.entries(step.first, step.last + 1).filter((row) => row.step === step.step)
    : source.entriesAt([step.first]);
  work.rows += rows.length + own.length;
  const bySeq = new Map(rows.map((row) => [row.seq, row]));
  const late = lateIn(asked.rules, step, bySeq);
  if (late.size > 0 || before.selection.findings.some(({ type }) => type === 'written-later')) return null;
  const material = { ...before.material, step, anchors, from, rows: bySeq, own, late };
  const selection = selectorOf(asked.rules.selectors, asked.choice).select(material);
  if (selection === null || !sameFloor(selection.floor, before.selection.floor)) return null;
  const came = [...new Set(selection.picks.map((pick) => pick.seq))];
  const now = new Set(came);
  const left = before.selection.picks.flatMap(({ seq }) => (seq >= from && !now.has(seq) ? [seq] : []));
  return {
    held: { ...next, material, selection },
    change: { type: 'grown', came, left, reasonOf: reasonIn(selection) },
  };
}

const sameFloor = (a: Floor | null, b: Floor | null): boolean =>
  a === null || b === null ? a === b : a.below === b.below && a.reason === b.reason && a.anchor.seq === b.anchor.seq;

/** What was found out about a step before its context is looked at. */
export interface Found {
  hints?: Hints | undefined;
  /** What the rules decided about it, where somebody asked them already. */
  chosen?: Chosen | undefined;
}

/** What is reported of one context. */
export interface Told {
  change: Change;
  /** Entries of which only a placeholder was sent, or that the model's server does not count. */
  fixed: Fixed;
  /** What the recorded sizes say, where a chain was followed. */
  growth?: Growth | undefined;
  findings: readonly Finding[];
  /** The request itself, where it is at hand. */
  recorded: Recorded | null;
  /** The whole of it, where it was decided again. */
  whole: Chosen | null;
  /** Picks that follow all that were there, with what belongs to the step itself; null where some are between. */
  appended: (() => readonly Pick[]) | null;
}

const NOTHING: ReadonlySet<number> = new Set();

/** The next context, if the rules of its agent say that it continues the one before. Updates what the recorded sizes say in place. */
function continued(
  before: Held,
  next: Next,
  asked: Asked,
  source: RowSource,
  work: Work,
): { came: number[]; growth: Growth | undefined } | null {
  const { continues, habits } = asked.rules;
  if (continues === undefined || next.anchors.length !== before.anchors.length) return null;
  const rows = source.entries(before.step.first, next.step.first);
  work.rows += rows.length;
  const [first] = source.entriesAt([next.step.first]);
  const ownOf = (step: PlaceRow): EntryRow[] => source.entries(step.first, step.last + 1).filter((row) => row.step === step.step);
  const came = continues({ rows, first, before: before.step, now: next.step, ownOf, decided: before.material.rows });
  if (came === null) return null;
  const { growth } = before.selection;
  if (growth !== undefined) {
    const writer = writerAt(asked.writers ?? [], next.step.first);
    grow(growth, { request: next.step, rows: came, outputOf: (step) => source.step(step).usage?.output ?? null, habits, writer });
  }
  return { came: came.map(({ seq }) => seq), growth };
}

/** Contexts of ascending steps under a policy by which one continues from the one before. `growing` off decides each step as a whole. */
export function createPlainFollower(asked: Asked, source: RowSource, work: Work, growing: boolean) {
  const selector = selectorOf(asked.rules.selectors, asked.choice);
  const anchorsOf = createPassed(asked.anchors);
  const { chain: chainRules, habits } = asked.rules;
  const chain =
    chainRules && createChainGrowth(source, work, { chain: chainRules, habits }, asked.choice.type !== 'as-recorded', asked.writers ?? []);
  const forgetsAt = ({ model, first }: StepRow): boolean => habits.forgets({ model, writer: writerAt(asked.writers ?? [], first) });
  let held: Held | null = null;
  let fixed = NONE_FIXED;

  const anew = (next: Next, { hints = {}, chosen }: Found): Told => {
    const derived = counted(work, chosen ?? chooseFrom({ ...asked, step: next.step, hints }, source));
    const whole = { ...derived, selection: withRecorded(derived.selection, hints) };
    const { selection } = whole;
    const { recorded = null } = hints;
    // From a request that is at hand nothing follows: the next one is at hand too, or its rules begin again.
    held = recorded === null ? { ...next, ...whole } : null;
    if (held !== null) chain?.begin(held);
    fixed = fixedIn(selection.picks);
    return { change: changeTo(whole), fixed, growth: selection.growth, findings: selection.findings, recorded, whole, appended: null };
  };

  const grown = (before: Held, next: Next): Told | null => {
    if (next.asked !== before.asked || next.step.first <= before.step.first) return null;
    if (habits.sendsForgotten && forgetsAt(next.step) !== forgetsAt(before.step)) return null;
    // Two requests that were filed in another order do not continue from each other.
    if ((next.step.time ?? 0) < (before.step.time ?? 0) && asked.rules.isLate) return null;
    if (selector.byRow) {
      const found = growByRow(before, next, asked, source, work);
      if (found === null) return null;
      held = found.held;
      const { picks, findings } = found.held.selection;
      return { change: found.change, fixed, findings, recorded: null, whole: null, appended: () => picks };
    }
    const more = continued(before, next, asked, source, work);
    if (more !== null) {
      held = { ...before, ...next };
      const { selection } = before;
      return {
        change: { type: 'grown', came: more.came, left: [], reasonOf: reasonIn(selection) },
        ...{ fixed, growth: more.growth, findings: selection.findings, recorded: null, whole: null },
        appended: () => more.came.map((seq) => ({ seq })),
      };
    }
    const came = before.selection.trail && chain ? chain.grow(before, next) : null;
    if (came === null) return null;
    held = { ...before, ...next };
    const unsent = came.unsent.length === 0 ? NOTHING : new Set(came.unsent);
    const reasonOf = reasonIn(before.selection);
    const change: Change = {
      ...{ type: 'grown', came: came.between.length === 0 ? came.after : [...came.after, ...came.between], left: came.unsent },
      reasonOf: (seq) => (unsent.has(seq) ? 'cleared' : reasonOf(seq)),
    };
    return {
      change,
      fixed,
      growth: before.selection.growth,
      findings: before.selection.findings,
      recorded: null,
      whole: null,
      appended: came.between.length > 0 ? null : () => came.after.map((seq) => ({ seq })),
    };
  };

  return {
    next(step: StepRow, found: Found = {}): Told {
      const passed = anchorsOf(step.first);
      const anchors = passed.some((anchor) => asked.rules.isLate?.(anchor, step)) ? anchorsBefore(asked, step) : passed;
      const next = { step, anchors, asked: Math.min(selector.from(step, anchors), step.first) };
      return (growing && held !== null && found.chosen === undefined ? grown(held, next) : null) ?? anew(next, found);
    },
    /** The next step is decided again. */
    forget(): void {
      held = null;
    },
  };
}

/** One context decided as a whole. */
export function decided(request: Parameters<typeof chooseFrom>[0], source: RowSource, work: Work): Chosen {
  return counted(work, chooseFrom(request, source));
}

const counted = (work: Work, whole: Chosen): Chosen => {
  work.rows += whole.material.rows.size + whole.material.own.length;
  work.whole += 1;
  return whole;
};

export function changeTo({ selection }: Chosen): Change {
  return {
    ...{ type: 'anew', seqs: [...new Set(selection.picks.map((pick) => pick.seq))], reasonOf: reasonIn(selection) },
  };
}

/** What picks weigh whatever their text. */
export function fixedIn(picks: readonly Pick[]): Fixed {
  const found = new Map<number, number>();
  for (const pick of picks) {
    const tokens = fixedWeight(pick);
    if (tokens !== undefined) found.set(pick.seq, tokens);
  }
  return found.size === 0 ? NONE_FIXED : found;
}

/** The anchors before an entry; the same list for as long as no other came. */
const createPassed = (all: readonly AnchorRow[]): ((first: number) => readonly AnchorRow[]) => {
  let passed: readonly AnchorRow[] = [];
  return (first) => {
    const grew = (all[passed.length]?.seq ?? Number.POSITIVE_INFINITY) < first;
    const shrank = (passed.at(-1)?.seq ?? 0) >= first;
    if (grew || shrank) passed = all.filter((anchor) => anchor.seq < first);
    return passed;
  };
};
