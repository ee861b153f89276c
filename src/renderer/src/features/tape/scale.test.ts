import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { clampRange, isWhole, pan, reveal, toPixel, toPlace, zoomAt } from './scale.ts';

const whole = { from: 1, to: 1001 };
const range = fc
  .tuple(fc.double({ min: 1, max: 1001, noNaN: true }), fc.double({ min: 5, max: 1000, noNaN: true }))
  .map(([from, span]) => clampRange({ from, to: from + span }, whole));

describe('scale', () => {
  it('goes to pixels and back', () => {
    const scale = { from: 10, to: 30, left: 16, width: 200 };
    expect(toPixel(scale, 20)).toBe(116);
    expect(toPlace(scale, 116)).toBe(20);
  });

  it('keeps the place under the pointer while zooming, as long as the tape reaches that far', () => {
    const zoomed = zoomAt({ from: 101, to: 201 }, whole, 141, 2, 12);
    expect(zoomed).toEqual({ from: 121, to: 171 });
  });

  it('never leaves the tape, and never comes closer than allowed', () => {
    fc.assert(
      fc.property(
        range,
        fc.double({ min: 0, max: 1, noNaN: true }),
        fc.double({ min: 0.01, max: 100, noNaN: true }),
        (view, share, factor) => {
          const place = view.from + share * (view.to - view.from);
          const zoomed = zoomAt(view, whole, place, factor, 12);
          expect(zoomed.from).toBeGreaterThanOrEqual(whole.from - 1e-6);
          expect(zoomed.to).toBeLessThanOrEqual(whole.to + 1e-6);
          expect(zoomed.to - zoomed.from).toBeGreaterThanOrEqual(12 - 1e-6);
        },
      ),
    );
  });

  it('pans to the ends and no further', () => {
    expect(pan({ from: 11, to: 21 }, whole, -100)).toEqual({ from: 1, to: 11 });
    expect(pan({ from: 11, to: 21 }, whole, 5000)).toEqual({ from: 991, to: 1001 });
    expect(isWhole(whole, whole)).toBe(true);
  });

  it('reveals a place outside of the view and leaves one inside alone', () => {
    const view = { from: 100, to: 200 };
    expect(reveal(view, whole, 101)).toBe(view);
    expect(reveal(view, whole, 90)).toEqual({ from: 70, to: 170 });
    expect(reveal(view, whole, 1001)).toEqual({ from: 901, to: 1001 });
  });
});
