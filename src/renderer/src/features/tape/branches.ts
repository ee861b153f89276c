import { type OtherBranch, stepAlong } from '../../../../shared/model/branches.ts';
import type { TapeBranches } from '../../../../shared/model/index.ts';
import type { Line } from '../../data/branchHooks.ts';
import { count, formatNumber } from '../../ui/format.ts';
import { type Columns, truncate } from './columns.ts';
import { writeAt } from './grow.ts';
import { emptyPeaks, writePeaks } from './peaks.ts';
import { appendRanks, emptyRanks } from './ranks.ts';

export const NO_BRANCHES: TapeBranches = { branches: [], of: new Uint32Array(0) };

/** A step that is on another branch than the playhead, as a bit next to the tones of the timeline. */
const ASIDE_STEP = 4;

/** What was drawn last of a tape that only grows, by `since` of its columns. */
const drawn = new WeakMap<object, Columns>();

/**
 * The columns with the curve of one line alone: steps of other branches have lanes of their own. Looks at each step, and works out those alone that
 * were not on this line before.
 */
export function columnsOn(held: Columns, line: Pick<Line, 'tape' | 'upTo'>): Columns {
  const tones = tonesOn(held, line);
  const last = drawn.get(held.since);
  const before = last && last.steps <= held.steps && isSame(last.stepTone, tones, last.steps - 1) ? last : null;
  // The newest step may have gone on.
  const from = Math.max(0, (before?.steps ?? 0) - 1);
  const own = { ...held, ...curveFrom(from, tones, held, before) };
  if (held.missing.length === 0) drawn.set(held.since, own);
  return own;
}

const curveFrom = (from: number, tones: Uint8Array, { stepInput, steps }: Columns, before: Columns | null): Partial<Columns> => {
  const input = new Float64Array(steps - from).fill(Number.NaN);
  const silent = new Uint8Array(steps - from);
  for (let at = from; at < steps; at += 1) {
    if (tones[at] !== 0) continue;
    const tokens = stepInput[at] ?? Number.NaN;
    input[at - from] = tokens;
    silent[at - from] = Number.isNaN(tokens) ? 1 : 0;
  }
  return {
    stepTone: writeAt(before?.stepTone ?? new Uint8Array(0), from, tones.subarray(from)),
    main: writePeaks(before?.main ?? emptyPeaks, from, input),
    silent: appendRanks(before ? truncate(before.silent, from) : emptyRanks(2), silent),
  };
};

const tonesOn = ({ stepTone, steps }: Columns, { tape: { of, branches }, upTo }: Pick<Line, 'tape' | 'upTo'>): Uint8Array => {
  const tones = stepTone.slice(0, steps);
  // Not a lookup in the map for each of many thousand steps.
  const ends = Float64Array.from([Number.POSITIVE_INFINITY, ...branches.map((_, branch) => upTo.get(branch) ?? 0)]);
  for (let at = 0; at < steps; at += 1) if (at >= (ends[of[at] ?? 0] ?? 0)) tones[at] = (tones[at] ?? 0) | ASIDE_STEP;
  return tones;
};

const isSame = (before: Uint8Array, now: Uint8Array, length: number): boolean => {
  for (let at = 0; at < length; at += 1) if (before[at] !== now[at]) return false;
  return true;
};

/** The steps of a branch next to the line, ascending. */
export function stepsOf({ tape: { of } }: Pick<Line, 'tape'>, { branch, first, last }: OtherBranch): Uint32Array {
  const steps: number[] = [];
  for (let step = first; step <= last; step++) if (of[step - 1] === branch + 1) steps.push(step);
  return Uint32Array.from(steps);
}

/** Branches side by side in as few lanes as hold them without one over the other; what needs more lanes than `most` is left out. */
export function lanesOf(others: readonly OtherBranch[], most: number): { lanes: readonly (readonly OtherBranch[])[]; more: number } {
  const lanes: OtherBranch[][] = [];
  let more = 0;
  for (const aside of others) {
    const free = lanes.find((lane) => (lane.at(-1)?.last ?? 0) < (aside.from ?? aside.first));
    if (free) free.push(aside);
    else if (lanes.length < most) lanes.push([aside]);
    else more += 1;
  }
  return { lanes, more };
}

/** Where the playhead goes for the next branch: round the ends of all of them. */
export function nextBranch({ tape, last }: Pick<Line, 'tape' | 'last'>): number {
  const ends = tape.branches.map((branch) => branch.last).sort((a, b) => a - b);
  return ends.find((end) => end > last) ?? ends[0] ?? last;
}

/** This many steps along the branch, as far as it goes. */
export function stepsAlong(branches: TapeBranches, steps: number, step: number, by: number): number {
  let at = step;
  for (let left = Math.abs(by); left > 0; left -= 1) at = stepAlong(branches, steps, at, by < 0 ? -1 : 1) ?? at;
  return at;
}

/** "main", "left at step 3": what a branch is called. */
export function branchName({ branch, from }: OtherBranch): string {
  return branch === 0 ? 'main' : from === null ? 'on its own' : `left at ${formatNumber(from)}`;
}

/** "2 steps", "28 steps after 10": how much of it there is. */
export function branchWords({ steps, from, branch }: OtherBranch): string {
  return `${count(steps, 'step')}${branch === 0 && from !== null ? ` after ${formatNumber(from)}` : ''}`;
}
