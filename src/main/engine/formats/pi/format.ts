import { Flag } from '../../../../shared/model/vocabulary.ts';
import type { Format, Thread } from '../format.ts';
import { asObject, asString } from '../json.ts';
import { detect } from './detect.ts';
import { locate } from './locate.ts';
import { messages, requestOf } from './messages.ts';
import { COPIES, costOf, read } from './read.ts';
import { parts, payload, preview, text } from './show.ts';

/** When a fork was made, epoch ms, until something that was written after it; null where nothing is copied, or no more. */
interface ThreadState {
  made: number | null;
}

/** A fork begins with the entries of its source as they were, each with the time at which it was written there. */
const thread: Thread<ThreadState> = {
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

/** Sessions of the pi coding agent, versions 1 to 3 of its format. */
export const pi = {
  id: 'pi',
  name: 'pi',
  detect,
  locate,
  read,
  cost: costOf,
  answerId: ({ message }) => asString(asObject(message)?.responseId),
  thread,
  text,
  parts,
  preview,
  messages,
  built: requestOf,
  payload,
} as const satisfies Format;
