import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { lineThrough, type OtherBranch, otherBranches } from '../../../shared/model/branches.ts';
import type { TapeBranches } from '../../../shared/model/index.ts';
import { useClient } from './client.tsx';
import { useIsDrawn, usePlayhead } from './hooks.ts';
import { keys } from './keys.ts';

/** The line through the playhead, and the other branches. */
export interface Line {
  readonly tape: TapeBranches;
  /** By branch, its last step on the line. */
  readonly upTo: ReadonlyMap<number, number>;
  /** The last step of the line: the same wherever the playhead is on it. */
  readonly last: number;
  readonly others: readonly OtherBranch[];
}

const NONE: TapeBranches = { branches: [], of: new Uint32Array(0) };

/** The branches of a tape; while they are not known, and where nothing branches, there are none. To find them takes a look at all entries, so the timeline comes first. */
export function useBranches(tape: string | null): TapeBranches | null {
  const client = useClient();
  const drawn = useIsDrawn(tape);
  const found = useQuery({
    queryKey: keys.branches(tape ?? ''),
    queryFn: ({ signal }) => client.call('steps.branches', { tape: tape ?? '' }, signal),
    enabled: tape !== null && drawn,
    structuralSharing: false,
  });
  return found.data ?? (found.isError ? NONE : null);
}

/** The line that the playhead is on; null until it is known, or where nothing branches. */
export function useLine(tape: string | null): Line | null {
  const branches = useBranches(tape);
  const step = usePlayhead();
  const [last] = branches === null || branches.of.length === 0 || step === null ? [0] : lineThrough(branches, step).values();
  return useMemo(() => {
    if (branches === null || !last) return null;
    const upTo = lineThrough(branches, last);
    return { tape: branches, upTo, last, others: otherBranches(branches, upTo) };
  }, [branches, last]);
}
