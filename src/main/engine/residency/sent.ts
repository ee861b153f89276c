import type { EntryRow, StepRow } from '../../../shared/model/index.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import { grow } from '../formats/context/growth.ts';
import { type Growth, heldBy, heldIn, hold, release, type Weighed, weightBy } from '../formats/context/growth-state.ts';
import { type Scale, scaleFor } from '../formats/context/models.ts';
import { estimate } from '../formats/context/tokens.ts';
import { listGrowth } from '../views/list-growth.ts';
import { createPlainFollower, decided, type Found, type Told } from './follow-plain.ts';
import type { Work } from './held.ts';
import type { Whole } from './material.ts';

/** One context by the agent's own rules, and what the recorded sizes say by then. */
export interface Sent {
  told: Told;
  growth: Growth | null;
  /** What the sizes say does not go on from the step before. */
  anew: boolean;
}

/** Follows what an agent sent, step by step, whatever policy is asked for: what was recorded of it weighs the entries of all others. */
export function createSent({ asked, source, weights }: Pick<Whole, 'asked' | 'source' | 'weights'>, work: Work, growing: boolean) {
  const agent = { ...asked, choice: { type: 'as-recorded' } as const };
  const follower = createPlainFollower(agent, source, work, growing);
  const counted = ({ seq }: { seq: number }): number | undefined => weights.counts.get(seq);
  let list: Growth | null = null;

  /** A list grows by what came; where it began at another place, or something was taken back, all is looked at. */
  const listed = ({ change, whole }: Told, request: StepRow): boolean => {
    const left = list === null || change.type === 'anew' ? null : source.entriesAt(change.left);
    const anew = (): true => {
      list = listGrowth(asked, whole ?? decided({ ...agent, step: request }, source, work), source, counted);
      return true;
    };
    if (list === null || change.type === 'anew' || left === null || !left.every(isSystem)) return anew();
    const { entries: known } = list;
    const came = source.entriesAt(change.came.filter((seq) => !known.has(seq)).sort((a, b) => a - b));
    const [systems, rows] = [came.filter(isSystem), came.filter((row) => !isSystem(row))];
    const weights = weightsNow(list, left, systems, { counted, scale: scaleFor(request.model) });
    // A recorded size has no room for the new prompt, or had none for the one before: what that said of all weights has to be found again.
    if (weights === null) return anew();
    const taken = replaceSystem(list, left, systems, weights, counted);
    list.room -= taken.more;
    grow(list, { request, rows, outputOf: (step) => source.step(step).usage?.output ?? null, counted, habits: asked.rules.habits });
    if (list.touched !== null) list.touched = [...list.touched, ...taken.systems];
    return false;
  };

  return (step: StepRow, found?: Found): Sent => {
    const told = follower.next(step, found);
    if (asked.rules.tree) return { told, growth: told.growth ?? null, anew: told.whole !== null };
    return { told, anew: listed(told, step), growth: list };
  };
}

const isSystem = ({ kind, flags }: EntryRow): boolean => kind === 'system' && has(flags, Flag.StepPrompt);

interface Weighing {
  counted: (row: EntryRow) => number | undefined;
  scale: Scale;
}

/** What the system prompts of a request weigh: as much as those before where these are as long. Null where recorded sizes have no room for them. */
const weightsNow = (list: Growth, before: readonly EntryRow[], now: readonly EntryRow[], { counted, scale }: Weighing): number[] | null => {
  const own = (row: EntryRow): number => counted(row) ?? estimate(row, scale);
  const weights = now.map(own);
  if (now.length === before.length && before.every((row, at) => own(row) === weights[at]))
    return before.map(({ seq }) => weightBy(list, seq) ?? 0);
  const more = sum(weights) - before.reduce((total, { seq }) => total + heldBy(list, seq), 0);
  if (list.room < 0 || more > list.room) return null;
  return weights;
};

const sum = (all: readonly number[]): number => all.reduce((total, one) => total + one, 0);

/** A system prompt is sent with each request: the one of a step takes the place of the one before it in all that was measured. Answers how much more it weighs. */
const replaceSystem = (
  list: Growth,
  before: readonly EntryRow[],
  now: readonly EntryRow[],
  weights: readonly number[],
  counted: Weighing['counted'],
): { more: number; systems: Weighed[] } => {
  const held = heldIn(list);
  for (const { seq } of before) {
    release(list, seq);
    list.entries.delete(seq);
  }
  const systems = now.map((row, at) => hold(list, row, weights[at] ?? 0, counted(row) !== undefined));
  const more = Math.round(heldIn(list) - held);
  if (list.base !== null) list.base -= more;
  return { more, systems };
};
