import { expect, it } from 'vitest';
import type { Overview, Timeline } from '../../../../shared/model/index.ts';
import { StepClass } from '../../../../shared/model/vocabulary.ts';
import { type Columns, DETAIL, emptyColumns, isMissing, joinTimeline, SIDECHAIN_STEP, SYNTHETIC_STEP } from './columns.ts';
import { columnsOf, detailOf, drawnAfter, joinDetail } from './overview.ts';
import { peakOf } from './peaks.ts';
import { countBefore } from './ranks.ts';
import { readEntry, readStep } from './readout.ts';
import { longTimeline } from './testing/draw.ts';

const ENTRIES = 2.5 * DETAIL;
const BLOCK = 16;

/** Pairs of class and number less one, by block. */
const runsOf = (codes: readonly number[]): Uint8Array<ArrayBuffer> => {
  const pairs: number[] = [];
  for (let from = 0; from < codes.length; from += BLOCK) {
    const block = codes.slice(from, from + BLOCK).sort((a, b) => a - b);
    for (const code of new Set(block)) pairs.push(code, block.filter((other) => other === code).length - 1);
  }
  return Uint8Array.from(pairs);
};

const everyBlock = <T>(values: ArrayLike<T>): T[] => Array.from(values).filter((_, at) => at % BLOCK === 0);

const stepClass = (tone: number, input: number): number => {
  if (tone === SYNTHETIC_STEP) return StepClass.synthetic;
  if (tone === SIDECHAIN_STEP) return StepClass.side;
  return input > 0 ? StepClass.sized : StepClass.silent;
};

const overviewOf = (whole: Timeline): Overview => {
  const { tape, entries, steps, kinds, bands, limit } = whole;
  const names = Array.from(whole.kind, (kind, at) => `${kind} ${whole.tone[at]}`);
  const classes = [...new Set(names)].map((name) => name.split(' ').map(Number));
  const codes = new Map([...new Set(names)].map((name, code) => [name, code]));
  const stepCodes = Array.from(whole.stepTone, (tone, at) => stepClass(tone, whole.stepInput[at] ?? 0));
  const peak = (from: number, wanted: number): number => {
    const sizes = [...whole.stepInput.slice(from, from + BLOCK)].filter((size, at) => stepCodes[from + at] === wanted && size > 0);
    return sizes.length === 0 ? Number.NaN : Math.max(...sizes);
  };
  const firsts = everyBlock(Array.from({ length: steps }, (_, at) => at));
  return {
    ...{ tape, entries, steps, kinds, bands, limit, block: BLOCK },
    marks: whole.marks.filter(({ type }) => type !== 'error'),
    classes: { kind: Uint8Array.from(classes, ([kind = 0]) => kind), tone: Uint8Array.from(classes, ([, tone = 0]) => tone) },
    runs: runsOf(names.map((name) => codes.get(name) ?? 0)),
    time: Float64Array.from(everyBlock(whole.time)),
    stepRuns: runsOf(stepCodes),
    stepFirst: Uint32Array.from(everyBlock(whole.stepFirst)),
    mainPeak: Float64Array.from(firsts, (from) => peak(from, StepClass.sized)),
    sidePeak: Float64Array.from(firsts, (from) => peak(from, StepClass.side)),
    errors: Uint32Array.from(whole.marks.filter(({ type }) => type === 'error').map(({ seq }) => seq)),
    turns: new Uint32Array(0),
  };
};

/** What the engine answers for a page. */
const pageOf = (whole: Timeline, page: number): Timeline => {
  const { from, fromStep, rows } = detailOf(page);
  const [a, b] = [[from - 1, from - 1 + rows] as const, [fromStep - 1, fromStep - 1 + rows] as const];
  return {
    ...whole,
    ...{ from, fromStep, kind: whole.kind.slice(...a), tone: whole.tone.slice(...a), time: whole.time.slice(...a) },
    ...{ stepFirst: whole.stepFirst.slice(...b), stepInput: whole.stepInput.slice(...b) },
    ...{ stepTime: whole.stepTime.slice(...b), stepTone: whole.stepTone.slice(...b) },
    bands: [],
    marks: whole.marks.filter(({ seq, type }) => type === 'error' && seq >= from && seq < from + rows),
  };
};

