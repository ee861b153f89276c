import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Residency, type View } from '../../../shared/model/index.ts';
import { parsePolicy } from '../../../shared/model/policy.ts';
import { claudeTree } from '../testing/tree.ts';
import { branchesOf } from '../views/branches.ts';
import { importRecords } from '../views/testing/imported.ts';
import { costliest, costsOf, staysOf } from './costly.ts';
import { loadWhole } from './material.ts';
import { residencyOf, startWalk } from './residency.ts';
import { createStays } from './stays.ts';

const AS_RECORDED = { type: 'as-recorded' } as const;

const drawn = (drawing: string) => {
  const { store, tape, view } = importRecords(claudeTree(drawing));
  const residency = residencyOf(store.catalog, tape, AS_RECORDED);
  Residency.parse(residency);
  return { store, tape, view, residency };
};

/** Entries in context at each step, and what they weigh, are those of the step's view. */
const holdsTo = async (residency: Residency, view: (step: number) => Promise<View>): Promise<void> => {
  for (const [index, step] of residency.steps.entries()) {
    const { blocks } = await view(step);
    const held = [...residency.seq].filter((_, at) => (residency.from[at] ?? 0) <= index && index <= (residency.to[at] ?? 0));
    expect(held.toSorted((a, b) => a - b)).toEqual(blocks.flatMap(({ entries }) => entries).toSorted((a, b) => a - b));
    expect(residency.estimated[index]).toBe(blocks.reduce((sum, { tokens }) => sum + tokens.value, 0));
  }
};

/** A session in which every few entries somebody goes back a little, or compacts. */
const drawingOf = (happened: readonly (readonly [string, number])[]): string => {
  const names = ['u0'];
  const lines = ['u0 "begin"'];
  for (const [at, [what, back]] of happened.entries()) {
    const tip = names[names.length - 1 - (back > 6 ? Math.min(2, names.length - 1) : 0)] ?? 'u0';
    if (what === 'a') lines.push(`a${at} "answer" @${tip} <- step m${at}`);
    else if (what === 'b') lines.push(`b${at} boundary auto 9 @${tip}`, `c${at} summary "so far" @b${at}`);
    else lines.push(`u${at + 1} "prompt" @${tip}`);
    names.push(what === 'a' ? `a${at}` : what === 'b' ? `c${at}` : `u${at + 1}`);
  }
  return lines.join('\n');
};

describe('stays', () => {
  it('say for every step exactly what it held, and count each coming and going once', () => {
    fc.assert(
      fc.property(fc.array(fc.uniqueArray(fc.integer({ min: 1, max: 12 })), { maxLength: 15 }), (contexts) => {
        const stays = createStays(12);
        for (const seqs of contexts) stays.add({ type: 'anew', seqs, reasonOf: () => 'compacted' });
        const { seq, from, to, reason } = stays.end();
        contexts.forEach((seqs, step) => {
          const held = seq.filter((_, at) => (from[at] ?? 0) <= step && step <= (to[at] ?? 0));
          expect(held.toSorted()).toEqual(seqs.toSorted());
        });
        seq.forEach((one, at) => {
          const next = (to[at] ?? 0) + 1;
          expect(contexts[next]?.includes(one) ?? false).toBe(false);
          expect(reason[at]).toBe(next < contexts.length ? 'compacted' : null);
        });
      }),
    );
  });
});

