/** Epoch milliseconds as an ISO string; null where the source has no time, or one that no calendar holds. */
export function iso(time: number | null): string | null {
  if (time === null) return null;
  const date = new Date(time);
  return Number.isNaN(date.getTime()) ? null : date.toISOString();
}

const STEPS: readonly [limit: number, unit: number, name: string][] = [
  [3_600_000, 60_000, 'min'],
  [86_400_000, 3_600_000, 'h'],
  [14 * 86_400_000, 86_400_000, 'd'],
];

/** "now", "5 min ago", "3 h ago", "6 d ago", then the date. The future, which clocks make possible, is a date as well. */
export function relative(time: number | null, now: number): string {
  const date = iso(time);
  if (time === null || date === null) return '–';
  const age = now - time;
  if (age >= 0 && age < 60_000) return 'now';
  const step = age < 0 ? undefined : STEPS.find(([limit]) => age < limit);
  return step ? `${Math.floor(age / step[1])} ${step[2]} ago` : date.slice(0, 10);
}

/** "2026-03-01 12:03:04" in UTC, to be in a column. */
export function clock(time: number | null): string {
  return iso(time)?.slice(0, 19).replace('T', ' ') ?? '–';
}
