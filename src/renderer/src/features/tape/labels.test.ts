import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { cutTo, type Labelling, markWords, placeLabels } from './labels.ts';

const labelling: Labelling = { left: 16, right: 500, gap: 4, measure: (text) => text.length * 6, words: markWords };

describe('names of marks', () => {
  it('never touch each other nor the edges, and speak for each mark at most once', () => {
    const wish = fc.record({
      x: fc.double({ min: 16, max: 500, noNaN: true }),
      type: fc.constantFrom('rewind', 'sub-agent'),
      count: fc.integer({ min: 1, max: 9 }),
    });
    fc.assert(
      fc.property(fc.array(wish, { maxLength: 60 }), (wishes) => {
        const placed = placeLabels(wishes, labelling);
        let end = labelling.left;
        for (const label of placed) {
          expect(label.x).toBeGreaterThanOrEqual(end);
          end = label.x + label.width;
          expect(end).toBeLessThanOrEqual(labelling.right);
        }
        const spoken = placed.reduce((sum, label) => sum + label.count, 0);
        expect(spoken).toBeLessThanOrEqual(wishes.reduce((sum, { count }) => sum + count, 0));
      }),
    );
  });

  it('take a mark that falls under a name into that name', () => {
    const placed = placeLabels(
      [
        { x: 100, type: 'sub-agent', count: 1 },
        { x: 110, type: 'sub-agent', count: 2 },
        { x: 300, type: 'rewind', count: 1 },
      ],
      labelling,
    );
    expect(placed.map((label) => label.text)).toEqual(['3 sub-agents', 'fork']);
  });

  it('carry the name of a mark that stands alone', () => {
    const named = { type: 'fork', count: 1, label: 'cron-job' };
    expect(placeLabels([{ x: 100, ...named }], labelling).map(({ text }) => text)).toEqual(['fork cron-job']);
    const two = [
      { x: 100, ...named },
      { x: 120, ...named, label: 'idea' },
    ];
    expect(placeLabels(two, labelling).map(({ text }) => text)).toEqual(['2 forks']);
  });

  it('are to the left of a mark at the right edge', () => {
    const [label] = placeLabels([{ x: 495, type: 'rewind', count: 1 }], labelling);
    expect(label).toMatchObject({ text: 'fork', x: 495 - 4 - 24 });
  });
});

describe('cutting a name', () => {
  const measure = (text: string) => text.length * 6;
  it('keeps what fits and marks the cut', () => {
    expect(cutTo('after compaction', 200, measure)).toBe('after compaction');
    expect(cutTo('after compaction', 60, measure)).toBe('after com…');
    expect(cutTo('after compaction', 5, measure)).toBe('');
  });
});
