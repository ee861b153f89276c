const whole = new Intl.NumberFormat('en-GB', { maximumFractionDigits: 0 });
const clock = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit', second: '2-digit' });
const clockShort = new Intl.DateTimeFormat('en-GB', { hour: '2-digit', minute: '2-digit' });
const weekday = new Intl.DateTimeFormat('en-GB', { weekday: 'short' });
const dayMonth = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short' });
const dayMonthYear = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', year: 'numeric' });

/** 142310 → "142,310". Counts below 10 million by hand, since lists write hundreds of them for each key. */
export function formatNumber(value: number): string {
  if (!Number.isInteger(value) || value < 0 || value >= 1e7) return whole.format(value);
  if (value < 1000) return String(value);
  const rest = String(value % 1000).padStart(3, '0');
  const thousands = Math.floor(value / 1000);
  return thousands < 1000 ? `${thousands},${rest}` : `${Math.floor(thousands / 1000)},${String(thousands % 1000).padStart(3, '0')},${rest}`;
}

/** 142310 → "142 k", 3412 → "3.4 k", 980 → "980": where the exact figure is elsewhere. */
export function formatShort(value: number): string {
  const size = Math.abs(value);
  if (size < 1000) return whole.format(value);
  const [unit, name] = size < 999_500 ? [1000, 'k'] : size < 999_500_000 ? [1e6, 'M'] : [1e9, 'G'];
  const scaled = value / unit;
  return `${Math.abs(scaled) < 9.95 ? scaled.toFixed(1).replace(/\.0$/, '') : whole.format(scaled)} ${name}`;
}

/** 4118202 → "4.1 MB", in powers of ten as disks are sold. */
export function formatBytes(bytes: number): string {
  if (bytes < 1000) return `${whole.format(bytes)} B`;
  const short = formatShort(bytes);
  return short.endsWith('k') ? `${short}B`.replace('kB', 'kB') : `${short}B`;
}

/** "1 step", "412 steps": the plural adds an s unless it is given. */
export function count(value: number, one: string, many = `${one}s`): string {
  return `${formatNumber(value)} ${value === 1 ? one : many}`;
}

/** 0.4301 → "43 %"; never says 100 before all is done, nor 0 once something is. */
export function formatShare(part: number, total: number): string {
  if (total <= 0) return '100 %';
  const percent = (100 * part) / total;
  if (part >= total) return '100 %';
  return part <= 0 ? '0 %' : `${Math.min(99, Math.max(1, Math.round(percent)))} %`;
}

const startOfDay = (time: number): number => new Date(time).setHours(0, 0, 0, 0);

/** How long ago in a glance: "14:02" today, "yesterday", "Mon" within the week, "12 Nov", "12 Nov 2024". Null stays empty. */
export function formatWhen(time: number | null, now: number = Date.now()): string {
  if (time === null) return '';
  const days = Math.round((startOfDay(now) - startOfDay(time)) / 86_400_000);
  if (days === 0) return clockShort.format(time);
  if (days === 1) return 'yesterday';
  if (days > 1 && days < 7) return weekday.format(time);
  return new Date(time).getFullYear() === new Date(now).getFullYear() ? dayMonth.format(time) : dayMonthYear.format(time);
}

/** "14:02" today, "21 Nov 18:20", "12 Nov 2024": for a column. Null stays empty. */
export function formatDayTime(time: number | null, now: number = Date.now()): string {
  if (time === null) return '';
  if (startOfDay(time) === startOfDay(now)) return clockShort.format(time);
  if (new Date(time).getFullYear() !== new Date(now).getFullYear()) return dayMonthYear.format(time);
  return `${dayMonth.format(time)} ${clockShort.format(time)}`;
}

/** The time of day, "14:02:51". */
export function formatClock(time: number | null): string {
  return time === null ? 'no time' : clock.format(time);
}

/** The time of day without seconds, "14:02", and the day without its year, "12 Nov". */
export function formatMinute(time: number): string {
  return clockShort.format(time);
}
export function formatDayMonth(time: number): string {
  return dayMonth.format(time);
}

/** Day and time of day: "12 Nov 2026, 14:02:51". */
export function formatMoment(time: number | null): string {
  return time === null ? 'no time' : `${dayMonthYear.format(time)}, ${clock.format(time)}`;
}

export { formatDuration } from '../../../shared/model/duration.ts';

/** A digest for the eye: "9f3c 1a77 0be2". */
export function formatDigest(digest: string): string {
  return digest
    .slice(0, 12)
    .replace(/(.{4})(?=.)/g, '$1 ')
    .trim();
}

/** The prefix of a line in a native tape that is not what was written. */
export const ALTERED = '✎ altered: ';

const CODES = new RegExp(`${String.fromCharCode(27)}\\[[0-9;?]*[A-Za-z]`, 'g');

/** A text without the colours of a terminal, which are no text. */
export function withoutCodes(text: string): string {
  return text.replace(CODES, '');
}
