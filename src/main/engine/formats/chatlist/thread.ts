import type { Thread } from '../format.ts';
import type { Hint } from './hint.ts';

/** How many answers there were, and whether the newest of them continues. */
interface State {
  answers: number;
  open: boolean;
}

/** What follows in the model's name is one answer, since one request made it; an answer that says what it used is one by itself. */
export const thread: Thread<State> = {
  begin: () => ({ answers: 0, open: false }),
  next: (state, { hint }) => {
    const said = hint as Hint | null;
    if (said?.is === 'said') state.open = false;
    if (said?.is !== 'answer') return null;
    if (!state.open || said.whole) state.answers += 1;
    state.open = !said.whole;
    return { step: `answer ${state.answers}` };
  },
};
