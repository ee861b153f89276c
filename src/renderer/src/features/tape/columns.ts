import type { Band, Mark, Timeline } from '../../../../shared/model/index.ts';
import { writeAt } from './grow.ts';
import { LANES, lanesOf, SIDE, SIDECHAIN } from './lanes.ts';
import { emptyPeaks, type Peaks, writePeaks } from './peaks.ts';
import { appendRanks, countBefore, emptyRanks, type Ranks } from './ranks.ts';

/** A tape as the window holds it: columns that grow at the end. Entry `seq` is at `seq - 1`, step `n` at `n - 1`. */
export interface Columns {
  readonly tape: string;
  /** The same object for as long as the tape only grows: after a rewrite nothing that was derived from these columns holds. */
  readonly since: object;
  /** Pages of entries and steps that are drawn after an overview, in the order in which they will be read; none where all is as recorded. */
  readonly missing: readonly number[];
  /** Which drawing the columns belong to when they were drawn after an overview: details belong to only one. */
  readonly drawing: number;
  readonly entries: number;
  readonly steps: number;
  readonly kinds: readonly string[];
  readonly kind: Uint8Array;
  readonly tone: Uint8Array;
  readonly time: Float64Array;
  readonly stepFirst: Uint32Array;
  /** Recorded context per step; NaN for none. */
  readonly stepInput: Float64Array;
  readonly stepTime: Float64Array;
  readonly stepTone: Uint8Array;
  readonly lanes: Ranks;
  /** Recorded context of the tape's own steps, and of sub-agents inside the file. */
  readonly main: Peaks;
  readonly side: Peaks;
  /** 1 where a step of the tape itself has no recorded usage. */
  readonly silent: Ranks;
  readonly bands: readonly Band[];
  readonly bandStarts: Uint32Array;
  readonly marks: readonly Mark[];
  /** Entries that carry a mark of each type that the timeline draws, ascending. */
  readonly landmarks: Landmarks;
  /** What forks and merges are called, by type and entry. */
  readonly names: ReadonlyMap<string, string>;
  readonly limit: number | null;
  /** False where no entry carries a time, so that there is no time axis. */
  readonly timed: boolean;
}

export const LANDMARK_TYPES = ['compaction', 'rewind', 'sub-agent', 'fork', 'merge', 'turn', 'error'] as const;
export type LandmarkType = (typeof LANDMARK_TYPES)[number];
export type Landmarks = Readonly<Record<LandmarkType, Uint32Array>>;

const landmarksOf = (placesOf: (type: LandmarkType) => Uint32Array): Landmarks => ({
  compaction: placesOf('compaction'),
  rewind: placesOf('rewind'),
  'sub-agent': placesOf('sub-agent'),
  fork: placesOf('fork'),
  merge: placesOf('merge'),
  turn: placesOf('turn'),
  error: placesOf('error'),
});

const noLandmarks = landmarksOf(() => new Uint32Array(0));

/** Entries, and steps, of a page of details. */
export const DETAIL = 32_768;

/** The page of an entry or a step. */
export function pageOf(number: number): number {
  return Math.floor(Math.max(0, number - 1) / DETAIL);
}

/** Whether an entry or step is only drawn after an overview as yet. */
export function isMissing({ missing }: Pick<Columns, 'missing'>, number: number): boolean {
  return missing.includes(pageOf(number));
}

/** Whether sub-agents wrote into the file of the tape. */
export function hasSides({ lanes, entries }: Pick<Columns, 'lanes' | 'entries'>): boolean {
  const counts = new Uint32Array(LANES);
  countBefore(lanes, entries, counts);
  return counts.subarray(SIDE, 2 * SIDE).some((many) => many > 0);
}

export const SIDECHAIN_STEP = 1;
export const SYNTHETIC_STEP = 2;

