import { describe, expect, it } from 'vitest';
import type { LegalityNear } from '../../../../shared/model/index.ts';
import { nearestPlace, refusedPlace, unlessOpenCall } from './fork-point.ts';

const place = (seq: number, legal: boolean, before: number | null, after: number | null): LegalityNear => ({
  ...{ seq, legal, before, after, turn: null, at: null, step: null },
  ...{ code: legal ? null : 'call', reason: legal ? null : 'The call Read of entry 4 has no result here.' },
});

describe('a fork', () => {
  it('begins at the entry, or at the nearest place where it may', () => {
    expect(nearestPlace(place(4, true, 2, 6))).toBe(4);
    expect(nearestPlace(place(4, false, 1, 6))).toBe(6);
    expect(nearestPlace(place(4, false, 2, 6))).toBe(2);
    expect(nearestPlace(place(4, false, null, 90))).toBe(90);
    expect(nearestPlace(place(4, false, 2, null))).toBe(2);
    expect(nearestPlace(place(4, false, null, null))).toBe(4);
  });

  it('is refused where the field says so, else where the reader came from', () => {
    const [open, done] = [place(4, false, 2, 6), place(6, true, 2, null)];
    expect(refusedPlace(done, open)).toBe(open);
    expect(refusedPlace(open, done)).toBe(open);
    expect(refusedPlace(done, done)).toBeNull();
    expect(refusedPlace(undefined, open)).toBeNull();
  });

  it('of a native tape is refused inside an open call alone', () => {
    const waiting: LegalityNear = { ...place(5, false, 2, 6), code: 'waiting', reason: 'The prompt of entry 5 waits.' };
    expect(nearestPlace(unlessOpenCall(waiting))).toBe(5);
    expect(nearestPlace(unlessOpenCall(place(4, false, 2, 6)))).toBe(2);
    expect(unlessOpenCall(undefined)).toBeUndefined();
  });
});
