import { describe, expect, it } from 'vitest';
import { count, formatBytes, formatDigest, formatDuration, formatNumber, formatShare, formatShort, formatWhen } from './format.ts';

describe('numbers', () => {
  it('groups whole numbers by thousands', () => {
    expect(formatNumber(142_310)).toBe('142,310');
  });

  it('shortens to three figures at most', () => {
    const shown = [980, 3412, 9949, 9951, 142_310, 999_499, 999_501, 38_020_000, 2_000_000_000].map(formatShort);
    expect(shown).toEqual(['980', '3.4 k', '9.9 k', '10 k', '142 k', '999 k', '1 M', '38 M', '2 G']);
  });

  it('names bytes in powers of ten', () => {
    expect([0, 999, 4790, 4_118_202].map(formatBytes)).toEqual(['0 B', '999 B', '4.8 kB', '4.1 MB']);
  });

  it('counts with the right plural', () => {
    expect([count(1, 'step'), count(0, 'step'), count(2874, 'entry', 'entries')]).toEqual(['1 step', '0 steps', '2,874 entries']);
  });

  it('never says that all is done before it is, nor that nothing is once something is', () => {
    expect([formatShare(0, 500), formatShare(1, 5000), formatShare(4999, 5000), formatShare(5000, 5000), formatShare(0, 0)]).toEqual([
      '0 %',
      '1 %',
      '99 %',
      '100 %',
      '100 %',
    ]);
  });
});

describe('times', () => {
  const now = new Date(2026, 10, 21, 0, 30).getTime();

  it('says how long ago in a glance, by calendar days and not by hours', () => {
    const at = (...parts: [number, number, number, number, number]) => formatWhen(new Date(...parts).getTime(), now);
    expect(at(2026, 10, 21, 0, 5)).toBe('00:05');
    expect(at(2026, 10, 20, 23, 59)).toBe('yesterday');
    expect(at(2026, 10, 16, 8, 0)).toBe('Mon');
    expect(at(2026, 10, 14, 8, 0)).toBe('14 Nov');
    expect(at(2025, 10, 12, 8, 0)).toBe('12 Nov 2025');
  });

  it('shows a time ahead of the clock as a date, and none as nothing', () => {
    expect(formatWhen(new Date(2026, 10, 23).getTime(), now)).toBe('23 Nov');
    expect(formatWhen(null, now)).toBe('');
  });

  it('names the two largest units of a duration', () => {
    expect([0, 420, 1000, 71_500, 3_600_000, 93_784_000].map(formatDuration)).toEqual([
      '0 ms',
      '420 ms',
      '1 s',
      '1 min 11 s',
      '1 h',
      '1 d 2 h',
    ]);
  });
});

describe('digests', () => {
  it('shows the first twelve figures in groups of four', () => {
    expect(formatDigest('9f3c1a770be2ffff')).toBe('9f3c 1a77 0be2');
  });
});
