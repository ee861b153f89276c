import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { EntryRow, StepRow } from '../../../shared/model/index.ts';
import type { PolicyChoice } from '../../../shared/model/policy.ts';
import { Flag, has } from '../../../shared/model/vocabulary.ts';
import type { Hints } from '../formats/context/hints.ts';
import { rulesOf } from '../formats/rules.ts';
import { happenings, turns } from '../views/testing/arbitrary.ts';
import { bubSession, claudeSession, type Happening, type MadeSession } from '../views/testing/session.ts';
import { sourceOf } from '../views/testing/source.ts';
import { createFollower } from './follow.ts';
import type { Work } from './held.ts';
import { createStays } from './stays.ts';

const CHOICES: readonly PolicyChoice[] = [{ type: 'as-recorded' }, { type: 'last-anchor' }, { type: 'full' }];

type HintsOf = (step: StepRow) => Hints;

const STRATEGIES: readonly PolicyChoice[] = [{ type: 'compact', budget: 500 }, { type: 'summary' }];

/** A session that says which program wrote it. */
type Written = MadeSession & { writer?: string };

/** The stays of a session, in an order that does not depend on how they were found. */
const follow = (session: Written, format: string, choice: PolicyChoice, growing: boolean, hintsOf: HintsOf = () => ({})) => {
  const work: Work = { rows: 0, whole: 0 };
  const { writer } = session;
  const asked = {
    rules: rulesOf(format),
    choice,
    anchors: session.anchors,
    agentTape: false,
    writers: writer ? [[1, writer] as const] : [],
  };
  const next = createFollower(asked, sourceOf(session), work, growing);
  const stays = createStays(session.rows.length);
  const named = choice.type === 'from-anchor' ? (session.anchors.find(({ name }) => name === choice.name)?.seq ?? 0) : 0;
  const steps = session.steps.filter((step) => !step.sidechain && step.first > named);
  const fixed: (readonly [number, number])[][] = [];
  for (const step of steps) {
    const told = next(step, hintsOf(step));
    stays.add(told.change);
    fixed.push([...told.fixed].sort(([a], [b]) => a - b));
  }
  const { seq, from, to, reason } = stays.end();
  const rows = seq.map((one, at) => [one, from[at], to[at], reason[at]].join(' ')).sort();
  return { rows, fixed, work, steps: steps.length };
};

const same = (session: Written, format: string, choice: PolicyChoice, hintsOf?: HintsOf): void => {
  const grown = follow(session, format, choice, true, hintsOf);
  const whole = follow(session, format, choice, false, hintsOf);
  expect(grown.rows).toEqual(whole.rows);
  expect(grown.fixed).toEqual(whole.fixed);
};

/** The first anchor by its name, which is asked of all steps after it. */
const fromFirst = ({ anchors }: MadeSession): PolicyChoice[] => anchors.slice(0, 1).map(({ name }) => ({ type: 'from-anchor', name }));

/** The same session with its leaves hung elsewhere: late attachments on old entries, some of them prompts that nobody continued from. */
const tangled = (session: MadeSession, places: readonly number[]): MadeSession => {
  const parents = new Set(session.rows.map(({ parentSeq }) => parentSeq));
  const hung = (row: EntryRow, at: number): EntryRow => {
    const place = places[at % Math.max(1, places.length)] ?? 0;
    if (parents.has(row.seq) || !has(row.flags, Flag.Meta) || row.seq === 1) return row;
    // Not far back, so that many hang on what is in context.
    const parentSeq = Math.max(1, row.seq - 1 - (place % 12));
    return { ...row, parentSeq, ...(place % 3 === 0 && { flags: Flag.Sent | Flag.Prompt }) };
  };
  return { ...session, rows: session.rows.map(hung) };
};

/** The same session with its results told later, some of them not before the next steps: what a call belongs to then changes after it. */
const delayed = (session: MadeSession, places: readonly number[]): MadeSession => {
  const results = new Map<number, readonly string[]>();
  for (const [at, row] of session.rows.entries()) {
    const later = Math.min(session.rows.length, row.seq + ((places[at % Math.max(1, places.length)] ?? 0) % 9));
    if (row.results.length > 0) results.set(later, [...(results.get(later) ?? []), ...row.results]);
  }
  return { ...session, rows: session.rows.map((row) => ({ ...row, results: [...(results.get(row.seq) ?? [])] })) };
};

