import type { FloatRead } from '../../../../shared/model/float.ts';
import { useAnyBuilt } from '../../data/floatHooks.ts';
import { useReads } from '../../data/readHooks.ts';

/** The context files that were read at some entries of a tape. Where no project has context files, no tape is searched for them. */
export function useReadsAt(tape: string, entries: readonly number[]): readonly FloatRead[] {
  return useReads(tape, useAnyBuilt()).filter(({ seq }) => entries.includes(seq));
}