const lanesBefore = (held: Columns, at: number): number[] => {
  const out = new Uint32Array(held.lanes.kinds);
  countBefore(held.lanes, at, out);
  return [...out];
};

const withErrors = (timeline: Timeline): Timeline => {
  const errors = Array.from({ length: Math.floor(ENTRIES / 500) }, (_, at) => ({ seq: at * 500 + 3, type: 'error' as const, label: 'no' }));
  return { ...timeline, marks: [...timeline.marks, ...errors].sort((a, b) => a.seq - b.seq) };
};

const whole = withErrors(longTimeline(ENTRIES));

it('draws what the timeline would draw, at the bounds of every block', () => {
  const exact = joinTimeline(emptyColumns('t'), whole);
  const drawn = columnsOf(drawnAfter(overviewOf(whole)));
  expect(drawn).toMatchObject({ entries: exact.entries, steps: exact.steps, limit: exact.limit, timed: exact.timed });
  for (let at = 0; at <= ENTRIES; at += 997 * BLOCK) expect(lanesBefore(drawn, at)).toEqual(lanesBefore(exact, at));
  for (let at = 0; at + BLOCK <= exact.steps; at += 97 * BLOCK) {
    expect(peakOf(drawn.main, at, at + BLOCK)).toBe(peakOf(exact.main, at, at + BLOCK));
    expect(drawn.stepFirst[at]).toBe(exact.stepFirst[at]);
  }
  expect(drawn.landmarks.error).toEqual(exact.landmarks.error);
});

it('says of what it has not read that it is being read, and reads the ends first', () => {
  const drawn = columnsOf(drawnAfter(overviewOf(whole)));
  expect(drawn.missing).toEqual([2, 0, 1]);
  expect(readEntry(drawn, 7)).toBe('#7 · being read');
  expect(readStep(drawn, 7)).toMatch(/^step 7 of [\d,]+ · being read$/);
  const first = joinDetail(drawn, 0, pageOf(whole, 0));
  expect(first.missing).toEqual([2, 1]);
  expect([isMissing(first, DETAIL), isMissing(first, DETAIL + 1)]).toEqual([false, true]);
  expect(readEntry(first, 7)).toBe(readEntry(joinTimeline(emptyColumns('t'), whole), 7));
});

it('ends as what the timeline is, in whatever order its details come, and with a tape that grew meanwhile', () => {
  const exact = joinTimeline(emptyColumns('t'), whole);
  for (const order of [
    [2, 0, 1],
    [1, 2, 0],
  ]) {
    let held = columnsOf(drawnAfter(overviewOf(whole)));
    const grown = withErrors(longTimeline(ENTRIES + 1000));
    for (const page of order) held = joinDetail(held, page, pageOf(page === 2 ? grown : whole, page));
    expect(held.missing).toEqual([]);
    for (const column of ['kind', 'tone', 'time'] as const)
      expect(held[column].subarray(0, ENTRIES)).toEqual(exact[column].subarray(0, ENTRIES));
    for (const column of ['stepFirst', 'stepInput', 'stepTone'] as const)
      expect(held[column].subarray(0, held.steps)).toEqual(exact[column].subarray(0, exact.steps));
    for (let at = 0; at <= ENTRIES; at += 997) expect(lanesBefore(held, at)).toEqual(lanesBefore(exact, at));
    for (let at = 0; at < exact.steps; at += 997) expect(peakOf(held.main, at, at + 500)).toBe(peakOf(exact.main, at, at + 500));
    expect(held.landmarks).toEqual(exact.landmarks);
    expect(held.marks).toEqual(exact.marks);
  }
});

it('takes no page of other columns', () => {
  const drawn = columnsOf(drawnAfter(overviewOf(whole)));
  expect(joinDetail(drawn, 7, pageOf(whole, 1))).toBe(drawn);
  expect(joinDetail(drawn, 1, { ...pageOf(whole, 1), tape: 'other' })).toBe(drawn);
});
