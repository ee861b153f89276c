import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rules } from '../formats/context/rules.ts';
import type { Pick } from '../formats/context/selection.ts';
import { rulesOf } from '../formats/rules.ts';
import { differenceOf, type Seen, seenOf } from './changes.ts';
import { chooseFrom } from './material.ts';
import { changesSince } from './since.ts';
import { happenings, turns } from './testing/arbitrary.ts';
import { bubSession, claudeSession, type MadeSession } from './testing/session.ts';
import { sourceOf } from './testing/source.ts';

const policies = ['as-recorded', 'last-anchor', 'full'] as const;

const contextsOf = (session: MadeSession, rules: Rules, type: (typeof policies)[number]): Seen[] =>
  session.steps.map((step) => {
    const request = { rules, choice: { type }, step, anchors: session.anchors, agentTape: false };
    return seenOf(chooseFrom(request, sourceOf(session)));
  });

const seqs = (picks: Iterable<{ seq: number }>): number[] => [...picks].map(({ seq }) => seq).sort((a, b) => a - b);
const byEntry = (picks: readonly Pick[]): Seen['picks'] => new Map(picks.map((pick) => [pick.seq, pick]));

/** What must hold of any two contexts. */
const holds = (now: Seen, then: Seen): void => {
  const there = differenceOf(now, then);
  const back = differenceOf(then, now);
  const changed = there.changed.map(({ pick }) => pick);
  const union = [...new Set([...now.picks.keys(), ...then.picks.keys()])].sort((a, b) => a - b);
  expect(seqs([...there.added, ...there.gone, ...changed, ...there.same])).toEqual(union);
  expect(seqs(there.added)).toEqual(seqs(back.gone));
  expect(seqs(there.gone)).toEqual(seqs(back.added));
  expect(seqs(changed)).toEqual(seqs(back.changed.map(({ pick }) => pick)));
  expect(changesSince(then.step, [...now.picks.values()], [...then.picks.values()])).toEqual({
    step: then.step,
    added: there.added.length,
    gone: there.gone.length,
  });
};

const pairsHold = (contexts: readonly Seen[]): void => {
  for (const [at, now] of contexts.entries()) for (const then of [contexts[at - 1], contexts[0], now]) if (then) holds(now, then);
};

describe('the difference of two contexts', () => {
  it('parts every entry of a Claude session in one of four lists, and mirrors', () => {
    fc.assert(
      fc.property(happenings, fc.constantFrom(...policies), (drawn, policy) =>
        pairsHold(contextsOf(claudeSession(drawn), rulesOf('claude-code'), policy)),
      ),
      { numRuns: 150 },
    );
  });

  it('does so for Bub, whose requests bring their own prompts', () => {
    fc.assert(
      fc.property(turns, fc.constantFrom(...policies), (drawn, policy) =>
        pairsHold(contextsOf(bubSession(drawn, true), rulesOf('bub'), policy)),
      ),
      { numRuns: 100 },
    );
  });

  it('mirrors whatever order and marks two contexts have', () => {
    const context = fc.uniqueArray(fc.record({ seq: fc.integer({ min: 1, max: 12 }), cleared: fc.boolean() }), {
      selector: ({ seq }) => seq,
    });
    const corrected = fc.array(fc.tuple(fc.integer({ min: 1, max: 12 }), fc.integer({ min: 13, max: 15 })), { maxLength: 3 });
    const seen = (step: number): fc.Arbitrary<Seen> =>
      fc.record({ picks: context, corrected, carriedBy: fc.option(fc.integer({ min: 1, max: 12 })) }).map((drawn) => ({
        ...{ step, picks: byEntry(drawn.picks), carriedBy: drawn.carriedBy, corrected: new Map(drawn.corrected) },
      }));
    fc.assert(fc.property(seen(2), seen(1), holds), { numRuns: 300 });
  });

  it('tells what is in another place, and nothing else', () => {
    const of = (step: number, order: number[]): Seen => ({
      ...{ step, picks: byEntry(order.map((seq) => ({ seq }))), carriedBy: null, corrected: new Map() },
    });
    const { changed, same } = differenceOf(of(2, [1, 4, 2, 3]), of(1, [1, 2, 3, 4]));
    expect(changed).toEqual([{ pick: { seq: 4 }, changes: [{ type: 'moved' }] }]);
    expect(seqs(same)).toEqual([1, 2, 3]);
  });
});