export function emptyColumns(tape: string): Columns {
  return {
    tape,
    since: {},
    missing: [],
    drawing: 0,
    entries: 0,
    steps: 0,
    kinds: [],
    kind: new Uint8Array(0),
    tone: new Uint8Array(0),
    time: new Float64Array(0),
    stepFirst: new Uint32Array(0),
    stepInput: new Float64Array(0),
    stepTime: new Float64Array(0),
    stepTone: new Uint8Array(0),
    lanes: emptyRanks(LANES),
    main: emptyPeaks,
    side: emptyPeaks,
    silent: emptyRanks(2),
    bands: [],
    bandStarts: new Uint32Array(0),
    marks: [],
    landmarks: noLandmarks,
    names: new Map(),
    limit: null,
    timed: false,
  };
}

/** The file of a sub-agent marks all that it holds as a sub-agent's; on its own tape that is the main line. */
export function asMainLine(answer: Timeline): Timeline {
  return {
    ...answer,
    tone: answer.tone.map((tone) => tone & ~SIDECHAIN),
    stepTone: answer.stepTone.map((tone) => tone & ~SIDECHAIN_STEP),
  };
}

/** Where to continue reading: the newest step is asked for again, since its usage may have been written after its start. */
export function nextRequest(held: Columns): { from: number; fromStep: number } {
  return {
    from: held.entries + 1,
    fromStep: Math.max(1, held.steps),
  };
}

/** The held columns with an answer joined on; an answer that does not connect starts from scratch. Costs what the answer holds. */
export function joinTimeline(held: Columns, answer: Timeline): Columns {
  const connects = held.tape === answer.tape && answer.from <= held.entries + 1 && answer.fromStep <= held.steps + 1;
  const base = connects ? held : emptyColumns(answer.tape);
  return { ...base, ...joinEntries(base, answer), ...joinSteps(base, answer), ...joinLandmarks(base, answer) };
}

const joinEntries = (base: Columns, answer: Timeline): Partial<Columns> => {
  const skip = base.entries - (answer.from - 1);
  const fresh = {
    kinds: answer.kinds,
    kind: answer.kind.subarray(skip),
    tone: answer.tone.subarray(skip),
    time: answer.time.subarray(skip),
  };
  const { kinds, codes } = translate(base.kinds, fresh);
  return {
    entries: base.entries + fresh.kind.length,
    kinds,
    kind: writeAt(base.kind, base.entries, codes),
    tone: writeAt(base.tone, base.entries, fresh.tone),
    time: writeAt(base.time, base.entries, fresh.time),
    lanes: appendRanks(base.lanes, lanesOf(fresh)),
    timed: base.timed || fresh.time.some((time) => !Number.isNaN(time)),
  };
};

/** Each answer numbers the kinds in its own way; the held numbers stay. */
export function translate(held: readonly string[], fresh: { kinds: readonly string[]; kind: Uint8Array }) {
  const kinds = [...held];
  const table = fresh.kinds.map((kind) => (kinds.includes(kind) ? kinds.indexOf(kind) : kinds.push(kind) - 1));
  return { kinds, codes: fresh.kind.map((code) => table[code] ?? 0) };
}

/** What is drawn of the steps of an answer: sizes of the tape's own and of sub-agents, and where its own have none. */
export function drawnSteps(answer: Pick<Timeline, 'stepInput' | 'stepTone'>) {
  const isSide = (step: number) => ((answer.stepTone[step] ?? 0) & SIDECHAIN_STEP) !== 0;
  const isReal = (step: number) => ((answer.stepTone[step] ?? 0) & SYNTHETIC_STEP) === 0;
  // No request reads nothing: a zero is a writer that did not know.
  const input = answer.stepInput.map((tokens) => (tokens > 0 ? tokens : Number.NaN));
  const main = input.map((tokens, step) => (isSide(step) || !isReal(step) ? Number.NaN : tokens));
  const side = input.map((tokens, step) => (isSide(step) ? tokens : Number.NaN));
  const silent = answer.stepTone.map((_, step) => (isSide(step) || !isReal(step) || !Number.isNaN(input[step]) ? 0 : 1));
  return { input, main, side, silent };
}

