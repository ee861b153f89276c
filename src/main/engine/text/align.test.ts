import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Likeness, pairUp, wordsOf } from '../compare/pairing.ts';
import { gapsOf, runsOf } from '../compare/runs.ts';
import { align } from './align.ts';

const letters = fc.array(fc.constantFrom(...'abcdefgh'), { maxLength: 60 });
const spread = (text: string): string[] => text.split('');

describe('alignment', () => {
  it('survives an insertion at the front: all the rest stays aligned', () => {
    const list = Array.from({ length: 500 }, (_, at) => `block ${at}`);
    expect(align(list, ['new', ...list])).toEqual(list.map((_, at) => [at, at + 1]));
  });

  it('survives an insertion where everything repeats', () => {
    const list = Array.from({ length: 100 }, (_, at) => (at % 2 === 0 ? 'call' : 'ok'));
    expect(align(list, ['new', ...list])).toHaveLength(100);
  });

  it('pairs what repeats with its neighbours, not with its like elsewhere', () => {
    expect(align(spread('1x2x3x'), spread('2x3x'))).toEqual([
      [2, 0],
      [3, 1],
      [4, 2],
      [5, 3],
    ]);
  });

  it('says nothing is alike where nothing is', () => {
    expect(align(['a', 'b'], ['c'])).toEqual([]);
    expect(align([], [])).toEqual([]);
  });

  it('pairs equal keys only, each place once, in order on both sides', () => {
    fc.assert(
      fc.property(letters, letters, (a, b) => {
        const pairs = align(a, b);
        for (const [at, other] of pairs) expect(a[at]).toBe(b[other]);
        for (const [index, [at, other]] of pairs.entries()) {
          const [before, otherBefore] = pairs[index - 1] ?? [-1, -1];
          expect(at > before && other > otherBefore).toBe(true);
        }
      }),
    );
  });

  it('finds all of a list that something was put into', () => {
    fc.assert(
      fc.property(fc.uniqueArray(fc.string()), fc.array(fc.nat(100)), (list, places) => {
        const longer = list.map((key) => [key]);
        for (const place of places) longer.splice(place % (longer.length + 1), 0, []);
        const filled = longer.map((key, at) => key[0] ?? `put in at ${at} ${list.length}`);
        fc.pre(new Set(filled).size === filled.length);
        expect(align(list, filled)).toHaveLength(list.length);
      }),
    );
  });
});

const said = (text: string, more: Partial<Likeness> = {}): Likeness => ({
  ...{ role: 'assistant', kind: 'message', label: '', holdsPlace: false, words: wordsOf(text) },
  ...more,
});

describe('changed blocks', () => {
  const pairs = (a: Likeness[], b: Likeness[]) => {
    const places = (list: unknown[]) => list.map((_, at) => at);
    const of = (list: Likeness[]) => (at: number) => list[at] ?? said('');
    return pairUp(places(a), places(b), { a: of(a), b: of(b) });
  };

  it('are those most alike, in order', () => {
    const a = [said('the worker can raise internal errors'), said('all tests pass now')];
    const b = [said('something else entirely was found'), said('the worker can raise two errors'), said('all tests pass')];
    expect(pairs(a, b)).toEqual([
      [0, 1],
      [1, 2],
    ]);
  });

  it('are never of two kinds, roles or tools', () => {
    expect(pairs([said('same words')], [said('same words', { role: 'user' })])).toEqual([]);
    expect(pairs([said('same words', { label: 'Read' })], [said('same words', { label: 'Bash' })])).toEqual([]);
  });

  it('two prompts in one place belong together, however they are worded', () => {
    const [a, b] = [said('use a queue', { holdsPlace: true }), said('try cron instead', { holdsPlace: true })];
    expect(pairs([a], [b])).toEqual([[0, 0]]);
  });

  it('a stretch too long for a search is walked in step', () => {
    const many = Array.from({ length: 150 }, (_, at) => said(`sentence number ${at} about ships`));
    expect(pairs(many, [said('a stranger'), ...many])).toHaveLength(150);
  });
});

describe('runs', () => {
  const tokens = { value: 2, basis: 'estimated' as const };

  it('hold every block of both sides once, in order', () => {
    fc.assert(
      fc.property(letters, letters, (a, b) => {
        const same = align(a, b);
        const changed = gapsOf(same, [a.length, b.length]).flatMap((gap) =>
          gap.a.slice(0, gap.b.length).map((at, index): [number, number] => [at, gap.b[index] ?? 0]),
        );
        const block = { tokens, shared: false, unmatched: false };
        const runs = runsOf(
          { same, changed },
          a.map(() => block),
          b.map(() => block),
        );
        const places = (side: 'a' | 'b', other: 'a' | 'b') =>
          runs.filter((run) => run.type !== other).flatMap((run) => Array.from({ length: run.count }, (_, at) => run[side] + at));
        expect(places('a', 'b')).toEqual(a.map((_, at) => at));
        expect(places('b', 'a')).toEqual(b.map((_, at) => at));
        expect(runs.reduce((sum, run) => sum + run.tokens.estimated, 0)).toBe(2 * runs.reduce((sum, run) => sum + run.count, 0));
      }),
    );
  });

  it('a shared run and a long one may be folded, a short one between changes may not', () => {
    const [a, b] = [spread('ppxsyfffz'), spread('ppXsYfffZ')];
    const block = (shared: boolean) => ({ tokens, shared, unmatched: false });
    const shared = [true, true, ...Array.from({ length: 7 }, () => false)].map(block);
    const runs = runsOf({ same: align(a, b), changed: [] }, shared, shared);
    expect(runs.filter((run) => run.type === 'same').map(({ count, shared, fold }) => [count, shared, fold])).toEqual([
      [2, true, true],
      [1, false, false],
      [3, false, true],
    ]);
  });
});
