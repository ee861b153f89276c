import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { MergePlanOptions } from '../types.ts';
import type { Fact, ForkFacts } from './facts.ts';
import { type MergePlan, planMerge } from './plan.ts';
import { factOf, type Scene, scenes } from './testing/arbitrary.ts';

const OPTIONS: MergePlanOptions = { order: 'append', dedup: 'none', onConflict: 'refuse', insightsOnly: false };

const options = fc.record({
  order: fc.constantFrom('append' as const, 'time' as const),
  dedup: fc.constantFrom('none' as const, 'digest' as const, 'tool-call-id' as const),
  onConflict: fc.constantFrom('refuse' as const, 'keep-both' as const, 'prefer-parent' as const, 'prefer-fork' as const),
  insightsOnly: fc.boolean(),
});

const plan = (parent: readonly Fact[], forks: readonly ForkFacts[], given: Partial<MergePlanOptions> = {}): MergePlan => {
  const first = Math.min(...forks.map(({ start }) => start));
  const corrected = (id: number) => parent[id - 1]?.corrects ?? null;
  return planMerge({ head: parent.length, tail: parent.slice(first), corrected, forks }, { ...OPTIONS, ...given });
};

/** The parent after a merge, without the merge event. */
function merged(parent: readonly Fact[], forks: readonly ForkFacts[], given: Partial<MergePlanOptions>): Fact[] {
  const own = new Map(forks.map(({ name, facts }) => [name, new Map(facts.map((fact) => [fact.id, fact]))]));
  const added = plan(parent, forks, given).order.map(({ from, id, newId, corrects, ids }) => {
    const fact = own.get(from)!.get(id)!;
    return { ...fact, id: newId, corrects, cites: fact.cites.map((cited) => ids?.[cited] ?? cited) };
  });
  return [...parent, ...added];
}

const bag = (facts: readonly Fact[], by: MergePlanOptions['dedup']): string[] =>
  facts.map((fact) => (by === 'tool-call-id' && fact.calls.length > 0 ? `${fact.kind} ${fact.calls}` : fact.digest)).toSorted();

describe('laws', () => {
  it('every entry of every fork is in exactly one of order, duplicates and left', () => {
    fc.assert(
      fc.property(scenes(3), options, ({ parent, forks }, given) => {
        const { order, duplicates, left } = plan(parent, forks, given);
        const told = [...order, ...duplicates, ...left].map(({ from, id }) => `${from} ${id}`).toSorted();
        expect(told).toEqual(forks.flatMap(({ name, facts }) => facts.map(({ id }) => `${name} ${id}`)).toSorted());
        expect(order.map(({ newId }) => newId)).toEqual(order.map((_, at) => parent.length + at + 1));
      }),
      { numRuns: 400 },
    );
  });

  it('keeps the order of each fork, and what is corrected comes before its correction', () => {
    fc.assert(
      fc.property(scenes(3), options, ({ parent, forks }, given) => {
        const { order } = plan(parent, forks, given);
        for (const { name } of forks) {
          const ids = order.filter(({ from }) => from === name).map(({ id }) => id);
          expect(ids).toEqual(ids.toSorted((a, b) => a - b));
        }
        for (const { corrects, newId, ids } of order) {
          expect(corrects === null || (corrects >= 1 && corrects < newId)).toBe(true);
          for (const now of Object.values(ids ?? {})) expect(now).toBeLessThan(newId);
        }
      }),
      { numRuns: 400 },
    );
  });

  it('merging in any order, one by one or together, gives the same facts, each as often', () => {
    fc.assert(
      fc.property(scenes(3), fc.shuffledSubarray([0, 1, 2], { minLength: 3 }), options, ({ parent, forks }, turn, given) => {
        const how = { ...given, onConflict: 'keep-both' as const };
        const shuffled = turn.map((at) => forks[at]!);
        const oneByOne = (all: readonly ForkFacts[]) => all.reduce((tape, fork) => merged(tape, [fork], how), parent);
        const expected = bag(merged(parent, forks, how), given.dedup);
        expect(bag(merged(parent, shuffled, how), given.dedup)).toEqual(expected);
        expect(bag(oneByOne(forks), given.dedup)).toEqual(expected);
        expect(bag(oneByOne(shuffled), given.dedup)).toEqual(expected);
      }),
      { numRuns: 600 },
    );
  });

  it('whether two sides are at odds does not depend on which is named first', () => {
    fc.assert(
      fc.property(scenes(2), options, ({ parent, forks }, given) => {
        const told = (all: readonly ForkFacts[]) =>
          plan(parent, all, { ...given, dedup: 'none' })
            .conflicts.filter(({ type }) => type !== 'corrects')
            .map(({ type, key, sides }) => JSON.stringify([type, key, sides.map(({ from, id }) => `${from} ${id}`).toSorted()]))
            .toSorted();
        expect(told(forks.toReversed())).toEqual(told(forks));
      }),
      { numRuns: 300 },
    );
  });

  it('marks tell how each conflict was settled, and with what', () => {
    fc.assert(
      fc.property(scenes(2), options, ({ parent, forks }, given) => {
        const { order, conflicts, mergeable } = plan(parent, forks, given);
        expect(mergeable).toBe(given.onConflict !== 'refuse' || conflicts.length === 0);
        const settled = order.filter(({ with: other }) => other !== null);
        if (given.onConflict === 'refuse') expect(settled).toEqual([]);
        const atOdds = new Set(conflicts.flatMap(({ sides }) => sides.map(({ from, id }) => `${from} ${id}`)));
        for (const { from, id } of settled) expect(atOdds).toContain(`${from} ${id}`);
        if (given.onConflict !== 'keep-both') return;
        for (const item of order) if (atOdds.has(`${item.from} ${item.id}`)) expect(item.mark).toBe('kept-both');
      }),
      { numRuns: 300 },
    );
  });
});

