import type { ThreadEntry } from '../format.ts';
import type { Hint, Tokens } from './hint.ts';

/** What the reducer remembers between entries: plain and small, whatever the length of the rollout. */
export interface ThreadState {
  /** Id of the thread whose file this is: the first `session_meta` says it. */
  own: string | null;
  /** Within what a fork copied from its source: whether ids of turns were among it, and the time of its newest entry. */
  copying: { ids: boolean; time: number | null } | null;
  model: string | null;
  /** Number of the newest request, and whether its answer continues. */
  step: number;
  open: boolean;
  /** Its tokens are known; they came before its answer (0.58 and older); outputs of tools came after its answer. */
  counted: boolean;
  ahead: boolean;
  outputs: boolean;
  /** It may be the one that asked for a summary: nothing but its answer has come since. */
  summing: boolean;
  /** The program is about to write the result of a review in the model's name. */
  review: boolean;
  /** The cumulative tokens so far, and whether records of single requests say them. */
  total: Tokens | null;
  records: boolean;
  /** The newest instructions of this thread's own. */
  base: number | null;
  /** The newest message of each side, for twins. */
  said: { user: Said | null; assistant: Said | null };
  /** The newest event of each side that no message has said yet. */
  told: { user: Said | null; assistant: Said | null };
}

type Said = [seq: number, said: string];

/** An entry as the reducer takes it: its hint is one that `read` wrote. */
export type Entry = Pick<ThreadEntry, 'seq' | 'time' | 'flags'> & { readonly hint: Hint | null };
