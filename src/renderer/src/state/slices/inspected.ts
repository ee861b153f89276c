import type { Inspected, Slice, State, Target } from '../state.ts';

const TRAIL_LIMIT = 100;

const sameTarget = (a: Target | undefined, b: Target): boolean =>
  a !== undefined && ('entry' in a ? 'entry' in b && a.entry === b.entry : 'problem' in b && a.problem.offset === b.problem.offset);

const show = (target: Target): Pick<State, 'entry' | 'part' | 'problem'> =>
  'entry' in target ? { entry: target.entry, part: null, problem: null } : { entry: null, part: null, problem: target.problem };

/** Shows it in the inspector, as the newest of what was inspected. */
export function inspect(state: State, target: Target): Partial<State> {
  const selections = state.selections + 1;
  const selectedPart = null;
  if (sameTarget(state.trail[state.trailAt], target)) return { ...show(target), selections, selectedPart };
  const trail = [...state.trail.slice(0, state.trailAt + 1), target].slice(-TRAIL_LIMIT);
  return { ...show(target), trail, trailAt: trail.length - 1, selections, selectedPart, raw: false };
}

/** What was inspected, on a tape that was just opened. */
export function freshTrail(entry: number | null): Pick<Inspected, 'part' | 'problem' | 'trail' | 'trailAt'> {
  return { part: null, problem: null, trail: entry === null ? [] : [{ entry }], trailAt: entry === null ? -1 : 0 };
}

export const inspected: Slice<Inspected> = (set) => ({
  ...freshTrail(null),
  raw: false,
  selections: 0,
  setRaw: (raw) => set({ raw }),
  select: (entry, part = null) =>
    set((state) =>
      entry === null
        ? { entry: null, part: null, problem: null }
        : { ...inspect(state, { entry }), part, files: null, table: null, search: null },
    ),
  inspectProblem: (problem) => set((state) => inspect(state, { problem })),
  walkTrail: (by) =>
    set((state) => {
      const target = state.trail[state.trailAt + by];
      return target === undefined ? {} : { ...show(target), trailAt: state.trailAt + by, selections: state.selections + 1 };
    }),
});