/** The same session of a program that may lose what is not on its chain when it begins again: recorded sizes, which grow by such numbers, tell. */
const forgetful = (session: MadeSession, sizes: readonly number[]): Written => {
  let input = 20_000;
  const steps = session.steps.map((step, at) => {
    input = Math.max(1000, input + (sizes[at % Math.max(1, sizes.length)] ?? 0));
    return { ...step, usage: { input, output: 10, cacheRead: 0, cacheWrite: 0 } };
  });
  return { ...session, steps, rows: session.rows.map((row) => ({ ...row, chars: 4000 })), writer: '2.1.0' };
};

const hung = fc.constant({ type: 'attachment' as const, beside: true, excluded: false });
const answered = fc.record({
  type: fc.constant('answer' as const),
  lines: fc.integer({ min: 1, max: 3 }),
  calls: fc.nat(3),
  late: fc.boolean(),
});
const busy: fc.Arbitrary<Happening[]> = fc.array(fc.oneof({ weight: 2, arbitrary: hung }, { weight: 2, arbitrary: answered }), {
  maxLength: 40,
});

describe('following growth', () => {
  it('comes to the same as deciding each step again: Claude Code', () => {
    fc.assert(
      fc.property(happenings, fc.nat(CHOICES.length), (list, which) => {
        const session = claudeSession(list);
        for (const choice of CHOICES[which] ? [CHOICES[which]] : fromFirst(session)) same(session, 'claude-code', choice);
      }),
      { numRuns: 500 },
    );
  });

  it('comes to the same where compactions follow each other, and keep what comes before them', () => {
    const compaction = fc.record({ type: fc.constant('compaction' as const), keep: fc.nat(5), known: fc.boolean() });
    fc.assert(
      fc.property(fc.array(fc.oneof(answered, compaction, hung), { maxLength: 20 }), fc.boolean(), (list, named) => {
        const session = claudeSession(list);
        for (const choice of named ? fromFirst(session) : [{ type: 'full' as const }]) same(session, 'claude-code', choice);
      }),
      { numRuns: 300 },
    );
  });

  it('comes to the same where thinking is not shown again: after a prompt, behind a login, by another model', () => {
    const some = fc.oneof(
      fc.record({ type: fc.constant('answer' as const), lines: fc.integer({ min: 1, max: 3 }), calls: fc.nat(1), late: fc.boolean() }),
      fc.constantFrom<Happening>({ type: 'prompt' }, { type: 'login' }),
      fc.record({ type: fc.constant('model' as const), forgets: fc.boolean() }),
    );
    fc.assert(
      fc.property(fc.array(some, { maxLength: 15 }), (list) => same(claudeSession(list), 'claude-code', { type: 'as-recorded' })),
      { numRuns: 200 },
    );
  });

  it('comes to the same where a program began again and lost what is not on its chain', () => {
    const some = fc.oneof(answered, hung, fc.constant<Happening>({ type: 'prompt' }), fc.constant<Happening>({ type: 'lost-parent' }));
    const sizes = fc.array(fc.integer({ min: -4000, max: 6000 }), { minLength: 1, maxLength: 20 });
    fc.assert(
      fc.property(fc.array(some, { maxLength: 25 }), sizes, (list, grows) =>
        same(forgetful(claudeSession(list), grows), 'claude-code', { type: 'as-recorded' }),
      ),
      { numRuns: 400 },
    );
  });

  it('comes to the same where things are hung on old entries later', () => {
    fc.assert(
      fc.property(busy, fc.array(fc.nat(1000), { minLength: 5, maxLength: 40 }), fc.constantFrom(...CHOICES), (list, places, choice) =>
        same(tangled(claudeSession(list), places), 'claude-code', choice),
      ),
      { numRuns: 400 },
    );
  });

  it('comes to the same as deciding each step again: Bub, native tapes and plain lists', () => {
    fc.assert(
      fc.property(turns, fc.boolean(), fc.constantFrom('bub', 'native', 'codex'), (list, withStart, format) => {
        const session = bubSession(list, withStart);
        for (const choice of [...CHOICES, ...fromFirst(session)]) same(session, format, choice);
      }),
      { numRuns: 150 },
    );
  });

  it('looks at each row a few times, however long the session: work follows what changes', () => {
    const answers = Array.from({ length: 300 }, () => ({ type: 'answer' as const, lines: 2, calls: 2, late: false }));
    const plain = claudeSession(answers);
    const turned = bubSession(
      Array.from({ length: 300 }, () => ({ calls: 2, handoff: false, excluded: false, byModel: false, started: true })),
      true,
    );
    for (const [session, format] of [
      [plain, 'claude-code'],
      [turned, 'bub'],
      [turned, 'native'],
    ] as const) {
      for (const choice of [...CHOICES, ...STRATEGIES]) {
        const { work, steps } = follow(session, format, choice, true, () => ({ cited: [{ seq: 2, why: 'cited' }] }));
        expect(steps).toBe(300);
        expect(work.whole).toBeLessThanOrEqual(2);
        expect(work.rows).toBeLessThan(4 * session.rows.length);
      }
    }
  });

  it('decides a chain with nothing next to it once, whatever its program may lose', () => {
    const list = Array.from({ length: 300 }, (): Happening[] => [{ type: 'prompt' }, { type: 'answer', lines: 1, calls: 0, late: false }]);
    const session = forgetful(claudeSession(list.flat()), [2000]);
    const { work, steps } = follow(session, 'claude-code', { type: 'as-recorded' }, true);
    expect(steps).toBe(300);
    expect(work.whole).toBe(1);
  });

  it('goes through compactions without looking at all that comes before them again', () => {
    const list = Array.from({ length: 300 }, (_, at): Happening[] => [
      { type: 'answer', lines: 2, calls: 2, late: false },
      ...(at % 3 === 0 ? [{ type: 'compaction' as const, keep: at % 2, known: at % 4 < 2 }] : []),
    ]);
    const session = claudeSession(list.flat());
    for (const choice of [{ type: 'full' as const }, ...fromFirst(session)]) {
      const { work, steps } = follow(session, 'claude-code', choice, true);
      expect(steps).toBeGreaterThan(298);
      expect(work.whole).toBe(1);
      expect(work.rows).toBeLessThan(2 * session.rows.length);
    }
  });
});

