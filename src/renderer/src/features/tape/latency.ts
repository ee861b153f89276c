import { LONG } from './clock.ts';
import type { Columns } from './columns.ts';
import { LANE, SIDE } from './lanes.ts';
import { emptyPeaks, type Peaks, peakOf, writePeaks } from './peaks.ts';

/** Milliseconds that each step of the tape itself took, by recorded times; NaN where the log does not say. */
export interface Latency {
  readonly steps: number;
  /** From the entry before a step until its answer was written. */
  readonly model: Peaks;
  /** From the answer until the last result of its calls. */
  readonly tools: Peaks;
}

const none: Latency = { steps: 0, model: emptyPeaks, tools: emptyPeaks };
const known = new WeakMap<Uint8Array, Latency>();

/** Remembered by the column of tones, so that a tape that grows costs what is new; null where times are missing or only drawn after an overview. */
export function latencyOf(held: Columns): Latency | null {
  if (!held.timed || held.missing.length > 0) return null;
  const before = known.get(held.stepTone) ?? none;
  // The newest step may have gone on.
  const latency = carryOn(before.steps > held.steps ? none : before, held);
  known.set(held.stepTone, latency);
  return latency;
}

/** Whether any step of the tape took a time that is known. */
export function knowsLatency(held: Columns): boolean {
  const latency = latencyOf(held);
  return latency !== null && [latency.model, latency.tools].some((peaks) => !Number.isNaN(peakOf(peaks, 0, peaks.length)));
}

function carryOn(before: Latency, held: Columns): Latency {
  const from = Math.max(0, before.steps - 1);
  const model = new Float64Array(held.steps - from);
  const tools = new Float64Array(held.steps - from);
  for (let at = from; at < held.steps; at += 1) {
    const took = tookOf(held, at + 1);
    model[at - from] = took.model;
    tools[at - from] = took.tools;
  }
  return { steps: held.steps, model: writePeaks(before.model, from, model), tools: writePeaks(before.tools, from, tools) };
}

/** Longer than this nobody waits for an answer: the clock of the log jumped, or somebody was away. */
const between = (from: number, to: number): number => (to > from && to - from < LONG ? to - from : Number.NaN);

function tookOf({ stepFirst, stepTone, steps, entries, time, lanes }: Columns, step: number): { model: number; tools: number } {
  if (stepTone[step - 1] !== 0) return { model: Number.NaN, tools: Number.NaN };
  const first = stepFirst[step - 1] ?? 1;
  const end = step < steps ? (stepFirst[step] ?? entries + 1) : entries + 1;
  let answered = Number.NaN;
  let returned = Number.NaN;
  for (let seq = first; seq < end; seq += 1) {
    const lane = lanes.codes[seq - 1] ?? LANE.other;
    if (lane >= SIDE && lane !== LANE.failed) continue;
    const isAnswer = lane === LANE.assistant || lane === LANE.call;
    if (isAnswer && Number.isNaN(returned)) answered = time[seq - 1] ?? Number.NaN;
    if (lane === LANE.result || lane === LANE.failed) returned = time[seq - 1] ?? Number.NaN;
  }
  return { model: between(time[first - 2] ?? Number.NaN, answered), tools: between(answered, returned) };
}
