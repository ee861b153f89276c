import type { Thread, ThreadChange } from '../format.ts';
import type { Hint } from './hint.ts';

/** What the reducer remembers: the newest answer, the results in its line, and whether a list was written before. */
interface State {
  answer: [id: string, seq: number] | null;
  results: Record<string, number>;
  lists: number;
}

/** Calls of one answer whose results are looked for again. */
const MOST = 256;

/**
 * A line is written again when the tools of an answer have answered, and from some version on each result is a message of its own after that: what was
 * said first is then the twin.
 */
export const thread: Thread<State> = {
  begin: () => ({ answer: null, results: Object.create(null), lists: 0 }),
  next: (state, { seq, hint }) => change(state, seq, hint as Hint | null),
};

function change(state: State, seq: number, hint: Hint | null): ThreadChange | null {
  if (hint?.is === 'list') return onList(state, seq, hint);
  if (hint?.is === 'answer') return onAnswer(state, seq, hint);
  return hint?.is === 'result' ? onResult(state, seq, hint) : null;
}

function onList(state: State, seq: number, { summary }: Extract<Hint, { is: 'list' }>): ThreadChange | null {
  state.lists += 1;
  state.answer = null;
  state.results = {};
  return summary === null ? null : { kept: { summary: seq + summary, preserved: [] } };
}

/** In the first list of a file answers are not copies: a chat that older versions wrote begins with all that was said. */
function onAnswer(state: State, seq: number, { id, listed, usage }: Extract<Hint, { is: 'answer' }>): ThreadChange | null {
  const before = state.answer;
  state.answer = id === null ? null : [id, seq];
  state.results = {};
  if (listed) return state.lists > 1 || id === null || usage === null ? null : { step: id, usage };
  return before !== null && before[0] === id ? { twinBefore: before[1] } : null;
}

function onResult(state: State, seq: number, { within, call }: Extract<Hint, { is: 'result' }>): ThreadChange | null {
  if (call === null) return null;
  if (within) {
    if (Object.keys(state.results).length < MOST) state.results[call] = seq;
    return null;
  }
  const before = Object.hasOwn(state.results, call) ? state.results[call] : undefined;
  if (before === undefined) return null;
  delete state.results[call];
  return { twinBefore: before };
}