/** A tape of any format, its entries of any weight, and what is known of them. */
const weighed = fc
  .record({
    session: fc.oneof(
      happenings.map((list) => ({ format: 'claude-code', ...claudeSession(list) })),
      fc.tuple(busy, fc.array(fc.nat(1000), { minLength: 5 })).map(([list, places]) => ({
        ...{ format: 'claude-code', ...tangled(claudeSession(list), places) },
      })),
      happenings.map((list) => ({ format: 'codex', ...claudeSession(list) })),
      fc
        .tuple(turns, fc.boolean(), fc.constantFrom('bub', 'native', 'codex'), fc.array(fc.nat(1000)))
        .map(([list, withStart, format, places]) => ({ format, ...delayed(bubSession(list, withStart), places) })),
    ),
    weights: fc.array(fc.nat(40), { minLength: 3, maxLength: 60 }),
  })
  .map(({ session, weights }) => {
    const estimates = new Map(session.rows.map(({ seq }) => [seq, weights[seq % weights.length] ?? 0]));
    return { session, hints: { weights: { counts: new Map<number, number>(), estimates } } };
  });

describe('following strategies', () => {
  it('comes to the same as deciding each step again: a budget', () => {
    fc.assert(
      fc.property(weighed, fc.oneof(fc.nat(250), fc.nat(1200)), fc.boolean(), ({ session, hints }, budget, counted) =>
        same(session, session.format, { type: 'compact', budget: budget + 1 }, () => (counted ? hints : {})),
      ),
      { numRuns: 600 },
    );
  });

  it('comes to the same as deciding each step again: what is brought from anywhere', () => {
    fc.assert(
      fc.property(weighed, fc.array(fc.nat(1000), { maxLength: 30 }), fc.boolean(), ({ session }, picks, cited) => {
        const hintsOf: HintsOf = ({ step, first }) => {
          // Some are brought at all steps, some at a few.
          const brought = picks
            .filter((pick, at) => at % 3 === 0 || (pick + step) % 3 === 0)
            .map((pick) => ({ seq: 1 + (pick % first), why: 'brought' }));
          return cited ? { cited: brought } : { recalled: brought };
        };
        same(session, session.format, cited ? { type: 'summary' } : { type: 'memory', query: 'x' }, hintsOf);
      }),
      { numRuns: 400 },
    );
  });
});
