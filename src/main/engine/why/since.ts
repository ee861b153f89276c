import type { Residency, StepRow } from '../../../shared/model/index.ts';
import type { BranchSource } from '../views/branch.ts';
import { requestBefore } from '../views/branch.ts';
import type { PlaceRow } from '../views/place.ts';

export type Run = [from: number, to: number];

type Stays = Pick<Residency, 'seq' | 'from' | 'to' | 'steps'>;

/**
 * The runs of steps that have each of some entries in context, as the residency has them. A run ends before a step that the residency did not
 * look at because it has a context of its own, as a sub-agent in the file has; `goesOn` says of two steps that none such is between them.
 */
export function runsOf(stays: Stays, wanted: ReadonlySet<number>, goesOn: (step: number, next: number) => boolean): Map<number, Run[]> {
  const runs = new Map<number, Run[]>();
  stays.seq.forEach((one, at) => {
    if (!wanted.has(one)) return;
    const known = runs.get(one) ?? [];
    runs.set(one, known);
    known.push(...whole(stays.steps, stays.from[at] ?? 0, stays.to[at] ?? 0, goesOn));
  });
  for (const list of runs.values()) list.sort(([a], [b]) => a - b);
  return runs;
}

function* whole(steps: Uint32Array, from: number, to: number, goesOn: (step: number, next: number) => boolean): Generator<Run> {
  let first = steps[from] ?? 0;
  for (let at = from; at < to; at++) {
    const [step, next] = [steps[at] ?? 0, steps[at + 1] ?? 0];
    if (next === step + 1 || goesOn(step, next)) continue;
    yield [first, step];
    first = next;
  }
  yield [first, steps[to] ?? 0];
}

export const inRuns = (runs: readonly Run[], step: number): boolean => runs.some(([from, to]) => from <= step && step <= to);

/** Requests of a branch from a place back, as far as somebody looks. */
export function lineFrom(source: BranchSource, place: PlaceRow): (at: number) => StepRow | null {
  const line: StepRow[] = [];
  let next: StepRow | null = requestBefore(source, place);
  return (at) => {
    while (line.length <= at && next !== null) {
      line.push(next);
      next = requestBefore(source, next);
    }
    return line[at] ?? null;
  };
}

export interface Left {
  /** The last request of the branch that had it; null where none had. */
  last: number | null;
  /** The first one after that; null where that is the request which was asked about itself. */
  first: StepRow | null;
}

/** When an entry left the branch of a place: by going back along it to the last request that had it. */
export function leftOn(line: ReturnType<typeof lineFrom>, runs: readonly Run[]): Left {
  const earliest = runs[0]?.[0] ?? Number.POSITIVE_INFINITY;
  let first: StepRow | null = null;
  for (let at = 0; ; at++) {
    const step = line(at);
    if (step === null || step.step < earliest) return { last: null, first: null };
    if (inRuns(runs, step.step)) return { last: step.step, first };
    first = step;
  }
}

/** The first request of the branch after an entry; null where that is the request which was asked about itself. */
export function firstAfter(line: ReturnType<typeof lineFrom>, seq: number): StepRow | null {
  let first: StepRow | null = null;
  for (let at = 0; ; at++) {
    const step = line(at);
    if (step === null || step.first <= seq) return first;
    first = step;
  }
}
