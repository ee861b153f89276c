import { formatClock, formatDayMonth, formatMinute } from '../../ui/format.ts';
import type { Axis } from './axis.ts';
import type { Columns } from './columns.ts';
import { type Scale, toPixel, toPlace } from './scale.ts';

/** An entry and its clock time, the day with it where that is another one than before. */
export interface Tick {
  readonly x: number;
  readonly text: string;
}

/** Pixels from one tick to the next, and how far one moves to reach a rounder time. */
const PITCH = 88;
const REACH = 64;
/** Room for the words of the last one. */
const ROOM = 72;
const STRIDE = 12;
const MINUTE = 60_000;
const DAY = 86_400_000;
const ROUND = [DAY, 6 * 3_600_000, 3_600_000, 30 * MINUTE, 15 * MINUTE, 5 * MINUTE, MINUTE, 30_000, 10_000, 5000, 1000];

/**
 * Clock times along the tape, however it is laid out: the first entry after a round time where one is near. One of the same minute as that before it
 * has its seconds, and one of the same second is none. Costs the pixels.
 */
export function ticksOf(held: Columns, axis: Axis, scale: Scale): Tick[] {
  if (!held.timed) return [];
  const found: Found[] = [];
  let before = Number.NaN;
  const span = spanOf(held, axis, scale);
  for (let x = scale.left; x <= scale.left + scale.width - ROOM; ) {
    const first = axis.entryFrom(toPlace(scale, x));
    const end = axis.entryFrom(toPlace(scale, x + REACH));
    const entry = first < end ? roundest(held, first, end) : null;
    const time = entry === null ? Number.NaN : (held.time[entry - 1] ?? 0);
    const text = entry === null ? null : wordsOf(time, before, span);
    if (entry === null || text === null) {
      x += STRIDE;
      continue;
    }
    const at = Math.max(x, toPixel(scale, axis.ofEntry(entry)));
    found.push({ x: at, time });
    before = time;
    x = at + PITCH;
  }
  before = Number.NaN;
  const kept = inOrder(found);
  const drawn = Math.max(span, (kept.at(-1)?.time ?? 0) - (kept[0]?.time ?? 0));
  return kept.flatMap(({ x, time }) => {
    const text = wordsOf(time, before, drawn);
    before = time;
    return text === null ? [] : [{ x, text }];
  });
}

interface Found {
  readonly x: number;
  readonly time: number;
}

/** As many as are in the order of their times: what was written out of turn would have an axis go back. Costs the square of the few that there are. */
function inOrder(found: readonly Found[]): readonly Found[] {
  const runs = found.map(() => ({ length: 1, before: -1 }));
  let last = -1;
  for (const [at, run] of runs.entries()) {
    for (let earlier = 0; earlier < at; earlier += 1) {
      const { length } = runs[earlier] ?? { length: 0 };
      if (length >= run.length && (found[earlier]?.time ?? 0) <= (found[at]?.time ?? 0))
        Object.assign(run, { length: length + 1, before: earlier });
    }
    if (run.length > (runs[last]?.length ?? 0)) last = at;
  }
  const kept: Found[] = [];
  for (let at = last; at >= 0; at = runs[at]?.before ?? -1) kept.unshift(...found.slice(at, at + 1));
  return kept;
}

/** What a tick says after the one before it; null where that would be the same. */
function wordsOf(time: number, before: number, span: number): string | null {
  const isOther = Number.isNaN(before) ? span >= DAY : dayOf(time) !== dayOf(before);
  const isSame = (format: (time: number) => string): boolean => !isOther && !Number.isNaN(before) && format(time) === format(before);
  if (isSame(formatClock)) return null;
  const words = span < 10 * MINUTE || isSame(formatMinute) ? formatClock(time) : formatMinute(time);
  return isOther ? `${formatDayMonth(time)} ${words}` : words;
}

const local = (time: number): number => time - new Date(time).getTimezoneOffset() * MINUTE;
const dayOf = (time: number): number => Math.floor(local(time) / DAY);

/** Milliseconds that are in view. */
function spanOf(held: Columns, axis: Axis, scale: Scale): number {
  const first = timedFrom(held, axis.entryFrom(scale.from), held.entries + 1);
  let last = Math.min(held.entries, axis.entryFrom(scale.to));
  for (const least = Math.max(1, last - LOOK); last > least && Number.isNaN(held.time[last - 1] ?? Number.NaN); ) last -= 1;
  return first === null ? 0 : (held.time[last - 1] ?? 0) - (held.time[first - 1] ?? 0) || 0;
}

const LOOK = 64;

/** The first entry with a time from one on; null where there is none soon. */
function timedFrom({ time }: Columns, first: number, end: number): number | null {
  for (let seq = first; seq < Math.min(end, first + LOOK); seq += 1) if (!Number.isNaN(time[seq - 1] ?? Number.NaN)) return seq;
  return null;
}

/** Among entries close to each other, the first one after the roundest time. */
function roundest(held: Columns, first: number, end: number): number | null {
  const start = timedFrom(held, first, end);
  if (start === null) return null;
  const from = local(held.time[Math.max(0, start - 2)] ?? Number.NaN) || local(held.time[start - 1] ?? 0);
  const to = local(held.time[end - 2] ?? Number.NaN);
  const unit = ROUND.find((size) => Math.floor(to / size) > Math.floor(from / size));
  return unit === undefined ? start : firstAt(held, start, end, Math.floor(to / unit) * unit);
}

function firstAt({ time }: Columns, first: number, end: number, wanted: number): number {
  let [low, high] = [first, end - 1];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (local(time[middle - 1] ?? Number.NaN) >= wanted) high = middle;
    else low = middle + 1;
  }
  return low;
}
