import { expect, it } from 'vitest';
import type { SumsOf } from '../../../../shared/model/index.ts';
import { barsOf, daysBetween, everyDay, later, periodOf, withPeriod } from './period.ts';

it('the days of a filter are its dates, and all else stays a filter', () => {
  expect(periodOf('agent:pi since:2026-11-09 until:2026-11-22 retry')).toEqual({
    from: '2026-11-09',
    to: '2026-11-22',
    rest: 'agent:pi retry',
  });
  expect(periodOf('since:14d')).toEqual({ from: null, to: null, rest: 'since:14d' });
  expect(withPeriod('since:2026-11-09 steps:>10', { from: '2026-11-10', to: null })).toBe('steps:>10 since:2026-11-10');
  expect(withPeriod('since:2026-11-09', { from: null, to: null })).toBe('');
});

it('days follow each other where the clocks change and years end, and a day with nothing is one', () => {
  expect([later('2026-10-24', 2), later('2026-12-31', 1), daysBetween('2026-10-24', '2026-10-26')]).toEqual([
    '2026-10-26',
    '2027-01-01',
    3,
  ]);
  const groups = ['', '2026-02-27', '2026-03-02'].map((key) => ({ key }) as SumsOf);
  expect(everyDay(groups, 10).map(({ day, sums }) => [day, sums !== undefined])).toEqual([
    ['2026-02-27', true],
    ['2026-02-28', false],
    ['2026-03-01', false],
    ['2026-03-02', true],
  ]);
  expect(everyDay(groups, 2).map(({ day }) => day)).toEqual(['2026-03-01', '2026-03-02']);
  expect(everyDay([], 5)).toEqual([]);
});

it('a few days are a bar each, and two years are weeks, of which the last ends today and none is lost', () => {
  const sums = (key: string) => ({ key, input: 1, output: 2, cacheRead: 3, cacheWrite: 4, dollars: 0.25, computed: 0.25 }) as SumsOf;
  const span = (many: number) => everyDay([sums(later('2026-11-24', 1 - many)), sums('2026-11-20'), sums('2026-11-24')], many);
  expect(barsOf(span(10)).map(({ from, to, tokens }) => [from === to, tokens])).toEqual(
    [10, 0, 0, 0, 0, 10, 0, 0, 0, 10].map((tokens) => [true, tokens]),
  );
  const weeks = barsOf(span(720));
  expect(weeks).toHaveLength(103);
  expect(weeks.at(-1)).toEqual({ from: '2026-11-18', to: '2026-11-24', tokens: 20, dollars: 1 });
  expect(weeks[0]).toMatchObject({ from: later('2026-11-24', -719), tokens: 10 });
  expect(
    weeks.every(({ from }, at) => at === 0 || from === later(weeks[at - 1]?.to ?? '', 1)) && weeks.every(({ from, to }) => from <= to),
  ).toBe(true);
  expect(barsOf([])).toEqual([]);
});