/** A scene in words: `parent` and each fork are lines `KIND WORD`, with `>N` for what is corrected and `@N` for what is cited. */
function scene(parent: string, forks: Record<string, [start: number, script: string]>): Scene {
  return {
    parent: told(1, parent),
    forks: Object.entries(forks).map(([name, [start, script]]) => ({ name, start, facts: told(start + 1, script) })),
  };
}

const told = (first: number, script: string): Fact[] =>
  script
    .split(',')
    .map((line) => line.trim())
    .filter((line) => line !== '')
    .map((line, at) => {
      const [kind = '', word = '', ...more] = line.split(' ');
      const number = (sign: string) => Number(more.find((one) => one.startsWith(sign))?.slice(1));
      const id = first + at;
      const back = number('>') ? id - 1 - number('>') : null;
      const cite = number('@') ? id - 1 - number('@') : null;
      return factOf(id, { kind, word, back, cite, time: number('t') || 0 });
    });

const run = (drawn: Scene, given: Partial<MergePlanOptions> = {}) => plan(drawn.parent, drawn.forks, given);
const items = (planned: MergePlan) => planned.order.map(({ from, id, newId, mark }) => `${from} ${id}→${newId}${mark ? ` ${mark}` : ''}`);

describe('order', () => {
  const drawn = scene('message a, message b', {
    x: [1, 'message a t5, message b t1, message c t9'],
    y: [2, 'message a t2, message c t7'],
  });
  it('append: fork after fork as they were named', () => {
    expect(items(run(drawn))).toEqual(['x 2→3', 'x 3→4', 'x 4→5', 'y 3→6', 'y 4→7']);
    expect(items(run({ ...drawn, forks: drawn.forks.toReversed() }))).toEqual(['y 3→3', 'y 4→4', 'x 2→5', 'x 3→6', 'x 4→7']);
  });
  it('time: interleaved, and a clock that runs backwards does not reorder a fork', () => {
    expect(items(run(drawn, { order: 'time' }))).toEqual(['y 3→3', 'x 2→4', 'x 3→5', 'y 4→6', 'x 4→7']);
  });
});

describe('duplicates', () => {
  it('are facts that the parent has since the fork began, each counted once', () => {
    const drawn = scene('message a, message b, message a', { x: [2, 'message a, message a, message b'] });
    const planned = run(drawn, { dedup: 'digest' });
    expect(items(planned)).toEqual(['x 4→4', 'x 5→5']);
    expect(planned.duplicates).toMatchObject([{ from: 'x', id: 3, of: { from: null, id: 3 }, by: 'digest' }]);
  });
  it('of another fork, and a correction of a duplicate corrects what it repeats', () => {
    const drawn = scene('message a', { x: [1, 'message b'], y: [1, 'message b, message c >2'] });
    const planned = run(drawn, { dedup: 'digest' });
    expect(planned.duplicates).toMatchObject([{ from: 'y', id: 2, of: { from: 'x', id: 2 } }]);
    expect(planned.order).toMatchObject([{ newId: 2 }, { newId: 3, corrects: 2 }]);
  });
  it('are no corrections of something else in the same words', () => {
    const drawn = scene('message a, message b, message c >1', { x: [2, 'message c >2'] });
    expect(run(drawn, { dedup: 'digest' }).duplicates).toEqual([]);
  });
  it('are no insights from other sources in the same words', () => {
    const drawn = scene('message a', { x: [1, 'message b, insight c @2'], y: [1, 'message c, insight c @2'] });
    const same = drawn.forks.map((fork) => ({ ...fork, facts: fork.facts.map((fact) => ({ ...fact, digest: fact.kind + fact.summary })) }));
    expect(run({ ...drawn, forks: same }, { dedup: 'digest' }).duplicates).toEqual([]);
  });
  it('by call: the same call, whatever it answered; an entry without a call is none', () => {
    const drawn = scene('message a, tool_call a, message b', { x: [1, 'tool_call a, tool_result a, message b'] });
    const planned = run(drawn, { dedup: 'tool-call-id' });
    expect(items(planned)).toEqual(['x 3→4', 'x 4→5']);
    expect(planned.duplicates).toMatchObject([{ id: 2, of: { from: null, id: 2 }, by: 'tool-call-id' }]);
  });
  it('an anchor that is one opens no phase', () => {
    const drawn = scene('message a, anchor a', { x: [1, 'anchor a, anchor b'] });
    const planned = run(drawn, { dedup: 'digest', onConflict: 'keep-both' });
    expect(planned.order.map(({ opens }) => opens)).toEqual(['two']);
  });
});