const joinSteps = (base: Columns, answer: Timeline): Partial<Columns> => {
  const at = answer.fromStep - 1;
  const { input, main, side, silent } = drawnSteps(answer);
  return {
    steps: at + answer.stepFirst.length,
    stepFirst: writeAt(base.stepFirst, at, answer.stepFirst),
    stepInput: writeAt(base.stepInput, at, input),
    stepTime: writeAt(base.stepTime, at, answer.stepTime),
    stepTone: writeAt(base.stepTone, at, answer.stepTone),
    main: writePeaks(base.main, at, main),
    side: writePeaks(base.side, at, side),
    silent: appendRanks(truncate(base.silent, at), silent),
  };
};

/** Ranks before `length`, to be written again from there; blocks that end later are counted again. */
export function truncate(ranks: Ranks, length: number): Ranks {
  return { ...ranks, length: Math.min(ranks.length, length) };
}

const MOST_NAME = 24;

const namesOf = (marks: readonly Mark[]): Map<string, string> =>
  new Map(
    marks
      .filter((mark) => (mark.type === 'fork' || mark.type === 'merge') && mark.label !== '' && mark.label !== mark.type)
      .map(({ type, seq, label }) => [
        `${type} ${seq}`,
        label.length > MOST_NAME ? `${label.slice(0, MOST_NAME - 1).toWellFormed()}…` : label,
      ]),
  );

/** The held marks, which are in the order of the file, with those of an answer: as they are drawn on the tape. */
export function withMarks(held: readonly Mark[], fresh: readonly Mark[]): Pick<Columns, 'marks' | 'landmarks' | 'names'> {
  const marks = joinMarks(held, fresh);
  const places = new Map<string, number[]>(LANDMARK_TYPES.map((type) => [type, []]));
  for (const { type, seq } of marks) places.get(type)?.push(seq);
  return { marks, landmarks: landmarksOf((type) => new Uint32Array(places.get(type) ?? [])), names: namesOf(marks) };
}

const keyOf = ({ seq, type, label }: Mark): string => `${seq} ${type} ${label}`;

/** Only where both have marks are they told apart by their words: a long tape has hundreds of thousands, and is read a page at a time. */
const joinMarks = (held: readonly Mark[], fresh: readonly Mark[]): Mark[] => {
  const later = fresh.toSorted((a, b) => a.seq - b.seq);
  const marks: Mark[] = [];
  let at = 0;
  for (let from = 0; from < later.length; ) {
    const seq = later[from]?.seq ?? 0;
    let to = from + 1;
    while (later[to]?.seq === seq) to += 1;
    for (let next = held[at]; next !== undefined && next.seq < seq; next = held[++at]) marks.push(next);
    const same: Mark[] = [];
    for (let next = held[at]; next?.seq === seq; next = held[++at]) same.push(next);
    if (same.length === 0 && to === from + 1) marks.push(...later.slice(from, to));
    else marks.push(...union(same, later.slice(from, to), keyOf));
    from = to;
  }
  for (; at < held.length; at += 1) marks.push(held[at] as Mark);
  return marks;
};

const joinLandmarks = (base: Columns, answer: Timeline): Partial<Columns> => {
  // Every answer holds all rewinds; one may have turned out to be something else.
  const held = base.marks.filter(({ type }) => type !== 'rewind');
  const bands = union(base.bands, answer.bands, (band) => String(band.from)).sort((a, b) => a.from - b.from);
  return {
    bands,
    bandStarts: Uint32Array.from(bands, (band) => band.from),
    ...withMarks(held, answer.marks),
    // An answer judges by the steps it holds; a window that was filled before is no smaller now.
    limit: answer.limit === null ? base.limit : Math.max(answer.limit, base.limit ?? 0),
  };
};

/** Both lists, the newer wording winning: an answer may carry all landmarks or only the new ones. */
const union = <T>(held: readonly T[], fresh: readonly T[], key: (item: T) => string): T[] => [
  ...new Map([...held, ...fresh].map((item) => [key(item), item])).values(),
];
