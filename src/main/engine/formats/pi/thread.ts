import { Flag } from '../../../../shared/model/vocabulary.ts';
import type { Thread } from '../format.ts';
import { COPIES } from './read.ts';

/** When a fork was made, epoch ms, until something that was written after it; null where nothing is copied, or no more. */
interface ThreadState {
  made: number | null;
}

/** A fork begins with the entries of its source as they were, each with the time at which it was written there. */
export const thread: Thread<ThreadState> = {
  begin: () => ({ made: null }),
  next: (state, { time, hint }) => {
    if (hint === COPIES) {
      state.made = time;
      return null;
    }
    if (state.made === null || time === null) return null;
    if (time < state.made) return { flags: Flag.Shared };
    state.made = null;
    return null;
  },
};
