import fc from 'fast-check';
import { expect, it } from 'vitest';
import { heightsOf, type Range, rangeAt } from './heights.ts';

const AHEAD = 200;

/** A list of rows, and places that a reader scrolls to while heights come in. */
const reading = fc.record({
  rows: fc.array(fc.integer({ min: 1, max: 5000 }), { minLength: 0, maxLength: 60 }),
  view: fc.integer({ min: 1, max: 900 }),
  moves: fc.array(
    fc.record({ share: fc.double({ min: 0, max: 1, noNaN: true }), row: fc.nat(59), height: fc.integer({ min: 1, max: 5000 }) }),
  ),
});

it('draws rows that are all of the view, keeps them for as long as they are, and never draws the whole list for them', () => {
  fc.assert(
    fc.property(reading, ({ rows, view, moves }) => {
      const heights = heightsOf(rows.length, (row) => rows[row] ?? 0);
      let range: Range | null = null;
      for (const { share, row, height } of moves) {
        if (row < heights.count) heights.set(row, height);
        const offset = Math.max(0, heights.total() - view) * share;
        const window = { offset, view, ahead: AHEAD };
        range = rangeAt(range, heights, window);
        // Else it would be worked out again and again.
        expect(rangeAt(range, heights, window)).toBe(range);
        const drawn = heights.topOf(range.end) - heights.topOf(range.first);
        expect(range.first === 0 || heights.topOf(range.first) <= offset).toBe(true);
        expect(range.end === heights.count || heights.topOf(range.end) >= offset + view).toBe(true);
        expect(drawn).toBeLessThanOrEqual(3 * view + 2 * AHEAD + 2 * 5000);
      }
    }),
  );
});