describe('conflicts', () => {
  const conflicts = (drawn: Scene, given: Partial<MergePlanOptions> = {}) =>
    run(drawn, given).conflicts.map(({ type, key, sides }) => `${type} ${key} ${sides.map(({ from, id }) => `${from ?? 'parent'}:${id}`)}`);

  it('both corrected one fact', () => {
    const drawn = scene('message a, message b, message c >1', { x: [2, 'message b >1'] });
    expect(conflicts(drawn)).toEqual(['corrects 1 parent:3,x:3']);
    expect(run(drawn).mergeable).toBe(false);
    expect(run(drawn).conflicts[0]?.sentence).toBe(
      'The parent and fork “x” both corrected entry 1: entry 3 of the parent and entry 3 of fork “x” differ.',
    );
  });
  it('a correction of a correction counts for the fact', () => {
    expect(conflicts(scene('message a, message b, message c >1', { x: [2, 'message b >1, message a >3'] }))).toEqual([
      'corrects 1 parent:3,x:4',
    ]);
  });
  it('none where both say the same, or where only one side spoke', () => {
    expect(conflicts(scene('message a, message b, message c >1', { x: [2, 'message c >1'] }))).toEqual([]);
    expect(conflicts(scene('message a, message b >1', { x: [2, 'message c >1'] }))).toEqual([]);
  });
  it('both opened an anchor of one name and set a key', () => {
    expect(conflicts(scene('message a, anchor b', { x: [1, 'anchor c'] }))).toEqual(['anchor two parent:2,x:2', 'state key parent:2,x:2']);
  });
  it('anchors of other names are at odds over the keys alone, and the last value counts', () => {
    expect(conflicts(scene('message a, anchor a', { x: [1, 'anchor b'] }))).toEqual(['state key parent:2,x:2']);
    expect(conflicts(scene('message a, anchor a', { x: [1, 'anchor b, anchor a'] }))).toEqual([]);
  });
  it('none with what the parent said before the fork began, however early another fork of the merge did', () => {
    expect(conflicts(scene('message a, anchor a, message b', { x: [1, 'message a'], y: [3, 'anchor b'] }))).toEqual([]);
  });
  it('none of its own making where a damaged tape has a circle of corrections', () => {
    const [own] = told(2, 'message b');
    expect(plan(told(1, 'message a'), [{ name: 'x', start: 1, facts: [{ ...own!, corrects: 2 }] }]).conflicts).toEqual([]);
  });
  it('between forks that merge together', () => {
    expect(conflicts(scene('message a', { x: [1, 'anchor a'], y: [1, 'anchor b'] }))).toEqual(['state key x:2,y:2']);
  });

  const parent = 'message a, message b, message c >1';
  it.each([
    ['keep-both', ['x 3→4 kept-both', 'y 3→5 kept-both']],
    ['prefer-parent', ['x 3→4 superseded', 'y 3→5 superseded']],
    ['prefer-fork', ['x 3→4 superseded', 'y 3→5 supersedes']],
  ] as const)('%s', (onConflict, expected) => {
    const drawn = scene(parent, { x: [2, 'message b >1'], y: [2, 'message a >1'] });
    expect(items(run(drawn, { onConflict }))).toEqual(expected);
    expect(run(drawn, { onConflict }).mergeable).toBe(true);
  });
});

describe('insights only', () => {
  it('takes anchors, insights and what they rest on, in turn, and nothing else', () => {
    const drawn = scene('message a, message b', {
      x: [2, 'message a, message b, tool_result a @4, insight c @5, message c, anchor b @1'],
    });
    const planned = run(drawn, { insightsOnly: true });
    expect(items(planned)).toEqual(['x 4→3 source', 'x 5→4 source', 'x 6→5 insight', 'x 8→6 anchor']);
    expect(planned.left.map(({ id }) => id)).toEqual([3, 7]);
    expect(planned.order.map(({ ids }) => ids)).toEqual([null, { 4: 3 }, { 5: 4 }, null]);
  });
});
