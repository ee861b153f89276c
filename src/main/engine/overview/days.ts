import { QUARTER } from '../pages/spent.ts';

/** Whether a day is from the first to the last that count; no end where there is none. */
export function inDays({ from, to }: { from?: string | null | undefined; to?: string | null | undefined }): (day: string) => boolean {
  return (day) => (from == null || day >= from) && (to == null || day <= to);
}

/** Zones that are kept: those of a few windows. */
const KEPT = 4;

/** The days of a time zone, each as 2026-11-24, by quarters of an hour. What was asked once is remembered, since a library asks for the same ones. */
const daysIn = (zone: string): ((quarter: number) => string) => {
  // The Swedish way to write a date is the one that sorts.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, year: 'numeric', month: '2-digit', day: '2-digit' });
  const days = new Map<number, string>();
  return (quarter) => {
    if (quarter < 0) return '';
    const known = days.get(quarter);
    if (known !== undefined) return known;
    const day = format.format(quarter * QUARTER);
    days.set(quarter, day);
    return day;
  };
};

/** Throws a RangeError for a zone that is not known. */
export function createDays(): (zone: string) => (quarter: number) => string {
  const zones = new Map<string, (quarter: number) => string>();
  return (zone) => {
    const days = zones.get(zone) ?? daysIn(zone);
    zones.set(zone, days);
    for (const oldest of zones.keys()) if (zones.size > KEPT) zones.delete(oldest);
    return days;
  };
}
