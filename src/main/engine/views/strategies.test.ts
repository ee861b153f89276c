import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntryRow, StepRow } from '../../../shared/model/index.ts';
import { type PolicyChoice, parsePolicy } from '../../../shared/model/policy.ts';
import { type Brought, type Hints, NO_WEIGHTS, weightOf } from '../formats/context/hints.ts';
import { rulesOf } from '../formats/rules.ts';
import { conserve } from './conserve.ts';
import { groupsOf, rowFinder } from './kept.ts';
import { type Chosen, chooseFrom } from './material.ts';
import { withPairs } from './pairs.ts';
import { happenings, turns } from './testing/arbitrary.ts';
import { bubSession, claudeSession, entry, type MadeSession } from './testing/session.ts';
import { sourceOf } from './testing/source.ts';

const INFINITE = parsePolicy(`compact:${Number.MAX_SAFE_INTEGER}`);
const LAST = parsePolicy('last-anchor');

interface Case {
  format: string;
  session: MadeSession;
}

/** A tape of any format, with entries of any weight. */
const cases: fc.Arbitrary<Case> = fc
  .tuple(
    fc.oneof(
      happenings.map((list): Case => ({ format: 'claude-code', session: claudeSession(list) })),
      happenings.map((list): Case => ({ format: 'codex', session: claudeSession(list) })),
      happenings.map((list): Case => ({ format: 'pi', session: claudeSession(list) })),
      fc.tuple(turns, fc.boolean()).map(([list, start]): Case => ({ format: 'bub', session: bubSession(list, start) })),
      fc.tuple(turns, fc.boolean()).map(([list, start]): Case => ({ format: 'native', session: bubSession(list, start) })),
    ),
    fc.array(fc.nat(900), { minLength: 1, maxLength: 30 }),
  )
  .map(([one, chars]) => ({ ...one, session: weighted(one.session, chars) }));

const weighted = (session: MadeSession, chars: readonly number[]): MadeSession => ({
  ...session,
  rows: session.rows.map((row) => ({ ...row, chars: chars[row.seq % chars.length] ?? 0 })),
});

const choose = ({ format, session }: Case, step: StepRow, choice: PolicyChoice, hints: Hints = {}): Chosen =>
  chooseFrom({ rules: rulesOf(format), choice, step, anchors: session.anchors, agentTape: false, hints }, sourceOf(session));

const weightIn = ({ material, selection }: Chosen): number => {
  const rowOf = rowFinder(material);
  return conserve(selection, material.step.first, material.rows).picks.reduce((sum, pick) => {
    const row = rowOf(pick.seq);
    return sum + (row ? weightOf(pick, row, material.hints.weights ?? NO_WEIGHTS, material.step.model).value : 0);
  }, 0);
};

const seqsIn = ({ selection }: Chosen): number[] => selection.picks.map(({ seq }) => seq);

/** Entries of a selection by the call that they issue or answer. */
const byCall = (chosen: Chosen): Map<string, number[]> => {
  const found = new Map<string, number[]>();
  const rowOf = rowFinder(chosen.material);
  for (const seq of seqsIn(chosen)) {
    const row = rowOf(seq);
    for (const call of [...(row?.calls ?? []), ...(row?.results ?? [])]) found.set(call, [...(found.get(call) ?? []), seq]);
  }
  return found;
};

const eachStep = (check: (one: Case, step: StepRow) => void, runs = 80): void => {
  fc.assert(
    fc.property(cases, (one) => {
      for (const step of one.session.steps) check(one, step);
    }),
    { numRuns: runs },
  );
};

describe('compact', () => {
  it('with a budget that nothing exceeds is last-anchor', () => {
    eachStep((one, step) => expect(choose(one, step, INFINITE).selection.picks).toEqual(choose(one, step, LAST).selection.picks));
  });

  it('keeps its budget, and says so where what is always kept weighs more', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 3000 }), (one, budget) => {
        for (const step of one.session.steps) {
          const chosen = choose(one, step, { type: 'compact', budget });
          const over = chosen.selection.findings.find((finding) => finding.type === 'over-budget');
          if (over) expect(weightIn(chosen)).toBe(over.fixed);
          else expect(weightIn(chosen)).toBeLessThanOrEqual(budget);
        }
      }),
      { numRuns: 80 },
    );
  });

  it('never parts a call from its results, and keeps the order of what it keeps', () => {
    fc.assert(
      fc.property(cases, fc.integer({ min: 1, max: 3000 }), (one, budget) => {
        for (const step of one.session.steps) {
          const whole = choose(one, step, LAST);
          const chosen = choose(one, step, { type: 'compact', budget });
          expect(choose(one, step, { type: 'compact', budget }).selection).toEqual(chosen.selection);
          const kept = new Set(seqsIn(chosen));
          expect(seqsIn(whole).filter((seq) => kept.has(seq))).toEqual(seqsIn(chosen));
          for (const seqs of byCall(whole).values()) expect(new Set(seqs.map((seq) => kept.has(seq))).size).toBe(1);
        }
      }),
      { numRuns: 80 },
    );
  });

  it('goes by counted weights where there are some', () => {
    const session = plain(['go', 'ok', 'on']);
    const counts = new Map(session.rows.map(({ seq }) => [seq, 10]));
    const at = (budget: number) =>
      seqsIn(
        choose(
          { format: 'native', session },
          session.steps[0] as StepRow,
          { type: 'compact', budget },
          { weights: { counts, estimates: new Map() } },
        ),
      );
    expect(at(29)).toEqual([2, 3]);
    expect(at(30)).toEqual([1, 2, 3]);
  });
});

