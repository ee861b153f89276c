import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { isScaled, offsetAt, offsetToCentre, offsetToShow, PHYSICAL, physicalHeight, topAt } from './scroll.ts';

describe('a list that scrolls', () => {
  it('scrolls as it is while it fits', () => {
    const lengths = { total: 26_000, view: 500 };
    expect(isScaled(lengths)).toBe(false);
    expect(offsetAt(lengths, 1234)).toBe(1234);
    expect(topAt(lengths, 99_999)).toBe(25_500);
  });

  it('stays below the tallest box that Chromium draws, and still reaches both ends', () => {
    const lengths = { total: 26 * 10_000_000, view: 500 };
    expect(physicalHeight(lengths)).toBeLessThan(33_554_428);
    expect(offsetAt(lengths, 0)).toBe(0);
    expect(offsetAt(lengths, PHYSICAL - 500)).toBe(lengths.total - 500);
  });

  it('finds its way back from any offset, to a thousandth of a row', () => {
    const lengths = fc.record({ total: fc.integer({ min: 600, max: 500_000_000 }), view: fc.integer({ min: 100, max: 599 }) });
    fc.assert(
      fc.property(lengths, fc.double({ min: 0, max: 1, noNaN: true }), (list, share) => {
        const offset = share * (list.total - list.view);
        expect(Math.abs(offsetAt(list, topAt(list, offset)) - offset)).toBeLessThan(0.03);
      }),
    );
  });

  it('moves no further than needed to show a row', () => {
    const lengths = { total: 10_000, view: 500 };
    expect(offsetToShow(lengths, 1000, 1200, 1226, 26)).toBe(1000);
    expect(offsetToShow(lengths, 1000, 980, 1006, 26)).toBe(954);
    expect(offsetToShow(lengths, 1000, 1500, 1526, 26)).toBe(1052);
    expect(offsetToShow(lengths, 1000, 0, 26, 26)).toBe(0);
  });

  it('brings a row into the middle, as far as the ends of the list allow', () => {
    const lengths = { total: 10_000, view: 500 };
    expect(offsetToCentre(lengths, 1200, 1226)).toBe(963);
    expect(offsetToCentre(lengths, 0, 26)).toBe(0);
    expect(offsetToCentre(lengths, 9974, 10_000)).toBe(9500);
    expect(offsetToCentre({ total: 100, view: 500 }, 50, 76)).toBe(0);
  });
});
