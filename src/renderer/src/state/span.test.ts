import { describe, expect, it } from 'vitest';
import { clampTo, entriesIn, extended, meets, spanIn, spanOf, withinSteps } from './span.ts';

describe('a selected range of steps', () => {
  it('is the same from either end', () => {
    expect(spanOf(9, 4)).toEqual({ from: 4, to: 9 });
    expect(spanIn('9-4')).toEqual({ from: 4, to: 9 });
  });

  it('meets steps that share one with it, and never what has none', () => {
    const span = { from: 4, to: 9 };
    expect([meets(span, 1, 3), meets(span, 1, 4), meets(span, 9, 12), meets(span, 10, 12), meets(span, 1, 20)]).toEqual([
      ...[false, true, true, false, true],
    ]);
    expect(meets(span, null, null)).toBe(false);
  });

  it('is none where a link makes no sense', () => {
    for (const text of [null, '', '3', '0-4', '-1-4', '1-99999999999', '1-2-3', 'a-b']) expect(spanIn(text)).toBeNull();
  });

  it('keeps the playhead inside, also where that follows the newest step', () => {
    expect([1, 5, 12, null].map((step) => clampTo({ from: 4, to: 9 }, step))).toEqual([4, 5, 9, 9]);
    expect(clampTo(null, null)).toBeNull();
  });

  it('has no steps beyond those of the tape', () => {
    expect(withinSteps({ from: 3, to: 9 }, 12)).toEqual({ from: 3, to: 9 });
    expect(withinSteps({ from: 3, to: 9 }, 4)).toEqual({ from: 3, to: 4 });
    expect(withinSteps({ from: 3, to: 9 }, 2)).toBeNull();
  });

  it('grows and shrinks at the end that is not the playhead, up to the ends of the tape', () => {
    expect(extended(null, 5, 1, 9)).toEqual({ from: 5, to: 6 });
    expect(extended({ from: 5, to: 6 }, 5, 1, 9)).toEqual({ from: 5, to: 7 });
    expect(extended({ from: 5, to: 6 }, 5, -1, 9)).toEqual({ from: 5, to: 5 });
    expect(extended({ from: 5, to: 5 }, 5, -1, 9)).toEqual({ from: 4, to: 5 });
    expect(extended({ from: 4, to: 5 }, 5, -1, 9)).toEqual({ from: 3, to: 5 });
    expect(extended({ from: 3, to: 8 }, 5, 1, 9)).toEqual({ from: 3, to: 9 });
    expect(extended({ from: 1, to: 9 }, 1, 1, 9)).toEqual({ from: 1, to: 9 });
  });

  it('holds the entries of its steps, the first one what comes before it', () => {
    const held = { steps: 3, stepFirst: Uint32Array.of(3, 6, 9), entries: 12 };
    expect(entriesIn({ from: 1, to: 2 }, held)).toEqual([1, 8]);
    expect(entriesIn({ from: 2, to: 3 }, held)).toEqual([6, 12]);
    expect(entriesIn({ from: 7, to: 9 }, held)).toEqual([13, 12]);
  });
});
