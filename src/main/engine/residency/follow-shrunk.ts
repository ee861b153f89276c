import type { EntryRow, StepRow } from '../../../shared/model/index.ts';
import type { PolicyChoice } from '../../../shared/model/policy.ts';
import { type Hints, NO_WEIGHTS, weightOf } from '../formats/context/hints.ts';
import { opensTurn } from '../formats/context/rows.ts';
import type { Pick } from '../formats/context/selection.ts';
import { changeTo, createPlainFollower, decided, fixedIn, type Told } from './follow-plain.ts';
import { type Asked, type Followed, type Follower, type Rows, reasonIn, type Work } from './held.ts';
import { without } from './ranges.ts';
import type { Change, Fixed } from './stays.ts';
import { createTurns, type Kept, type Turns } from './turns.ts';

/** What is in a context: of the turns, and next to them what belongs to the step itself and what the strategy brought. */
interface Context {
  turns: Turns;
  kept: Kept;
  beside: ReadonlySet<number>;
}

/**
 * Contexts of a strategy, which shrinks what `last-anchor` shows (views/strategies.ts): that is followed, and what the strategy keeps of it is
 * found without looking at all of it again.
 */
export function createShrunkFollower(asked: Asked, source: Rows, work: Work): Follower {
  const { choice } = asked;
  const plain = createPlainFollower({ ...asked, choice: { type: 'last-anchor' } }, source, work, true);
  const rowOf = source.row ?? ((seq: number) => source.entriesAt([seq])[0]);
  let before: Context | null = null;
  let scale: Hints['weights'] | string | null = null;

  const forget = (): void => {
    plain.forget();
    before = null;
  };

  /** What `last-anchor` shows now, and its turns: those of the step before with what came, where that is all there is to it. */
  const follow = (step: StepRow, weigh: (pick: Pick) => number): { told: Told; picks: readonly Pick[]; turns: Turns } => {
    const told = plain.next(step);
    if (told.whole !== null) return { told, picks: told.whole.selection.picks, turns: createTurns(told.whole, { rowOf, weigh }) };
    const picks = told.appended?.();
    if (picks && before?.turns.append(picks.filter(({ seq }) => seq < step.first))) return { told, picks, turns: before.turns };
    forget();
    return follow(step, weigh);
  };

  const wholly = (step: StepRow, hints: Hints): Followed => {
    forget();
    const whole = decided({ ...asked, step, hints }, source, work);
    return { change: changeTo(whole), fixed: fixedIn(whole.selection.picks), whole };
  };

  return (step, hints = {}, touched = []) => {
    // Tokens that were weighed for one model say nothing about another.
    const scaled = choice.type === 'compact' ? (hints.weights ?? step.model) : null;
    if (scaled !== scale || (choice.type === 'compact' && touched === null)) forget();
    else if (choice.type === 'compact') before?.turns.reweigh(touched ?? []);
    scale = scaled;
    const weigh = (pick: Pick): number => weightIn(pick, rowOf(pick.seq), hints, step);
    const brought = broughtIn(choice, hints);
    if (brought === null) return wholly(step, hints);
    const { told, picks, turns } = follow(step, weigh);
    const own = picks.filter(({ seq }) => seq >= step.first);
    const rows = own.flatMap(({ seq }) => rowOf(seq) ?? []);
    if (rows.some(({ calls, results }) => calls.length + results.length > 0)) return wholly(step, hints);
    const prompted = rows.some(isPrompt);
    const fixed = own.reduce((sum, pick) => sum + weigh(pick), 0);
    const kept = choice.type === 'compact' ? turns.within(choice.budget, fixed, prompted) : turns.newestTurn(prompted);
    const beside = new Set([...own.map(({ seq }) => seq), ...brought.filter((seq) => seq < step.first)]);
    const now: Context = { turns, kept, beside };
    const change = before?.turns === turns ? grown(before, now) : anew(now);
    before = now;
    const reasonOf = createReasons(choice, now, told, () => reasonIn(decided({ ...asked, step, hints }, source, work).selection));
    return { change: { ...change, reasonOf }, fixed: fixedOf(told, now), whole: null };
  };
}

const weightIn = (pick: Pick, row: EntryRow | undefined, { weights = NO_WEIGHTS }: Hints, { model }: StepRow): number =>
  row ? weightOf(pick, row, weights, model).value : 0;

/** What a strategy brings from elsewhere; null where nobody found that out. */
const broughtIn = ({ type }: PolicyChoice, { cited, recalled }: Hints): readonly number[] | null => {
  if (type === 'compact') return [];
  return (type === 'summary' ? cited : recalled)?.map(({ seq }) => seq) ?? null;
};

const isPrompt = (row: EntryRow): boolean => row.kind !== 'system' && opensTurn(row);

type Came = { type: 'anew'; seqs: readonly number[] } | { type: 'grown'; came: readonly number[]; left: readonly number[] };

const anew = ({ turns, kept, beside }: Context): Came => ({
  ...{ type: 'anew', seqs: [...new Set([...turns.state, ...turns.seqsOf(kept), ...beside])] },
});

const grown = (before: Context, now: Context): Came => {
  const between = (a: Kept, b: Kept): number[] => now.turns.seqsOf({ said: without(a.said, b.said), extra: without(a.extra, b.extra) });
  const left = [...between(before.kept, now.kept), ...before.beside].filter((seq) => !isIn(now, seq));
  return { type: 'grown', came: [...new Set([...between(now.kept, before.kept), ...now.beside])], left: [...new Set(left)] };
};

const isIn = ({ turns, kept, beside }: Context, seq: number): boolean => beside.has(seq) || turns.has(kept, seq);

const fixedOf = ({ fixed }: Told, now: Context): Fixed =>
  fixed.size === 0 ? fixed : new Map([...fixed].filter(([seq]) => isIn(now, seq)));

/** Why an entry left: the strategy dropped it; else what `last-anchor` says. Of what was brought, a whole selection knows that alone. */
const createReasons = (
  { type }: PolicyChoice,
  { turns }: Context,
  { change }: Told,
  whole: () => Change['reasonOf'],
): Change['reasonOf'] => {
  let found: Change['reasonOf'] | null = null;
  return (seq) => {
    if (turns.knows(seq)) return type === 'compact' ? 'over-budget' : 'not-selected';
    if (change.type === 'anew' || change.left.includes(seq)) return change.reasonOf(seq);
    found ??= whole();
    return found(seq);
  };
};
