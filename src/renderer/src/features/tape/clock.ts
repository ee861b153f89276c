import { withRoom } from './grow.ts';

/** Where entries are on the time axis, in milliseconds from the first time known, with long silences drawn short. */
export interface Clock {
  /** As far as `length`. */
  readonly places: Float64Array;
  readonly length: number;
  readonly gaps: readonly Gap[];
  /** The newest time so far; NaN before the first one. */
  readonly latest: number;
}

export interface Gap {
  readonly from: number;
  readonly to: number;
  readonly milliseconds: number;
  /** The first entry after it. */
  readonly entry: number;
}

/** A silence longer than this is shortened … */
export const LONG = 3_600_000;
/** … to this, and marked. */
export const SHORTENED = 300_000;

export const emptyClock: Clock = { places: new Float64Array(0), length: 0, gaps: [], latest: Number.NaN };

/**
 * The clock carried on to `entries`. File order is the order of the tape, so it never runs backwards: an entry with an
 * earlier time, or with none, is where its neighbour before it is.
 */
export function carryOn(clock: Clock, time: Float64Array, entries: number): Clock {
  const places = withRoom(clock.places, entries);
  const gaps = [...clock.gaps];
  let { latest } = clock;
  let place = clock.length === 0 ? 0 : (places[clock.length - 1] ?? 0);
  for (let i = clock.length; i < entries; i++) {
    const now = time[i] ?? Number.NaN;
    if (Number.isNaN(latest)) latest = now;
    else if (now > latest) {
      const passed = now - latest;
      const width = passed > LONG ? SHORTENED : passed;
      if (passed > LONG) gaps.push({ from: place, to: place + width, milliseconds: passed, entry: i + 1 });
      place += width;
      latest = now;
    }
    places[i] = place;
  }
  return { places, length: entries, gaps, latest };
}

const clocks = new WeakMap<Float64Array, Clock>();

/** The clock of a growing column of times, remembered, so that a tape that grows costs only what is new. */
export function clockOf(time: Float64Array, entries: number): Clock {
  const known = clocks.get(time);
  const clock = carryOn(known === undefined || known.length > entries ? emptyClock : known, time, entries);
  clocks.set(time, clock);
  return clock;
}
