import type { Thread, ThreadChange, ThreadEntry } from '../format.ts';
import { asObject, asString } from '../json.ts';

/** The newest prompt that nobody has answered yet, and how its words begin. */
interface State {
  waiting: [seq: number, words: string] | null;
}

/** Characters by which a prompt is known again. */
export const KNOWN_BY = 500;

/**
 * A prompt that is stopped before its answer is put back into the line that a person types in, and goes out again at the head of the next one: it was
 * then sent once.
 */
export const thread: Thread<State> = {
  begin: () => ({ waiting: null }),
  next: change,
};

function change(state: State, { seq, role, hint }: ThreadEntry): ThreadChange | null {
  if (role === 'assistant' || role === 'tool') state.waiting = null;
  const words = asString(asObject(hint)?.prompt ?? null);
  if (words === null) return null;
  const before = state.waiting;
  state.waiting = [seq, words];
  return before !== null && before[1] !== '' && words.startsWith(before[1]) ? { twinBefore: before[0] } : null;
}
