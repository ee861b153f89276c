import type { Answer, Arrived, Spending } from '../../../shared/model/index.ts';
import type { Ask } from '../runs/api.ts';
import { type Bounds, nothingSpent, type Price, roomFor, type Spent, spend } from '../runs/bounds.ts';
import { type Endpoint, withoutKey } from '../runs/endpoint.ts';
import type { RunKeeper } from '../runs/keep.ts';
import { type Answered, NoAnswer, type Sending, send } from '../runs/send.ts';
import { decisionOf } from './decision.ts';

/** Requests that are on their way at once. */
const AT_ONCE = 2;

export interface Many extends Pick<Sending, 'pause'> {
  endpoint: Endpoint;
  keeper: RunKeeper;
  bounds: Pick<Bounds, 'tokens' | 'dollars'>;
  price: Price;
  /** Tokens of a request, about. */
  weigh(ask: Ask): number;
  cancelled: AbortSignal;
  deadline: AbortSignal;
  /** How many are answered or failed, of how many. */
  told?(done: number, of: number): void;
  /** One more answer is there, or one failed: all so far, and what they came to. */
  came?(arrived: Arrived): void;
}

export interface ManyDone {
  /** In the order of the requests; null for one that was not sent, or not answered when it was stopped. */
  answers: (Answer | null)[];
  /** In the order in which they came. */
  arrived: Answer[];
  spending: Spending;
}

type Stop = Spending['stop'];

/** What requests on their way may come to. */
interface Reserved {
  tokens: number;
  dollars: number;
}

/**
 * Sends requests, two at a time and in order, until all are answered, a budget is used up, time is up, or the provider refuses one for good. A
 * request that fails in another way is an answer that says why, and the others are sent.
 */
export async function sendMany(asks: readonly Ask[], many: Many): Promise<ManyDone> {
  const state: State = {
    spent: nothingSpent(),
    stop: null,
    answers: asks.map(() => null),
    arrived: [],
    reserved: new Map(),
    sent: 0,
    done: 0,
  };
  const flying = new Set<Promise<void>>();
  many.told?.(0, asks.length);
  for (const [at, ask] of asks.entries()) {
    while (flying.size >= AT_ONCE) await Promise.race(flying);
    let room = roomNow(ask, many, state);
    // What is on its way has its most reserved: once it is answered there may be room.
    while ('reason' in room && flying.size > 0) {
      await Promise.race(flying);
      room = roomNow(ask, many, state);
    }
    state.stop ??= stoppedBy(many) ?? ('reason' in room ? { reason: room.reason, message: room.message } : null);
    if (state.stop !== null || 'reason' in room) break;
    state.sent += 1;
    const one = sendOne({ ...ask, most: room.most }, at, many, state).finally(() => void flying.delete(one));
    flying.add(one);
  }
  await Promise.all(flying);
  const { stop, answers, arrived } = state;
  return { answers, arrived, spending: { ...spendingOf(state, many), stop: stop ?? { reason: 'done', message: null } } };
}

const spendingOf = ({ spent, sent }: State, { keeper }: Many): Arrived['spending'] => ({
  ...{ requests: sent, usage: spent.usage, unknown: spent.unknown, cost: spent.unknown > 0 ? null : spent.dollars },
  capture: keeper.folder(),
});

interface State {
  spent: Spent;
  stop: Stop | null;
  answers: (Answer | null)[];
  arrived: Answer[];
  reserved: Map<number, Reserved>;
  sent: number;
  done: number;
}

const stoppedBy = ({ cancelled, deadline }: Many): Stop | null => {
  if (cancelled.aborted) return { reason: 'cancelled', message: null };
  return deadline.aborted ? { reason: 'deadline', message: 'The time is up (--timeout).' } : null;
};

type Room = { most: number | null } | { reason: 'token-budget' | 'money-budget'; message: string };

const roomNow = (ask: Ask, { bounds, price, weigh }: Many, { spent, reserved }: State): Room => {
  const held = [...reserved.values()];
  const sum = (name: keyof Reserved): number => held.reduce((all, one) => all + one[name], 0);
  const used = { ...spent, tokens: spent.tokens + sum('tokens'), dollars: spent.dollars === null ? null : spent.dollars + sum('dollars') };
  const room = roomFor(weigh(ask), { steps: 0, ...bounds }, used, price);
  if (!('reason' in room)) return room;
  return { reason: room.reason === 'money-budget' ? 'money-budget' : 'token-budget', message: room.message ?? room.reason };
};

const sendOne = async (ask: Ask, at: number, many: Many, state: State): Promise<void> => {
  const { endpoint, keeper, price, pause } = many;
  const weight = many.weigh(ask);
  const output = ask.most ?? 0;
  state.reserved.set(at, { tokens: weight + output, dollars: price({ input: weight, output, cacheRead: 0, cacheWrite: 0 }) ?? 0 });
  const began = performance.now();
  const took = (): number => Math.round(performance.now() - began);
  const keep = (answer: Answer): void => {
    state.answers[at] = answer;
    state.arrived.push(answer);
    many.came?.({ answers: [...state.arrived], spending: spendingOf(state, many) });
  };
  try {
    const signal = AbortSignal.any([many.cancelled, many.deadline]);
    const answered = await send(ask, { endpoint, keeper, signal, ...(pause && { pause }) });
    const written = Math.ceil((answered.text.length + JSON.stringify(answered.calls).length) / 3);
    state.spent = spend(state.spent, answered.usage, { input: weight, output: written, cacheRead: 0, cacheWrite: 0 }, price);
    keep({ ...answerOf(answered, endpoint), ms: took() });
  } catch (failure) {
    const stopped = stoppedBy(many);
    if (stopped === null && !(failure instanceof NoAnswer)) throw failure;
    if (failure instanceof NoAnswer) keep({ ...NOTHING, failed: failure.message, ms: took() });
    state.stop ??= stopped ?? (failure instanceof NoAnswer && !failure.passes ? { reason: 'refused', message: failure.message } : null);
  } finally {
    state.reserved.delete(at);
    state.done += 1;
    many.told?.(state.done, state.answers.length);
  }
};

const NOTHING = { decision: null, failed: null, cut: false, usage: null } as const;

/** A server may repeat the key that it was sent. */
const answerOf = ({ text, calls, cut, usage }: Answered, endpoint: Endpoint): Omit<Answer, 'ms'> => {
  const clean = (words: string): string => withoutKey(words, endpoint);
  const made = calls.map(({ name, arguments: input }) => ({ name: clean(name), arguments: clean(input) }));
  return { decision: decisionOf({ text: clean(text), calls: made }), failed: null, cut, usage };
};
