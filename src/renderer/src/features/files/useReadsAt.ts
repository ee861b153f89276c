import type { FloatRead } from '../../../../shared/model/float.ts';
import { useFloatProjects } from '../../data/floatHooks.ts';
import { useReads } from '../../data/readHooks.ts';

/** The context files that were read at some entries of a tape. Where no project has any, no tape is looked through for them. */
export function useReadsAt(tape: string, entries: readonly number[]): readonly FloatRead[] {
  const wanted = useFloatProjects().data?.some(({ built }) => built) ?? false;
  return useReads(tape, wanted).filter(({ seq }) => entries.includes(seq));
}
