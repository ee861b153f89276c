import type { Residency, StepRow } from '../../../shared/model/index.ts';

export type Run = [from: number, to: number];

type Stays = Pick<Residency, 'seq' | 'from' | 'to' | 'steps'>;
/** Between two steps none has a context of its own that no residency looked at, as one of a sub-agent in the file has. */
type GoesOn = (step: number, next: number) => boolean;

/**
 * The runs of steps that have each of some entries in context, as the residencies of a tape's branches have them together. `order` has all
 * steps with a context, ascending, those too that no residency looked at since they cannot have any of the entries.
 */
export function runsOf(
  residencies: readonly Stays[],
  order: readonly number[],
  wanted: ReadonlySet<number>,
  goesOn: GoesOn,
): Map<number, Run[]> {
  const places = new Map(order.map((step, at) => [step, at]));
  const held = new Map<number, Uint8Array>();
  for (const { seq, from, to, steps } of residencies)
    seq.forEach((one, at) => {
      if (!wanted.has(one)) return;
      const marks = held.get(one) ?? new Uint8Array(order.length);
      for (let index = from[at] ?? 0; index <= (to[at] ?? 0); index++) marks[places.get(steps[index] ?? 0) ?? 0] = 1;
      held.set(one, marks);
    });
  return new Map([...held].map(([seq, marks]) => [seq, runsIn(marks, order, goesOn)]));
}

const runsIn = (marks: Uint8Array, order: readonly number[], goesOn: GoesOn): Run[] => {
  const runs: Run[] = [];
  marks.forEach((mark, at) => {
    const step = order[at] ?? 0;
    const before = order[at - 1] ?? 0;
    const last = runs.at(-1);
    if (mark === 1 && last && marks[at - 1] === 1 && (step === before + 1 || goesOn(before, step))) last[1] = step;
    else if (mark === 1) runs.push([step, step]);
  });
  return runs;
};

export function inRuns(runs: readonly Run[], step: number): boolean {
  return runs.some(([from, to]) => from <= step && step <= to);
}

/** Requests of a branch back from the one that a place follows, as far as somebody looks. */
export function lineFrom(newest: StepRow | null, before: (step: StepRow) => StepRow | null): (at: number) => StepRow | null {
  const line: StepRow[] = [];
  let next = newest;
  return (at) => {
    while (line.length <= at && next !== null) {
      line.push(next);
      next = before(next);
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
