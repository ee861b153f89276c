import type { Thread, ThreadChange } from '../format.ts';
import type { Hint } from './hint.ts';

/** How many messages there were, which of them are answers (from 0), how many requests, and the step of the newest request until its range is known. */
interface State {
  messages: number;
  answers: number[];
  requests: number;
  waiting: string | null;
}

/**
 * An answer is a step. What the user saw comes after the history: what it says of a request belongs to its answer, and so does the first range that it
 * shows after that, since the history is cut between a request and what comes of it.
 */
export const thread: Thread<State> = {
  begin: () => ({ messages: 0, answers: [], requests: 0, waiting: null }),
  next: (state, { hint }) => change(state, hint as Hint | null),
};

function change(state: State, hint: Hint | null): ThreadChange | null {
  switch (hint?.is) {
    case 'assistant':
      state.messages += 1;
      state.answers.push(state.messages - 1);
      return { step: keyOf(state.messages - 1) };
    case 'user':
      state.messages += 1;
      return null;
    case 'request':
      return request(state, hint.index);
    case 'seen':
      return hint.range ? range(state) : null;
    default:
      return null;
  }
}

/** Its own prompt follows what the history had, and then the answer. */
function request(state: State, index: number | null): ThreadChange | null {
  const answer = index === null ? state.answers[state.requests] : state.answers.find((at) => at === index + 2);
  state.requests += 1;
  state.waiting = answer === undefined ? null : keyOf(answer);
  return state.waiting === null ? null : { step: state.waiting };
}

function range(state: State): ThreadChange | null {
  const step = state.waiting;
  state.waiting = null;
  return step === null ? null : { step };
}

const keyOf = (answer: number): string => `answer ${answer}`;
