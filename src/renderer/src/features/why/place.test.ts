import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { WhyItem } from '../../../../shared/model/index.ts';
import { aroundMatch, cutLines, markersOf, placeWords } from './place.ts';

const share = fc.double({ min: 0, max: 1, noNaN: true });

describe('the words of a row', () => {
  it('stand over their bar, and the fate at the cut', () => {
    expect(placeWords(800, 0.1, null, 20, 'lost')).toMatchObject({ text: { left: 80 }, fate: null, stacked: false });
    expect(placeWords(800, 0.1, 0.6, 20, 'lost')).toMatchObject({ text: { left: 80 }, fate: { left: 488 }, stacked: false });
  });

  it('have a line of their own where there is no room before the cut, or where a whole line shows all of them', () => {
    expect(placeWords(800, 0, 0.1, 300, 'lost')).toMatchObject({ text: { left: 0, width: 800 }, fate: { left: 88 }, stacked: true });
    expect(placeWords(800, 0, 0.5, 70, 'lost').stacked).toBe(true);
    expect(placeWords(800, 0, 0.5, 300, 'lost').stacked).toBe(false);
  });

  it('never leave the chart, and never overlap', () => {
    fc.assert(
      fc.property(fc.integer({ min: 320, max: 1400 }), share, share, fc.nat(220), (width, from, cut, chars) => {
        const { text, fate, stacked } = placeWords(width, from, cut, chars, 'reworded');
        expect(text.left).toBeGreaterThanOrEqual(0);
        expect(text.left + text.width).toBeLessThanOrEqual(width + 0.01);
        expect((fate?.left ?? 0) + (fate?.width ?? 0)).toBeLessThanOrEqual(width + 0.01);
        expect(fate?.width).toBeGreaterThan(50);
        if (!stacked) expect(text.left + text.width).toBeLessThanOrEqual(fate?.left ?? width);
      }),
    );
  });

  it('begin where the match can be read', () => {
    const snippet = `${'a'.repeat(100)} the match ${'b'.repeat(80)}`;
    const matches: [number, number][] = [[101, 110]];
    expect(aroundMatch({ snippet, matches }, 200)).toEqual({ snippet, matches });
    const cut = aroundMatch({ snippet, matches }, 40);
    const [[from, to] = [0, 0]] = cut.matches;
    expect([cut.snippet.slice(from, to), cut.snippet[0], to <= 40]).toEqual(['the match', '…', true]);
  });
});

const item = (runs: [number, number][], by: { seq: number | null; step: number | null } | null) =>
  ({ in: runs, by: by && { type: 'compaction', name: 'compaction 1', ...by } }) as unknown as WhyItem;

describe('what was asked about', () => {
  const items = [
    item([[1, 8]], { seq: 20, step: 9 }),
    item(
      [
        [2, 8],
        [12, 14],
      ],
      { seq: null, step: 15 },
    ),
    item([[12, 20]], null),
  ];

  it('has a line where it left, dashed where nothing is in its place', () => {
    expect(cutLines(items)).toEqual([
      { step: 9, cleared: false, name: 'compaction 1' },
      { step: 15, cleared: true, name: 'cleared' },
    ]);
  });

  it('has markers where it came in and where it left', () => {
    expect(markersOf(items, 20)).toEqual([1, 2, 9, 12, 15]);
    expect(markersOf([item([], { seq: 3, step: null })], 20)).toEqual([]);
  });
});
