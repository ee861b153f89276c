import type { Usage } from '../../../shared/model/index.ts';
import type { TapeState } from './state.ts';

/** What the requests of a tape used, without those of a source that it was copied from. */
export function usedBy({ usage, borrowed }: Pick<TapeState, 'usage' | 'borrowed'>): Usage {
  return borrowed === undefined
    ? usage
    : {
        ...usage,
        input: usage.input - borrowed.input,
        cacheRead: usage.cacheRead - borrowed.cacheRead,
        cacheWrite: usage.cacheWrite - borrowed.cacheWrite,
      };
}
