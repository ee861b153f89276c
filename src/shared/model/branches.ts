import { z } from 'zod';

/** Requests that follow each other: from where they left another branch, up to a request that nothing followed. */
export const TapeBranch = z.object({
  /** Step numbers. */
  first: z.number().int(),
  last: z.number().int(),
  steps: z.number().int(),
  /** The step it continues from, on another branch; null where it continues from none. */
  from: z.number().int().nullable(),
  /** The entry that it begins with: its first prompt, or else what came first. */
  entry: z.number().int(),
});
export type TapeBranch = z.infer<typeof TapeBranch>;

/** Branches of a tape: first the one with the newest step, the others by their first step. */
export const TapeBranches = z.object({
  branches: z.array(TapeBranch),
  /** Per step: the place of its branch plus 1; 0 for a step on none (of a sub-agent in the file, or without a request). Empty where nothing branches. */
  of: z.instanceof(Uint32Array),
});
export type TapeBranches = z.infer<typeof TapeBranches>;

/** Steps of a branch that are not on the line through some step: they have a lane of their own. */
export const OtherBranch = TapeBranch.extend({
  /** Place of the branch; 0 is the one with the newest step. */
  branch: z.number().int(),
});
export type OtherBranch = z.infer<typeof OtherBranch>;

/**
 * The way through a step: what it continues from, and what continued from it on its branch. Answers by branch the last step that is on it; a
 * step on no branch counts with the nearest before it.
 */
export function lineThrough({ branches, of }: TapeBranches, step: number): ReadonlyMap<number, number> {
  let at = step;
  while (at > 1 && (of[at - 1] ?? 0) === 0) at -= 1;
  const line = new Map<number, number>();
  let branch = Math.max(0, (of[at - 1] ?? 1) - 1);
  let upTo = branches[branch]?.last ?? 0;
  while (!line.has(branch)) {
    line.set(branch, upTo);
    const from = branches[branch]?.from ?? null;
    if (from === null) break;
    upTo = from;
    branch = (of[from - 1] ?? 1) - 1;
  }
  return line;
}

/** Whether a step is on a line; steps on no branch are on every one. */
export function isOnLine({ of }: Pick<TapeBranches, 'of'>, line: ReadonlyMap<number, number>, step: number): boolean {
  const branch = of[step - 1] ?? 0;
  return branch === 0 || step <= (line.get(branch - 1) ?? 0);
}

/** What is not on a line, in the order of first steps. Of a branch that the line left, its rest. */
export function otherBranches(tape: TapeBranches, line: ReadonlyMap<number, number>): OtherBranch[] {
  const found = tape.branches.flatMap((branch, at): OtherBranch[] => {
    const upTo = line.get(at);
    if (upTo === undefined) return [{ branch: at, ...branch }];
    if (upTo === branch.last) return [];
    const rest = restOf(tape.of, at, upTo);
    return rest === null ? [] : [{ ...branch, branch: at, from: upTo, ...rest }];
  });
  return found.sort((a, b) => a.first - b.first);
}

const restOf = (of: Uint32Array, branch: number, upTo: number): Pick<OtherBranch, 'first' | 'last' | 'steps'> | null => {
  const rest = { first: 0, last: 0, steps: 0 };
  for (let step = upTo + 1; step <= of.length; step++) {
    if (of[step - 1] !== branch + 1) continue;
    if (rest.steps === 0) rest.first = step;
    rest.last = step;
    rest.steps += 1;
  }
  return rest.steps === 0 ? null : rest;
};

/** The next step on the line through a step, before (−1) or after (1) it; null where it ends. */
export function stepAlong(tape: TapeBranches, steps: number, step: number, by: -1 | 1): number | null {
  const line = tape.of.length === 0 ? null : lineThrough(tape, step);
  for (let at = step + by; at >= 1 && at <= steps; at += by) if (line === null || isOnLine(tape, line, at)) return at;
  return null;
}
