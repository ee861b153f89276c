import type { Usage } from '../../../../shared/model/index.ts';
import type { Thread, ThreadChange } from '../format.ts';
import type { Hint } from './hint.ts';

/** What the reducer remembers: how many answers there were, the size right in front of this entry, and that of the answer right before it. */
interface State {
  answers: number;
  size: number | null;
  answered: number | null;
}

/**
 * An answer is a step. The line in front of it has the size of its request, and the line after it that size with the answer; other lines between them say
 * that the sizes are of something else.
 */
export const thread: Thread<State> = {
  begin: () => ({ answers: 0, size: null, answered: null }),
  next: (state, { hint }) => change(state, hint as Hint | null),
};

function change(state: State, hint: Hint | null): ThreadChange | null {
  const { size, answered } = state;
  Object.assign(state, { size: hint?.is === 'size' ? hint.tokens : null, answered: null });
  if (hint?.is === 'answer') {
    state.answers += 1;
    state.answered = size;
    return { step: keyOf(state), ...(size !== null && { usage: used(size, 0) }) };
  }
  if (hint?.is !== 'size' || answered === null || hint.tokens < answered) return null;
  state.size = null;
  return { step: keyOf(state), usage: used(answered, hint.tokens - answered) };
}

const keyOf = ({ answers }: State): string => `answer ${answers}`;

const used = (input: number, output: number): Usage => ({ input, output, cacheRead: 0, cacheWrite: 0 });
