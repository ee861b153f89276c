import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Problem } from '../../../../shared/model/index.ts';
import { columnsOf } from '../tape/testing/draw.ts';
import { brokenBefore, brokenWords, kindCounts, listOf, ofSteps, PAGE, pageStarts, rowFrom, seqOfRow, stepFor, tookOf } from './pages.ts';

const letters = fc.string({ unit: fc.constantFrom('u', 'c', 'r', 'e'), minLength: 1, maxLength: 700 });
const kinds = fc.subarray(['message', 'tool_call', 'tool_result', 'event']).map((chosen) => new Set(chosen));

describe('the list of entries', () => {
  it('holds exactly the entries of the chosen kinds, in order, and finds each again', () => {
    fc.assert(
      fc.property(letters, kinds, (text, chosen) => {
        const held = columnsOf(text);
        const listed = listOf(held, chosen);
        const seqs = Array.from({ length: listed.count }, (_, row) => seqOfRow(listed, row));
        const kindAt = (seq: number) => held.kinds[held.kind[seq - 1] ?? 0] ?? '';
        const expected = Array.from({ length: held.entries }, (_, index) => index + 1).filter(
          (seq) => chosen.size === 0 || chosen.has(kindAt(seq)),
        );
        expect(seqs).toEqual(expected);
        for (const [row, seq] of seqs.entries()) expect(rowFrom(listed, seq)).toBe(row);
        expect(rowFrom(listed, held.entries + 1)).toBe(listed.count);
      }),
    );
  });

  it('holds those of some steps alone, and asks for the pages that have them', () => {
    const held = columnsOf('uaraaru'.repeat(60));
    fc.assert(
      fc.property(fc.subarray(Array.from({ length: held.steps }, (_, at) => at + 1)), kinds, (steps, chosen) => {
        const all = listOf(held, chosen);
        const listed = ofSteps(all, held, steps);
        const seqs = Array.from({ length: listed.count }, (_, row) => seqOfRow(listed, row));
        const stepOf = (seq: number) => held.stepFirst.filter((first) => first <= seq).length;
        const whole = Array.from({ length: all.count }, (_, row) => seqOfRow(all, row));
        expect(seqs).toEqual(whole.filter((seq) => steps.includes(stepOf(seq))));
        const pages = new Set(pageStarts(listed, 0, listed.count - 1));
        for (const seq of seqs) expect(pages).toContain(Math.floor((seq - 1) / PAGE) * PAGE + 1);
      }),
    );
  });

  it('holds those of a range alone, and asks for pages from its first entry on', () => {
    const held = columnsOf('uarcuarc');
    const listed = listOf(held, new Set(), [3, 6]);
    expect(Array.from({ length: listed.count }, (_, row) => seqOfRow(listed, row))).toEqual([3, 4, 5, 6]);
    expect(pageStarts(listed, 0, 3)).toEqual([3]);
    expect(listOf(held, new Set(['tool_call']), [5, 8]).count).toBe(1);
    expect(listOf(held, new Set(), [9, 8]).count).toBe(0);
  });

  it('asks for the pages that hold the rows in view, each from its first entry on', () => {
    fc.assert(
      fc.property(letters, kinds, fc.nat(700), fc.nat(60), (text, chosen, first, more) => {
        const listed = listOf(columnsOf(text), chosen);
        const last = first + more;
        const starts = pageStarts(listed, first, last);
        for (let row = first; row <= last && row < listed.count; row++) {
          expect(starts).toContain(seqOfRow(listed, Math.floor(row / PAGE) * PAGE));
        }
        expect(starts.length).toBeLessThanOrEqual(2);
      }),
    );
  });

  it('counts the kinds, the most frequent first', () => {
    expect(kindCounts(columnsOf('uuucre'))).toEqual([
      { kind: 'message', count: 3 },
      { kind: 'tool_call', count: 1 },
      { kind: 'tool_result', count: 1 },
      { kind: 'event', count: 1 },
    ]);
    expect(kindCounts(columnsOf('uuucre'), [3, 4]).map(({ count }) => count)).toEqual([1, 1, 0, 0]);
  });
});

describe('the step of an entry', () => {
  const held = columnsOf('uacruacr', { steps: [2, 6] });
  it('is its own, else the first that could have read it, else the newest', () => {
    expect(stepFor(held, 3, 1)).toBe(1);
    expect(stepFor(held, 1, null)).toBe(1);
    expect(stepFor(held, 5, null)).toBe(2);
    expect(stepFor(held, 8, null)).toBe(2);
    expect(stepFor(columnsOf('ee'), 1, null)).toBeNull();
  });
});

describe('unreadable lines', () => {
  const broken = (line: number): Problem => ({ line, offset: 0, length: 1, outcome: 'unreadable', reason: 'The line ends early.' });
  const problems = [broken(4), broken(5), { ...broken(9), outcome: 'repaired' as const }];
  it('come before the next line that was read', () => {
    expect(brokenBefore(problems, 3, 6).map(({ line }) => line)).toEqual([4, 5]);
    expect(brokenBefore(problems, 6, 7)).toEqual([]);
    expect(brokenBefore(problems, 8, 10)).toEqual([]);
    expect(brokenBefore(problems, 0, 5).map(({ line }) => line)).toEqual([4]);
  });

  it('are named in one mark, however many come before a row', () => {
    expect(brokenWords([7].map(broken))).toBe('after unreadable line 7');
    expect(brokenWords([7, 7].map(broken))).toBe('after unreadable line 7');
    expect(brokenWords([7, 8, 9].map(broken))).toBe('after unreadable lines 7 to 9');
    expect(brokenWords([1007, 1009].map(broken))).toBe('after 2 unreadable lines');
  });
});

describe('how long an entry took', () => {
  it('is known of answers and results with times, and is never nothing', () => {
    const held = columnsOf('uacru', { steps: [2], time: [1000, 3500, 3500, 9000, 20_000] });
    expect([1, 2, 3, 4, 5].map((seq) => tookOf(held, seq))).toEqual([null, 2500, null, 5500, null]);
    expect(tookOf(columnsOf('ua', { steps: [2] }), 2)).toBeNull();
  });
});
