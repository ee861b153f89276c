import type { Overview } from '../../../shared/model/index.ts';
import { Flag, has, StepClass } from '../../../shared/model/vocabulary.ts';
import { PAGE } from '../pages/columns.ts';
import { StepFlag, type StepPage } from '../pages/rows.ts';
import type { Head, Pager } from './heads.ts';
import { inputOf, isLost, kindsOf, type Landmarks, MOST_KINDS, toneOf } from './timeline.ts';

/** Tapes with more entries than this are first drawn from an overview. */
export const LONG = 65_536;

/** A picture has about this many blocks: more than any window has pixels. */
const BLOCKS = 4096;
const LEAST = 16;
/** Most marks of one type that an overview has, thinned out evenly; they are on the entries themselves. */
const MOST_MARKS = 8192;

/** Entries of one block: a power of two that fits into a page. */
export function blockOf(entries: number): number {
  return Math.max(LEAST, Math.min(PAGE, 2 ** Math.floor(Math.log2(Math.max(1, entries / BLOCKS)))));
}

/** Counts classes by block and writes them as pairs of class and number less one, which are few. */
const createRuns = () => {
  const bytes: number[] = [];
  const counts = new Uint32Array(256);
  return {
    add: (code: number): void => {
      counts[code] = (counts[code] ?? 0) + 1;
    },
    end: (classes: number): void => {
      for (let code = 0; code < classes; code += 1) {
        const many = counts[code] ?? 0;
        if (many > 0) bytes.push(code, many - 1);
        counts[code] = 0;
      }
    },
    bytes: (): Uint8Array<ArrayBuffer> => Uint8Array.from(bytes),
  };
};

/** Numbers of the classes that were met; past 255 the last one stands for all others. */
const createClasses = () => {
  const codes = new Map<number, number>();
  const kind: number[] = [];
  const tone: number[] = [];
  const codeOf = (kindOf: number, toneAt: number): number => {
    const key = kindOf * 256 + toneAt;
    const known = codes.get(key);
    if (known !== undefined) return known;
    const code = Math.min(codes.size, 255);
    codes.set(key, code);
    if (code === kind.length) {
      kind.push(kindOf);
      tone.push(toneAt);
    }
    return code;
  };
  return { codeOf, count: () => kind.length, packed: () => ({ kind: Uint8Array.from(kind), tone: Uint8Array.from(tone) }) };
};

const thinned = (seqs: readonly number[]): Uint32Array<ArrayBuffer> => {
  const every = Math.ceil(seqs.length / MOST_MARKS);
  return Uint32Array.from(every <= 1 ? seqs : seqs.filter((_, at) => at % every === 0));
};

const drawEntries = (pager: Pager, head: Head, block: number) => {
  const { entries } = head.state;
  const time = new Float64Array(Math.ceil(entries / block)).fill(Number.NaN);
  const [runs, classes] = [createRuns(), createClasses()];
  const errors: number[] = [];
  const turns: number[] = [];
  const error = head.kinds.indexOf('error');
  for (const { first, cols } of entries === 0 ? [] : pager.entryColumns(head, 1)) {
    const many = Math.min(PAGE, entries + 1 - first);
    for (let at = 0; at < many; at += 1) {
      const kind = cols.kind[at] ?? 0;
      const flags = cols.flags[at] ?? 0;
      runs.add(classes.codeOf(Math.min(kind, MOST_KINDS), toneOf(cols.role[at] ?? 0, flags)));
      if (kind === error) errors.push(first + at);
      if (has(flags, Flag.Turn)) turns.push(first + at);
      if (at % block === 0) time[(first + at - 1) / block] = cols.time[at] ?? Number.NaN;
      if ((at + 1) % block === 0 || at === many - 1) runs.end(classes.count());
    }
  }
  return { time, runs: runs.bytes(), classes: classes.packed(), errors, turns };
};

const classOf = (cols: StepPage['cols'], at: number): number => {
  const flags = cols.flags[at] ?? 0;
  if ((flags & StepFlag.Synthetic) !== 0) return StepClass.synthetic;
  if ((flags & StepFlag.Sidechain) !== 0) return StepClass.side;
  return inputOf(cols, at) > 0 ? StepClass.sized : StepClass.silent;
};

const larger = (peaks: Float64Array, at: number, size: number): void => {
  if (size > 0 && !(size <= (peaks[at] ?? Number.NaN))) peaks[at] = size;
};

const drawSteps = (pager: Pager, head: Head, block: number) => {
  const { steps } = head.state;
  const blocks = Math.ceil(steps / block);
  const stepFirst = new Uint32Array(blocks);
  const [mainPeak, sidePeak] = [new Float64Array(blocks).fill(Number.NaN), new Float64Array(blocks).fill(Number.NaN)];
  const runs = createRuns();
  const failed: number[] = [];
  for (const { first, cols } of steps === 0 ? [] : pager.stepColumns(head, 1)) {
    const many = Math.min(PAGE, steps + 1 - first);
    for (let at = 0; at < many; at += 1) {
      const row = Math.floor((first + at - 1) / block);
      const code = classOf(cols, at);
      runs.add(code);
      if (code === StepClass.sized) larger(mainPeak, row, inputOf(cols, at));
      if (code === StepClass.side) larger(sidePeak, row, inputOf(cols, at));
      if (isLost(cols.flags[at] ?? 0)) failed.push(cols.last[at] ?? 0);
      if (at % block === 0) stepFirst[row] = cols.first[at] ?? 0;
      if ((at + 1) % block === 0 || at === many - 1) runs.end(4);
    }
  }
  return { stepFirst, mainPeak, sidePeak, stepRuns: runs.bytes(), failed };
};

/**
 * A long tape as it is first drawn: counts by block, of which each is narrower than a pixel. Reads all pages once; what it answers grows with
 * the blocks, not with the entries. The idea is that of a pyramid of images, with two levels: this and the timeline.
 */
export function createOverview(pager: Pager, landmarks: Landmarks) {
  return (head: Head): Overview => {
    const block = blockOf(head.state.entries);
    const { errors, turns, ...entries } = drawEntries(pager, head, block);
    const { failed, ...steps } = drawSteps(pager, head, block);
    const largest = steps.mainPeak.reduce((most, size, at) => Math.max(most, size || 0, steps.sidePeak[at] || 0), 0);
    return {
      ...{ tape: head.id, entries: head.state.entries, steps: head.state.steps, kinds: kindsOf(head), block },
      ...entries,
      ...steps,
      errors: thinned([...errors, ...failed].sort((a, b) => a - b)),
      turns: thinned(turns),
      ...landmarks(head, largest),
    };
  };
}