describe('residency', () => {
  it('is what the views of all steps say, branch by branch', async () => {
    const { residency, view, store, tape } = drawn(`
      u1 "go" > a1 call Read t1 <- step m1 > r1 t1 "text" > a2 "ok" <- step m2
        u2 "no" > a3 "fine" <- step m3
        u3 "yes" > a4 "done" <- step m4
          b1 boundary auto 900 > c1 summary "so far" > u4 "on" > a5 "ok" <- step m5
    `);
    expect([...residency.steps]).toEqual([1, 2, 4, 5]);
    expect(residency.otherBranches).toEqual([{ branch: 1, first: 3, last: 3, steps: 1, from: 2, entry: 5 }]);
    expect(residency.cuts.map(({ at, name }) => [at, name])).toEqual([
      [0, 'session/start'],
      [3, expect.stringMatching(/^compaction/)],
    ]);
    const other = residencyOf(store.catalog, tape, AS_RECORDED, { at: 3 });
    expect([...other.steps]).toEqual([1, 2, 3]);
    expect(other.cuts.length).toBe(1);
    expect(other.otherBranches).toMatchObject([{ branch: 0, from: 2, first: 4, last: 5 }]);
    await holdsTo(residency, view);
    await holdsTo(other, view);
    store.close();
  });

  it('is what the views of all steps say, on every branch of any drawn session', async () => {
    let branches = 0;
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.constantFrom('u', 'a', 'a', 'b'), fc.nat(9)), { minLength: 3, maxLength: 14 }),
        async (happened) => {
          const { store, tape, view } = importRecords(claudeTree(drawingOf(happened)));
          const found = branchesOf(store.catalog, store.catalog.tape(tape), store.catalog.anchors(tape));
          const ends = found.branches.map(({ last }) => last);
          const seen = new Set<number>();
          for (const at of ends.length === 0 ? [undefined] : ends) {
            const residency = residencyOf(store.catalog, tape, AS_RECORDED, { at });
            await holdsTo(residency, view);
            for (const step of residency.steps) seen.add(step);
          }
          expect(seen.size).toBe(store.catalog.tape(tape).steps);
          branches += ends.length;
          store.close();
        },
      ),
      { numRuns: 80 },
    );
    expect(branches).toBeGreaterThan(40);
  });

  it('tells why an entry left, and when', () => {
    const { residency, store, tape } = drawn(`
      u1 "go" > a1 "ok" <- step m1
        u2 "left" > a2 "fine" <- step m2
        u3 "right" > a3 "done" <- step m3
          b1 boundary auto 900 > c1 summary "so far" > u4 "on" > a4 "ok" <- step m4
    `);
    expect(staysOf(residency, 3)).toEqual([]);
    expect(staysOf(residencyOf(store.catalog, tape, AS_RECORDED, { at: 2 }), 3)).toEqual([{ from: 2, to: 2, left: null }]);
    expect(staysOf(residency, 1)).toEqual([{ from: 1, to: 3, left: { step: 4, reason: 'compacted' } }]);
    expect(staysOf(residency, 8)).toEqual([{ from: 4, to: 4, left: null }]);
    expect(staysOf(residency, 7)).toEqual([]);
    store.close();
  });

  it('leaves sub-agents and synthetic answers out', () => {
    const { residency, store } = drawn(`
      u1 "go" > a1 call Task t1 <- step m1
      z1 "look around" side > a3 "found" <- step m2
      r1 t1 @a1 > a2 "ok" synthetic <- step m3
    `);
    expect([...residency.steps]).toEqual([1]);
    store.close();
  });

  it('finds what cost most over the session', () => {
    const { residency, store } = drawn(`
      u1 "${'long '.repeat(400)}" > a1 "ok" <- step m1 > u2 "short" > a2 "ok" <- step m2 > u3 "${'long '.repeat(500)}" > a3 "ok" <- step m3
    `);
    const [first, second] = costliest(costsOf(residency), 2);
    expect(first).toMatchObject({ seq: 1, steps: 3 });
    expect(first?.cost).toBe((first?.tokens ?? 0) * 3);
    expect(second).toMatchObject({ seq: 5, steps: 1 });
    store.close();
  });

  it('follows every step of a long tape, and looks at each row a few times', () => {
    const turns = Array.from({ length: 40 }, (_, at) => `u${at} "go" > a${at} "ok" <- step m${at}`).join(' > ');
    const { store, tape } = importRecords(claudeTree(turns));
    const work = { rows: 0, whole: 0 };
    expect(residencyOf(store.catalog, tape, AS_RECORDED, { work }).every).toBe(1);
    expect(work).toEqual({ rows: 80, whole: 1 });
    store.close();
  });

  it('looks at fewer steps of a tape that is too tangled, and says so', () => {
    const turns = Array.from({ length: 40 }, (_, at) => `u${at} @${at === 0 ? '-' : 'u0'} "go" > a${at} "ok" <- step m${at}`).join('\n');
    const { store, tape } = importRecords(claudeTree(turns));
    const few = residencyOf(store.catalog, tape, AS_RECORDED, { budget: 400 });
    expect(few.every).toBeGreaterThan(1);
    expect(few.steps.length).toBeLessThan(40);
    expect(few.steps.at(-1)).toBe(40);
    store.close();
  });

  it('can be ended early, with what is known so far', () => {
    const { store, tape } = drawn('u1 "go" > a1 "ok" <- step m1 > u2 "on" > a2 "ok" <- step m2');
    const walk = startWalk(loadWhole(store.catalog, tape, AS_RECORDED));
    expect(walk.next()).toBe(true);
    expect([walk.done, walk.of]).toEqual([1, 2]);
    expect([...walk.end().steps]).toEqual([1]);
    store.close();
  });

  it('follows a named anchor from the first step after it on', () => {
    const { store, tape } = importRecords(
      claudeTree(`
      u1 "go" > a1 "ok" <- step m1
        b1 boundary auto 900 > c1 summary "so far" > u2 "on" > a2 "ok" <- step m2
    `),
    );
    const name = store.catalog.anchors(tape).at(-1)?.name ?? '';
    const { steps, seq } = residencyOf(store.catalog, tape, { type: 'from-anchor', name });
    expect([...steps]).toEqual([2]);
    expect(seq).toContain(3);
    expect(() => residencyOf(store.catalog, tape, { type: 'from-anchor', name: 'nowhere' })).toThrow(/No anchor called "nowhere"/);
    store.close();
  });

  it('holds and weighs under any policy what the view of each step does, by recorded sizes: a budget cuts at the same place', async () => {
    const { store, tape, view } = importRecords(
      claudeTree(`
        u1 "go" > a1 "one" <- step m1 usage 1000 20 0 0 > u2 "${'lamp '.repeat(200)}" > a2 "two" <- step m2 usage 1500 20 0 0
          u3 "on" > a3 "three" <- step m3 usage 1560 20 0 0 > u4 "${'wick '.repeat(300)}" > a4 "four" <- step m4 usage 1990 20 0 0
            u5 "end" > a5 "five" <- step m5 usage 2060 20 0 0
      `),
    );
    const heavy = (await view(5)).blocks.map(({ tokens }) => tokens.value);
    expect(Math.max(...heavy)).toBeGreaterThan(350);
    for (const policy of ['full', 'last-anchor', 'compact:900', 'compact:300'] as const) {
      const choice = parsePolicy(policy);
      await holdsTo(residencyOf(store.catalog, tape, choice), (step) => view(step, policy));
    }
    store.close();
  });

  it('has a composed context from the first step after its anchor on, and none where no step is', () => {
    const { store, tape } = importRecords(claudeTree('u1 "go" > a1 "ok" <- step m1 > b1 boundary auto 900 > c1 summary "so far"'));
    const policy = { type: 'from-anchor', name: '#3', seq: 3 } as const;
    expect(() => residencyOf(store.catalog, tape, policy)).toThrow(/No anchor at entry #3 is before a step/);
    store.close();
  });

  it('follows policies of several parts on tapes of any length, by as many steps as a budget of work holds', () => {
    const policy = parsePolicy('full + pin:#2 + budget:100:heavy-last');
    const works = [60, 120, 240].map((turns) => {
      const drawing = Array.from({ length: turns }, (_, at) => `u${at} "go" > a${at} "ok" <- step m${at}`).join(' > ');
      const { store, tape } = importRecords(claudeTree(drawing));
      const work = { rows: 0, whole: 0 };
      const { every, steps } = residencyOf(store.catalog, tape, policy, { work, budget: 4000 });
      expect(steps.at(-1)).toBe(turns);
      expect(steps.length).toBeGreaterThanOrEqual(Math.floor(turns / every));
      store.close();
      return { every, rows: work.rows };
    });
    // A tape of twice the length has four times the rows to look at, so the steps are four times as far apart.
    expect(works[0]?.every).toBe(2);
    for (const { rows } of works) expect(rows).toBeLessThan(1.3 * 4000);
    expect(works.map(({ every }) => every)).toEqual([2, 8, 29]);
  });

  it('weighs a cleared result as the placeholder that was sent', async () => {
    const { residency, view, store } = drawn(`
      u1 "go" > a1 call Read t1 <- step m1 > r1 t1 "${'long '.repeat(300)}" > a2 "ok" <- step m2 > m1x micro t1 > u2 "on" > a3 "ok" <- step m3
    `);
    for (const [index, step] of residency.steps.entries()) {
      const { blocks } = await view(step);
      expect(residency.estimated[index]).toBe(blocks.reduce((sum, { tokens }) => sum + tokens.value, 0));
    }
    store.close();
  });
});
