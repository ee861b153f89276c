import { type Clock, clockOf } from './clock.ts';
import type { Columns } from './columns.ts';
import { atLeast, moreThan } from './search.ts';

export type AxisKind = 'entry' | 'step' | 'time';

/** A monotone way to lay the tape along a line. Places are in units of the axis: entries, steps or milliseconds. */
export interface Axis {
  readonly kind: AxisKind;
  readonly from: number;
  readonly to: number;
  /** Place of entry `seq`; `entries + 1` is the end of the tape. */
  ofEntry(seq: number): number;
  ofStep(step: number): number;
  /** First entry at `place` or after it; `entries + 1` if there is none. */
  entryFrom(place: number): number;
  /** First step at `place` or after it; `steps + 1` if there is none. */
  stepFrom(place: number): number;
  /** Stretches of silence: shortened by time, between two entries on the other axes. */
  readonly gaps: readonly { from: number; to: number; milliseconds: number }[];
}

/** An axis over what the columns hold now. By time needs times; without any it falls back to entries. */
export function axisOf(kind: AxisKind, columns: Columns): Axis {
  if (kind === 'step' && columns.steps > 0) return byStep(columns);
  if (kind === 'time' && columns.timed) return byTime(columns, clockOf(columns.time, columns.entries));
  return byEntry(columns);
}

/** Silences between entries, where all times are as recorded. */
const betweenEntries = ({ time, timed, entries, missing }: Columns, ofEntry: (seq: number) => number): Axis['gaps'] =>
  !timed || missing.length > 0
    ? []
    : clockOf(time, entries).gaps.map(({ entry, milliseconds }) => ({ from: ofEntry(entry), to: ofEntry(entry), milliseconds }));

const byEntry = (held: Columns): Axis => {
  const { entries, steps, stepFirst } = held;
  return {
    kind: 'entry',
    from: 1,
    to: Math.max(2, entries + 1),
    ofEntry: (seq) => seq,
    ofStep: (step) => (step > steps ? entries + 1 : (stepFirst[step - 1] ?? 1)),
    entryFrom: (place) => Math.min(entries + 1, Math.max(1, Math.ceil(place))),
    stepFrom: (place) => atLeast(stepFirst, steps, Math.ceil(place)) + 1,
    gaps: betweenEntries(held, (seq) => seq),
  };
};

/** Each step has the same width, and its entries share it; what comes before the first step has one unit of its own. */
const byStep = (held: Columns): Axis => {
  const { entries, steps, stepFirst } = held;
  const startOf = (step: number) => (step < 1 ? 1 : step > steps ? entries + 1 : (stepFirst[step - 1] ?? 1));
  const ofEntry = (seq: number): number => {
    if (seq > entries) return steps + 1;
    const step = moreThan(stepFirst, steps, seq);
    const start = startOf(step);
    return step + (seq - start) / Math.max(1, startOf(step + 1) - start);
  };
  return {
    kind: 'step',
    from: startOf(1) > 1 ? 0 : 1,
    to: steps + 1,
    ofEntry,
    ofStep: (step) => step,
    entryFrom: (place) => {
      const step = Math.floor(place);
      if (step > steps) return entries + 1;
      const start = startOf(step);
      return start + Math.ceil((place - step) * (startOf(step + 1) - start) - 1e-9);
    },
    stepFrom: (place) => Math.min(steps + 1, Math.max(1, Math.ceil(place))),
    gaps: betweenEntries(held, ofEntry),
  };
};

const byTime = ({ entries, steps, stepFirst }: Columns, clock: Clock): Axis => {
  const end = clock.places[entries - 1] ?? 0;
  const ofEntry = (seq: number) => (seq > entries ? end : (clock.places[seq - 1] ?? 0));
  return {
    kind: 'time',
    from: 0,
    to: Math.max(1, end * 1.002),
    ofEntry,
    ofStep: (step) => (step > steps ? end : ofEntry(stepFirst[step - 1] ?? 1)),
    entryFrom: (place) => atLeast(clock.places, entries, place) + 1,
    stepFrom: (place) => atLeast(stepFirst, steps, atLeast(clock.places, entries, place) + 1) + 1,
    gaps: clock.gaps,
  };
};
