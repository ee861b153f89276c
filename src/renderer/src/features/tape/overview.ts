import type { Mark, Overview, Timeline } from '../../../../shared/model/index.ts';
import { StepClass } from '../../../../shared/model/vocabulary.ts';
import {
  type Columns,
  DETAIL,
  drawnSteps,
  emptyColumns,
  joinTimeline,
  pageOf,
  SIDECHAIN_STEP,
  SYNTHETIC_STEP,
  translate,
  withMarks,
} from './columns.ts';
import { lanesOf } from './lanes.ts';
import { writePeaks } from './peaks.ts';
import { rewriteRanks } from './ranks.ts';

/** Columns drawn after an overview, all of whose pages are yet to be read: the ends first, since a tape opens at its end. */
export function columnsOf(drawn: Timeline): Columns {
  const [entries, steps] = [pageOf(drawn.entries), pageOf(drawn.steps)];
  const missing = new Set([entries, steps, ...Array.from({ length: entries }, (_, back) => entries - 1 - back)]);
  return { ...joinTimeline(emptyColumns(drawn.tape), drawn), missing: [...missing], drawing: ++drawings };
}

let drawings = 0;

/** A timeline as an overview has it: in each block what it holds, kind by kind, at even distances. */
export function drawnAfter(overview: Overview): Timeline {
  const { tape, entries, steps, kinds, bands, marks, limit, classes, block } = overview;
  const time = between(overview.time, entries, block);
  // Written into whole numbers, each is cut to one.
  const stepFirst = new Uint32Array(between(Float64Array.from(overview.stepFirst), steps, block));
  const stepClass = unrolled(overview.stepRuns, steps);
  return {
    ...{ tape, from: 1, fromStep: 1, entries, steps, kinds, bands, limit },
    ...{ kind: unrolled(overview.runs, entries, classes.kind), tone: unrolled(overview.runs, entries, classes.tone), time },
    ...{ stepFirst, stepTone: unrolled(overview.stepRuns, steps, TONES) },
    stepInput: numbers(steps, (at) => sizeOf(overview, stepClass[at] ?? 0, Math.floor(at / block))),
    stepTime: numbers(steps, (at) => time[(stepFirst[at] ?? 0) - 1] ?? Number.NaN),
    marks: [
      ...marks,
      ...Array.from(overview.errors, (seq) => ({ seq, type: 'error' as const, label: '' })),
      ...Array.from(overview.turns, (seq) => ({ seq, type: 'turn' as const, label: '' })),
    ],
  };
}

const TONES = { [StepClass.side]: SIDECHAIN_STEP, [StepClass.synthetic]: SYNTHETIC_STEP } as Readonly<Record<number, number>>;

const sizeOf = ({ mainPeak, sidePeak }: Overview, code: number, block: number): number => {
  if (code === StepClass.sized) return mainPeak[block] ?? Number.NaN;
  return code === StepClass.side ? (sidePeak[block] ?? Number.NaN) : Number.NaN;
};

/** As `Float64Array.from`, which takes three times as long. */
const numbers = (length: number, valueAt: (at: number) => number): Float64Array<ArrayBuffer> => {
  const values = new Float64Array(length);
  for (let at = 0; at < length; at++) values[at] = valueAt(at);
  return values;
};

/** The code of each row, or what `of` has for that. */
const unrolled = (runs: Uint8Array, length: number, of?: Readonly<Record<number, number>>): Uint8Array<ArrayBuffer> => {
  const codes = new Uint8Array(length);
  let to = 0;
  for (let at = 0; at < runs.length; at += 2) {
    const many = (runs[at + 1] ?? 0) + 1;
    const code = runs[at] ?? 0;
    codes.fill(of === undefined ? code : (of[code] ?? 0), to, to + many);
    to += many;
  }
  return codes;
};

/** Values of all rows from those of the first one of each block, at even distances; the last block continues the one before. */
const between = (firsts: Float64Array, length: number, block: number): Float64Array<ArrayBuffer> => {
  const values = new Float64Array(length);
  let slope = 0;
  for (let row = 0; row < firsts.length; row++) {
    const value = firsts[row] ?? Number.NaN;
    const next = firsts[row + 1] ?? Number.NaN;
    if (!Number.isNaN(next)) slope = (next - value) / block;
    const end = Math.min(length, (row + 1) * block);
    const step = Number.isNaN(slope) ? 0 : slope;
    for (let at = row * block; at < end; at++) values[at] = value + step * (at - row * block);
  }
  return values;
};

/** What to ask for to have a page as it was recorded. */
export function detailOf(page: number) {
  return { from: page * DETAIL + 1, fromStep: page * DETAIL + 1, rows: DETAIL };
}

/**
 * The columns with one page as it was recorded. Arrays are written in place: as many of each kind stay, and nobody is to continue with the
 * overview. What is not a page of these columns is let be.
 */
export function joinDetail(held: Columns, page: number, read: Timeline): Columns {
  if (held.tape !== read.tape || !held.missing.includes(page)) return held;
  const answer = upTo(read, held);
  const at = answer.from - 1;
  const { kinds, codes } = translate(held.kinds, answer);
  held.kind.set(codes, at);
  held.tone.set(answer.tone, at);
  // A clock is remembered by its column (clock.ts).
  const time = held.time.slice();
  time.set(answer.time, at);
  rewriteRanks(held.lanes, at, lanesOf(answer));
  const inPage = (seq: number): boolean => seq > at && seq <= at + answer.kind.length;
  const marks = held.marks.filter((mark) => !isNameless(mark) || !inPage(mark.seq));
  const missing = held.missing.filter((other) => other !== page);
  return { ...held, kinds, time, ...withSteps(held, answer), ...withMarks(marks, answer.marks), missing };
}

/** An error or turn as an overview has it, without its words. */
const isNameless = ({ type, label }: Mark): boolean => (type === 'error' || type === 'turn') && label === '';

/** A tape may have grown since; what is new comes with the next answer. */
const upTo = (answer: Timeline, { entries, steps }: Columns): Timeline => {
  const many = Math.max(0, entries - answer.from + 1);
  const stepsThere = Math.max(0, steps - answer.fromStep + 1);
  return {
    ...answer,
    ...{ kind: answer.kind.subarray(0, many), tone: answer.tone.subarray(0, many), time: answer.time.subarray(0, many) },
    ...{ stepFirst: answer.stepFirst.subarray(0, stepsThere), stepInput: answer.stepInput.subarray(0, stepsThere) },
    ...{ stepTime: answer.stepTime.subarray(0, stepsThere), stepTone: answer.stepTone.subarray(0, stepsThere) },
    marks: answer.marks.filter(({ seq }) => seq <= entries),
  };
};

const withSteps = (held: Columns, answer: Timeline): Partial<Columns> => {
  const at = answer.fromStep - 1;
  const { input, main, side, silent } = drawnSteps(answer);
  if (input.length === 0) return {};
  held.stepFirst.set(answer.stepFirst, at);
  held.stepInput.set(input, at);
  held.stepTime.set(answer.stepTime, at);
  held.stepTone.set(answer.stepTone, at);
  rewriteRanks(held.silent, at, silent);
  return { main: writePeaks(held.main, at, main), side: writePeaks(held.side, at, side) };
};
