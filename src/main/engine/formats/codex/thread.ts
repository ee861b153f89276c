import { Flag, has } from '../../../../shared/model/vocabulary.ts';
import type { Thread, ThreadChange } from '../format.ts';
import { endCopy, factsOfMeta, startCopy } from './copied.ts';
import type { Hint } from './hint.ts';
import type { Entry, ThreadState } from './state.ts';
import { usageOf } from './usage.ts';

const begin = (): ThreadState => ({
  ...{ own: null, copying: null, model: null, step: 0, open: false, counted: false, ahead: false, outputs: false },
  ...{
    summing: false,
    review: false,
    total: null,
    records: false,
    base: null,
    said: { user: null, assistant: null },
    told: { user: null, assistant: null },
  },
});

/**
 * What the entries before an entry make of it: which request it belongs to, what that one used, whether it says something again, and whether a
 * fork copied it. A request begins with what the model writes and ends with its tokens, or with the next turn. Changes `state`.
 */
function next(state: ThreadState, entry: Entry): ThreadChange | null {
  const { hint } = entry;
  // What another file holds of the thread is told by whoever read it, and names threads that are not this one.
  const borrowed = has(entry.flags, Flag.Shared);
  if (hint?.is === 'meta') return borrowed ? null : (startCopy(state, hint, entry.time) ?? factsOfMeta(state, hint));
  if (state.copying && !borrowed) endCopy(state, state.copying, entry);
  const change = hint === null ? null : HINTS[hint.is](state, entry, hint as never);
  if (state.copying === null) return change;
  return { ...change, flags: (change?.flags ?? 0) | Flag.Shared };
}

type Handler<K extends Hint['is']> = (state: ThreadState, entry: Entry, hint: Extract<Hint, { is: K }>) => ThreadChange | null;

const HINTS: { [K in Hint['is']]: Handler<K> } = {
  meta: () => null,
  bound: onBound,
  answer: onAnswer,
  item: onItem,
  usage: onUsage,
  compacted: onCompacted,
  twin: onTwin,
  instructions: onInstructions,
};

const key = (state: ThreadState): string => `request ${state.step}`;

function begins(state: ThreadState): void {
  state.step += 1;
  state.open = true;
  state.counted = false;
  state.ahead = false;
  state.outputs = false;
}

const asked = (state: ThreadState): ThreadChange => ({
  step: key(state),
  ...(state.model === null ? {} : { model: state.model }),
});

/** Tokens that come after a turn or a request has begun are not those of the one before. */
function onBound(state: ThreadState, _entry: Entry, { model, review, turn }: Extract<Hint, { is: 'bound' }>): null {
  if (model !== undefined) state.model = model;
  state.review = review === true;
  state.open = false;
  if (turn || model !== undefined) state.counted = true;
  if (turn) state.summing = false;
  return null;
}

function onAnswer(state: ThreadState, { seq }: Entry, hint: Extract<Hint, { is: 'answer' }>): ThreadChange | null {
  const twins = says(state, 'assistant', seq, hint.said);
  if (state.review) {
    state.review = false;
    return twins;
  }
  if (!state.open || (state.outputs && !state.ahead)) begins(state);
  state.summing = true;
  return { ...twins, ...asked(state) };
}

/** A message: events after it say it again, and one before it may have said it already. */
function says(state: ThreadState, role: 'user' | 'assistant', seq: number, said: string): ThreadChange | null {
  if (said === '') return null;
  const told = state.told[role];
  const first = told !== null && told[1] === said ? told[0] : null;
  state.said[role] = first === null ? [seq, said] : null;
  state.told[role] = null;
  return first === null ? null : { twinBefore: first };
}

/** Outputs of tools do not end a request: old writers log each next to its call, new ones before the tokens of the request are known. */
function onItem(state: ThreadState, { seq }: Entry, { output, said }: Extract<Hint, { is: 'item' }>): ThreadChange | null {
  state.summing = false;
  if (output) state.outputs = true;
  else state.open = false;
  return says(state, 'user', seq, said);
}

/** Tokens of a request: after its answer, before it, or alone where the answer is not logged (a summary). Said again, they mean nothing. */
function onUsage(state: ThreadState, _entry: Entry, hint: Extract<Hint, { is: 'usage' }>): ThreadChange | null {
  if (hint.record) state.records = true;
  else if (state.records) return null;
  const usage = usageOf(state, hint);
  if (usage === null) return null;
  if (state.step === 0 || state.counted) {
    begins(state);
    state.ahead = true;
    state.summing = true;
  } else state.open = false;
  state.counted = true;
  return { ...asked(state), usage };
}

/** The request for a summary: the newest one where nothing else has come since, else one whose answer only this record holds. */
function onCompacted(state: ThreadState, { seq }: Entry, { summary }: Extract<Hint, { is: 'compacted' }>): ThreadChange {
  if (!state.summing) begins(state);
  const kept = { summary: summary === null ? null : seq + summary, preserved: state.base === null ? [] : [state.base] };
  const change = { ...asked(state), kept };
  state.open = false;
  state.counted = true;
  state.summing = false;
  return change;
}

function onInstructions(state: ThreadState, { seq, flags }: Entry): null {
  if (state.copying === null && !has(flags, Flag.Shared)) state.base = seq;
  return null;
}

function onTwin(state: ThreadState, { seq }: Entry, { role, said }: Extract<Hint, { is: 'twin' }>): ThreadChange | null {
  if (role === null) return null;
  const before = state.said[role];
  if (before === null || (before[1] !== said && before[0] !== seq - 1)) {
    state.told[role] = [seq, said];
    return null;
  }
  state.said[role] = null;
  return { twin: before[0] };
}

/** See `Format.thread`. */
export const thread: Thread<ThreadState> = {
  begin,
  next: (state, { seq, time, flags, hint }) => next(state, { seq, time, flags, hint: hint as Hint | null }),
};
