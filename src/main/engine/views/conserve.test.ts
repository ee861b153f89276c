import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type PolicyChoice, parsePolicy } from '../../../shared/model/policy.ts';
import type { Hints } from '../formats/context/hints.ts';
import { rulesOf } from '../formats/rules.ts';
import { conserve, type Gap } from './conserve.ts';
import { chooseFrom } from './material.ts';
import { happenings, turns } from './testing/arbitrary.ts';
import { bubSession, claudeSession, type Happening, type MadeSession } from './testing/session.ts';
import { sourceOf } from './testing/source.ts';

/** Every policy that a step of this session can be seen under. */
const policiesAt = (session: MadeSession, first: number): PolicyChoice[] => [
  ...['as-recorded', 'last-anchor', 'full', 'compact:1', 'compact:200', 'summary', 'memory:x'].map((text) => parsePolicy(text)),
  ...session.anchors.filter((anchor) => anchor.seq < first).map((anchor) => parsePolicy(`from-anchor:${anchor.name}`)),
];

/** How often each entry before `first` is told, in blocks and omissions together. */
const told = (picks: readonly { seq: number }[], gaps: readonly Gap[], first: number): number[] => {
  const times = new Array<number>(first - 1).fill(0);
  const tell = (seq: number): void => {
    if (seq < first) times[seq - 1] = (times[seq - 1] ?? 0) + 1;
  };
  for (const pick of picks) tell(pick.seq);
  for (const gap of gaps) for (const [from, to] of gap.ranges) for (let seq = from; seq <= to; seq += 1) tell(seq);
  return times;
};

/** Any entries at all may be cited and recalled: every third, and some that are not there. */
const hints = (session: MadeSession): Hints => {
  const brought = [...session.rows.filter(({ seq }) => seq % 3 === 0).map(({ seq }) => seq), 0, 10_000].map((seq) => ({ seq, why: 'x' }));
  return { cited: brought, recalled: brought.toReversed() };
};

const checkAll = (format: string, session: MadeSession): void => {
  for (const step of session.steps)
    for (const choice of policiesAt(session, step.first)) {
      const request = { rules: rulesOf(format), choice, step, anchors: session.anchors, agentTape: false, hints: hints(session) };
      const { material, selection } = chooseFrom(request, sourceOf(session));
      const { picks, gaps } = conserve(selection, step.first, material.rows);
      expect(told(picks, gaps, step.first)).toEqual(new Array(step.first - 1).fill(1));
      for (const gap of gaps) checkGap(gap, session, step.first, picks.length);
    }
};

const checkGap = (gap: Gap, session: MadeSession, first: number, blocks: number): void => {
  const entries = gap.ranges.flatMap(([from, to]) => session.rows.slice(from - 1, to));
  expect(gap.count).toBe(entries.length);
  expect(entries.every((row) => row.seq < first)).toBe(true);
  const kinds: Record<string, number> = {};
  for (const row of entries) kinds[row.kind] = (kinds[row.kind] ?? 0) + 1;
  expect(gap.byKind).toEqual(kinds);
  expect(gap.after).toBeGreaterThanOrEqual(0);
  expect(gap.after).toBeLessThanOrEqual(blocks);
};

const compaction = (keep: number) => ({ type: 'compaction' as const, keep, known: false });

/** A person goes back to an entry that an older compaction kept: the chain leads past a newer one that kept nothing. */
const BACK_PAST_A_COMPACTION: Happening[] = [
  ...[compaction(1), compaction(1), compaction(0)],
  { type: 'rewind', to: 0 },
  { type: 'answer', lines: 1, calls: 0, late: false },
];

describe('the conservation law: every entry before a step is in one block or one omission', () => {
  it('holds for Claude Code sessions, whatever happens in them', () => {
    fc.assert(
      fc.property(happenings, (list) => checkAll('claude-code', claudeSession(list))),
      { numRuns: 150, examples: [[BACK_PAST_A_COMPACTION]] },
    );
  });

  it('holds for Bub tapes, with and without a first anchor', () => {
    fc.assert(
      fc.property(turns, fc.boolean(), (list, withStart) => checkAll('bub', bubSession(list, withStart))),
      { numRuns: 150 },
    );
  });

  it('holds for native tapes, whose anchors are in the context', () => {
    fc.assert(
      fc.property(turns, fc.boolean(), (list, withStart) => checkAll('native', bubSession(list, withStart))),
      { numRuns: 100 },
    );
  });

  it.each(['codex', 'pi', 'openclaw'])('holds under the rules of %s for whatever happens in sessions that it never wrote', (format) => {
    fc.assert(
      fc.property(happenings, (list) => checkAll(format, claudeSession(list))),
      { numRuns: 50 },
    );
  });

  it('holds for selections that make no sense', () => {
    const selection = fc.record({
      picks: fc.array(fc.record({ seq: fc.integer({ min: 1, max: 60 }) })),
      below: fc.option(fc.integer({ min: 1, max: 60 })),
      reasons: fc.array(fc.tuple(fc.integer({ min: 1, max: 60 }), fc.constantFrom('subagent' as const, 'sidecar' as const))),
    });
    fc.assert(
      fc.property(selection, fc.integer({ min: 1, max: 50 }), ({ picks, below, reasons }, first) => {
        const anchor = { seq: below ?? 1, name: 'a', derived: false, type: 'anchor' as const, compaction: null, before: {} };
        const floor = below === null ? null : { below, reason: 'before-anchor' as const, anchor };
        const whole = { picks, floor, reasons: new Map(reasons), otherwise: 'not-selected' as const, shaping: [], lead: 0, findings: [] };
        const done = conserve(whole, first, new Map());
        expect(told(done.picks, done.gaps, first)).toEqual(new Array(first - 1).fill(1));
      }),
    );
  });
});

describe('omissions', () => {
  const plain = (reasons: [number, 'other-branch' | 'sidecar'][], picks: number[]) => ({
    ...{ picks: picks.map((seq) => ({ seq })), floor: null, shaping: [], lead: 0, findings: [] },
    ...{ reasons: new Map(reasons), otherwise: 'not-selected' as const },
  });

  it('are where the entries would have been, bookkeeping once at the end', () => {
    const { gaps } = conserve(
      plain(
        [
          [2, 'other-branch'],
          [3, 'sidecar'],
          [4, 'other-branch'],
          [6, 'sidecar'],
        ],
        [1, 5],
      ),
      8,
      new Map(),
    );
    expect(gaps.map(({ reason, ranges, after }) => ({ reason, ranges, after }))).toEqual([
      {
        reason: 'other-branch',
        ranges: [
          [2, 2],
          [4, 4],
        ],
        after: 1,
      },
      {
        reason: 'sidecar',
        ranges: [
          [3, 3],
          [6, 6],
        ],
        after: 2,
      },
      { reason: 'not-selected', ranges: [[7, 7]], after: 2 },
    ]);
  });

  it('are listed once when they are scattered over very many places', () => {
    const odd = Array.from({ length: 100 }, (_, at) => 2 * at + 1);
    const { gaps } = conserve(
      plain(
        odd.map((seq) => [seq + 1, 'other-branch']),
        odd,
      ),
      201,
      new Map(),
    );
    expect(gaps).toMatchObject([{ reason: 'other-branch', count: 100, after: 100 }]);
  });
});
