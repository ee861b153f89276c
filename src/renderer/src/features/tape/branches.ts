import { isOnLine, type OtherBranch, stepAlong } from '../../../../shared/model/branches.ts';
import type { TapeBranches } from '../../../../shared/model/index.ts';
import type { Line } from '../../data/branchHooks.ts';
import { count, formatNumber } from '../../ui/format.ts';
import type { Columns } from './columns.ts';
import { emptyPeaks, writePeaks } from './peaks.ts';
import { appendRanks, emptyRanks } from './ranks.ts';

export const NO_BRANCHES: TapeBranches = { branches: [], of: new Uint32Array(0) };

/** A step that is on another branch than the playhead, as a bit next to the tones of the timeline. */
const ASIDE_STEP = 4;

/** The columns with the curve of one line alone: steps of other branches have lanes of their own. Costs a look at all steps. */
export function columnsOn(held: Columns, { tape, upTo }: Pick<Line, 'tape' | 'upTo'>): Columns {
  const stepTone = held.stepTone.slice(0, held.steps);
  for (let step = 1; step <= held.steps; step++)
    if (!isOnLine(tape, upTo, step)) stepTone[step - 1] = (stepTone[step - 1] ?? 0) | ASIDE_STEP;
  const own = (step: number): boolean => stepTone[step] === 0;
  const input = Float64Array.from(stepTone, (_, step) => (own(step) ? (held.stepInput[step] ?? Number.NaN) : Number.NaN));
  const silent = Uint8Array.from(stepTone, (_, step) => (own(step) && Number.isNaN(input[step]) ? 1 : 0));
  return { ...held, stepTone, main: writePeaks(emptyPeaks, 0, input), silent: appendRanks(emptyRanks(2), silent) };
}

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

/** So many steps along the branch, as far as it goes. */
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