/** A list without anchors: prompts at odd places, answers between, and a step that answers the last. */
const plain = (texts: readonly string[]): MadeSession => {
  const rows: EntryRow[] = texts.map((_, at) =>
    entry({ seq: at + 1, role: at % 2 === 0 ? 'user' : 'assistant', flags: at % 2 === 0 ? (1 << 1) | (1 << 3) : 1 << 3, id: null }),
  );
  const answer = entry({ seq: texts.length + 1, role: 'assistant', step: 1, id: null });
  const step = { step: 1, first: answer.seq, last: answer.seq, line: answer.line, model: 'claude-x', time: null, usage: null };
  return { rows: [...rows, answer], anchors: [], steps: [{ ...step, sidechain: false, synthetic: false, failed: false, origin: null }] };
};

const pairsIn = ({ session }: Case) => ({
  entriesAt: (seqs: readonly number[]) => seqs.flatMap((seq) => session.rows[seq - 1] ?? []),
  tool: (call: string) => ({
    calls: session.rows.filter((row) => row.calls.includes(call)).map(({ seq }) => seq),
    results: session.rows.filter((row) => row.results.includes(call)).map(({ seq }) => seq),
  }),
});

const broughtTo = (one: Case, step: StepRow, picked: readonly number[]): Brought[] => {
  const seqs = [...new Set(picked.map((at) => (at % one.session.rows.length) + 1))];
  return withPairs(
    seqs.map((seq) => ({ seq, why: 'wanted' })),
    step.first,
    pairsIn(one),
  );
};

describe.each(['summary', 'memory:x'])('%s', (policy) => {
  const choice = parsePolicy(policy);

  it('has the state, what is brought in with its pairs, and the newest prompt; same inputs, same answer', () => {
    fc.assert(
      fc.property(cases, fc.array(fc.nat(200), { maxLength: 6 }), (one, picked) => {
        for (const step of one.session.steps) {
          const brought = broughtTo(one, step, picked);
          const hints = { cited: brought, recalled: brought };
          const chosen = choose(one, step, choice, hints);
          expect(choose(one, step, choice, hints).selection).toEqual(chosen.selection);
          const kept = new Set(seqsIn(chosen));
          const compaction = chosen.selection.floor?.anchor.compaction;
          if (policy !== 'summary' || !compaction) for (const { seq } of brought) expect(kept.has(seq)).toBe(true);
          const whole = choose(one, step, LAST);
          for (const pick of whole.selection.picks) if (pick.anchor || pick.seq >= step.first) expect(kept.has(pick.seq)).toBe(true);
          const wide = new Set([...seqsIn(whole), ...seqsIn(chosen)]);
          for (const seqs of byCall(whole).values()) {
            const inside = seqs.filter((seq) => wide.has(seq));
            if (inside.some((seq) => kept.has(seq)) && !brought.some(({ seq }) => inside.includes(seq)))
              expect(inside.every((seq) => kept.has(seq))).toBe(true);
          }
        }
      }),
      { numRuns: 80 },
    );
  });

  it('refuses to decide without what it needs', () => {
    const session = bubSession([{ calls: 0, handoff: false, excluded: false, byModel: false, started: true }], true);
    const ask = () => choose({ format: 'bub', session }, session.steps[0] as StepRow, choice);
    expect(ask).toThrow(/one step at a time/);
  });
});

describe('the halves of a call', () => {
  it('stay together by the newest call, where a log uses one id for all', () => {
    const rows = [
      entry({ seq: 1, calls: ['x'] }),
      entry({ seq: 2, kind: 'tool_result', results: ['x'] }),
      entry({ seq: 3, calls: ['x'] }),
      entry({ seq: 4, kind: 'tool_result', results: ['x'] }),
      entry({ seq: 5, results: ['lost'] }),
    ];
    const session = { ...plain(['a', 'b', 'c', 'd', 'e']), anchors: [] };
    const step = session.steps[0] as StepRow;
    const { material } = choose({ format: 'native', session: { ...session, rows: [...rows, ...session.rows.slice(5)] } }, step, LAST);
    expect(
      groupsOf(
        rowFinder(material),
        rows.map(({ seq }) => ({ seq })),
      ),
    ).toEqual([[0, 1], [2, 3], [4]]);
  });

  it('come together, each once, and a call id that is used again belongs to the newest call before', () => {
    const rows = [
      entry({ seq: 1, calls: ['c'] }),
      entry({ seq: 2, results: ['c'] }),
      entry({ seq: 3, calls: ['c', 'd'] }),
      entry({ seq: 4, results: ['c'] }),
      entry({ seq: 5, results: ['d'] }),
    ];
    const source = pairsIn({ format: 'native', session: { rows, steps: [], anchors: [] } });
    const bring = (seq: number, before = 9) => withPairs([{ seq, why: 'hit' }], before, source).map((one) => `${one.seq} ${one.why}`);
    expect(bring(2)).toEqual(['2 hit', '1 called for entry 2']);
    expect(bring(4)).toEqual(['4 hit', '3 called for entry 4', '5 answers entry 3']);
    expect(bring(4, 5)).toEqual(['4 hit', '3 called for entry 4']);
    expect(bring(9)).toEqual([]);
  });
});
