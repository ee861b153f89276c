import type { AnchorRow, StepRow } from '../../../shared/model/index.ts';
import type { Hints } from '../views/hints.ts';
import { chooseFrom, type RowSource } from '../views/material.ts';
import type { PolicyChoice } from '../views/policy.ts';
import { createChainGrowth } from './grow-chain.ts';
import { growByRow } from './grow-rows.ts';
import { type Asked, type Held, type Next, nameIn, reasonIn, type Work } from './held.ts';
import type { Change } from './stays.ts';

/** Contexts of ascending steps, each as what changed since the one before. `cleared` are entries of which only a placeholder was sent. */
export type Follower = (step: StepRow, hints?: Hints) => { change: Change; cleared: ReadonlySet<number> };

/** Policies under which a context goes on from the one before; the others weigh each context as a whole. */
const GROWING: ReadonlySet<PolicyChoice['type']> = new Set<PolicyChoice['type']>(['as-recorded', 'last-anchor', 'from-anchor', 'full']);

const NOTHING: ReadonlySet<number> = new Set();

/**
 * Decides a context anew only where it must: where the step before leads to this one by growth alone, only what came is looked at. Whatever is
 * not certain is decided as a whole; that both come to the same is a property test. `growing` off decides each step as a whole.
 */
export const createFollower = (asked: Asked, source: RowSource, work: Work, growing = true): Follower => {
  const selector = asked.rules.selectors[asked.choice.type];
  const name = nameIn(asked);
  const anchorsOf = createPassed(asked.anchors);
  const chain = createChainGrowth(source, work, asked.choice.type !== 'as-recorded');
  let held: Held | null = null;
  let cleared = NOTHING;

  const anew = (next: Next): Change => {
    const { material, selection } = chooseFrom({ ...asked, step: next.step, ...(next.hints && { hints: next.hints }) }, source);
    work.rows += material.rows.size + material.own.length;
    work.whole += 1;
    held = { ...next, material, selection };
    chain.begin(held);
    const gone = selection.picks.flatMap((pick) => (pick.cleared ? [pick.seq] : []));
    cleared = gone.length === 0 ? NOTHING : new Set(gone);
    return { type: 'anew', seqs: [...new Set(selection.picks.map((pick) => pick.seq))], reasonOf: reasonIn(selection) };
  };

  const grows = growing && GROWING.has(asked.choice.type);

  const grown = (before: Held, next: Next): Change | null => {
    if (next.asked !== before.asked || next.step.first <= before.step.first) return null;
    if (selector.byRow) {
      const found = growByRow(before, next, asked, source, work);
      if (found === null) return null;
      held = found.held;
      return found.change;
    }
    const came = before.selection.trail ? chain.grow(before, next) : null;
    if (came === null) return null;
    held = { ...before, ...next };
    return { type: 'grown', came, left: [], reasonOf: reasonIn(before.selection) };
  };

  return (step, hints) => {
    const anchors = anchorsOf(step.first);
    const next = { step, hints, anchors, asked: Math.min(selector.from(step, anchors, name), step.first) };
    const change = (grows && held !== null ? grown(held, next) : null) ?? anew(next);
    return { change, cleared };
  };
};

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
