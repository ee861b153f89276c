import { readQuery } from '../../../../shared/library/query.ts';
import type { SumsOf } from '../../../../shared/model/index.ts';
import { costOf, tokensOf } from '../../../../shared/model/overview.ts';

const DAY = 86_400_000;
const DATE = /^\d{4}-\d\d-\d\d$/;

/** Days as 2026-11-24; null for no end. */
export interface Period {
  readonly from: string | null;
  readonly to: string | null;
}

/** A filter as the days that it names and the rest of it: `since:` and `until:` with a date are the days that are added up. */
export function periodOf(query: string): Period & { rest: string } {
  const terms = readQuery(query);
  const isDay = ({ name, value, not }: (typeof terms)[number]) => (name === 'since' || name === 'until') && !not && DATE.test(value);
  const day = (name: string) => terms.findLast((term) => term.name === name && isDay(term))?.value ?? null;
  return {
    from: day('since'),
    to: day('until'),
    rest: terms
      .filter((term) => !isDay(term))
      .map(({ text }) => text)
      .join(' '),
  };
}

/** What a filter asks of the library: its days, and the rest of it. */
export function askedOf(query: string): { from?: string; to?: string; filter: string } {
  const { rest, from, to } = periodOf(query);
  return { ...(from && { from }), ...(to && { to }), filter: rest };
}

/** The filter with other days. */
export function withPeriod(query: string, { from, to }: Period): string {
  return [periodOf(query).rest, from && `since:${from}`, to && `until:${to}`].filter(Boolean).join(' ');
}

const DAY_END = DAY - 1;
const midnight = (day: string): number => new Date(`${day}T00:00:00`).getTime();

/** Days of this machine as times, both ends counted. */
export function timesOf({ from, to }: Period): { since?: number; until?: number } {
  return { ...(from && { since: midnight(from) }), ...(to && { until: midnight(to) + DAY_END }) };
}

const timeOf = (day: string): number => Date.parse(`${day}T00:00:00Z`);

/** A day this many days later. The days of a calendar are all of one length, whatever the clocks do. */
export function later(day: string, by: number): string {
  return new Date(timeOf(day) + by * DAY).toISOString().slice(0, 10);
}

/** How many days there are from one to another, both counted. */
export function daysBetween(from: string, to: string): number {
  return Math.round((timeOf(to) - timeOf(from)) / DAY) + 1;
}

/** Every day from the first to the last that anything is known of, at most this many of the latest; undefined for a day with nothing. */
export function everyDay(groups: readonly SumsOf[], most: number): { day: string; sums: SumsOf | undefined }[] {
  const known = new Map(groups.filter(({ key }) => DATE.test(key)).map((group) => [group.key, group]));
  const [first, last] = [[...known.keys()][0], [...known.keys()].at(-1)];
  if (first === undefined || last === undefined) return [];
  const many = Math.min(most, daysBetween(first, last));
  return Array.from({ length: many }, (_, at) => later(last, at + 1 - many)).map((day) => ({ day, sums: known.get(day) }));
}

/** A bar of the strip: the days from one to another, both counted, and what they came to. */
export interface StripBar {
  readonly from: string;
  readonly to: string;
  readonly tokens: number;
  readonly dollars: number;
}

/** More bars than these are too thin to be seen or hit, so that each is a week, or as many days as it takes. */
const MOST_BARS = 180;
const WEEK = 7;

/** How many days each bar of this many days is. */
export function daysOfBar(days: number): number {
  if (days <= MOST_BARS) return 1;
  return Math.max(WEEK, Math.ceil(days / MOST_BARS));
}

/** Days in order as bars; the last one ends with the last day, so that the newest is whole. */
export function barsOf(days: readonly { day: string; sums: SumsOf | undefined }[]): StripBar[] {
  const each = daysOfBar(days.length);
  const bars: StripBar[] = [];
  for (let end = days.length; end > 0; end -= each) {
    const some = days.slice(Math.max(0, end - each), end);
    const [first, last] = [some[0], some.at(-1)];
    if (first === undefined || last === undefined) break;
    const sum = (of: (sums: SumsOf) => number) => some.reduce((all, { sums }) => all + (sums === undefined ? 0 : of(sums)), 0);
    bars.unshift({ from: first.day, to: last.day, tokens: sum(tokensOf), dollars: sum((sums) => costOf(sums) ?? 0) });
  }
  return bars;
}
