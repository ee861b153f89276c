import type { AppendInput } from '../../../shared/model/native.ts';
import type { Ask } from '../runs/api.ts';
import { type Bounds, nothingSpent, type Price, roomFor, type Spent, spend } from '../runs/bounds.ts';
import type { Call, Turn } from '../runs/conversation.ts';
import { answerEntries, event, failedEntries, resultsEntry, runId, stepEvent, userMessage } from '../runs/entries.ts';
import { type Answered, NoAnswer } from '../runs/send.ts';
import { callKey, decisionOf, groupNumbers } from './decision.ts';

/** A recorded answer of a step, with the ids that its results go by. */
export interface Recorded {
  text: string;
  calls: readonly Call[];
}

/** Why a replay ended. `diverged`: the model decided differently than recorded. `ended`: both answered without calls, or nothing is recorded after it. */
export interface ReplayStop {
  reason: 'diverged' | 'ended' | 'unrecorded' | 'max-steps' | 'token-budget' | 'money-budget' | 'deadline' | 'cancelled' | 'failed';
  message: string;
}

/** What a replay needs of the world. */
export interface ReplayWorld {
  /** The request of a step, edited. */
  ask(step: number): Promise<Ask>;
  /** Null where nothing of its answer is in the log. */
  recorded(step: number): Promise<Recorded | null>;
  /** The step that continues from this one; null for none. */
  next(step: number): number | null;
  send(ask: Ask, signal: AbortSignal, run: string): Promise<Answered>;
  append(entries: readonly AppendInput[]): void;
  price: Price;
  /** Tokens of a request, about. */
  weigh(ask: Ask): number;
  /** A request is on its way; how many in all. */
  told?(steps: number): void;
  cancelled: AbortSignal;
  deadline: AbortSignal;
}

export interface Replaying {
  from: number;
  /** As it was named, with its provider. */
  model: string;
  bounds: Bounds;
  /** Where it is from, for the tape. */
  origin: Record<string, unknown>;
}

export interface Replayed {
  /** Steps that decided what is recorded. */
  same: number[];
  steps: number;
  /** The step at which it ended. */
  at: number;
  stop: ReplayStop;
  spent: Spent;
}

interface State {
  spent: Spent;
  steps: number;
  same: number[];
  /** What the model said in this replay, by the ids of the recorded calls that came with it. */
  said: Map<string, string>;
}

/**
 * Asks step after step, with recorded results as long as the model calls what is recorded, and ends where it first decides differently. All of it is on
 * the tape: what the first request had, answers as they came, results as they were recorded.
 */
export async function replay(world: ReplayWorld, { from, model, bounds, origin }: Replaying): Promise<Replayed> {
  const state: State = { spent: nothingSpent(), steps: 0, same: [], said: new Map() };
  const first = await world.ask(from);
  world.append([event('replay.origin', origin), ...entriesOf(first)]);
  let at = from;
  for (;;) {
    const went = await replayStep(world, { at, model, bounds, first: at === from ? first : null }, state);
    if (typeof went === 'number') {
      at = went;
      continue;
    }
    world.append([event('loop.result', { steps: state.steps, reason: went.reason, error: went.message })]);
    return { same: state.same, steps: state.steps, at, stop: went, spent: state.spent };
  }
}

interface Place {
  at: number;
  model: string;
  bounds: Bounds;
  first: Ask | null;
}

/** The step to continue with, or why it ends. */
const replayStep = async (world: ReplayWorld, { at, model, bounds, first }: Place, state: State): Promise<number | ReplayStop> => {
  const stopped = stoppedBy(world);
  if (stopped !== null) return stopped;
  if (state.steps >= bounds.steps) return { reason: 'max-steps', message: `No more requests: the limit is ${bounds.steps} (--max-steps).` };
  const recorded = await world.recorded(at);
  if (recorded === null) return { reason: 'unrecorded', message: `No answer of step ${at} is in the log.` };
  const ask = withSaid(first ?? (await world.ask(at)), state.said);
  const weight = world.weigh(ask);
  const room = roomFor(weight, bounds, state.spent, world.price);
  if ('reason' in room) return { reason: room.reason === 'money-budget' ? 'money-budget' : 'token-budget', message: room.message ?? '' };
  state.steps += 1;
  world.told?.(state.steps);
  const run = runId(performance.timeOrigin + performance.now());
  const began = Date.now();
  world.append([event('loop.step.start', { step: state.steps, prompt: '', replays: at }, { run_id: run })]);
  const answer = await answered(world, { ask: { ...ask, most: room.most }, run, model, began }, state);
  if ('reason' in answer) return answer;
  const output = Math.ceil((answer.text.length + JSON.stringify(answer.calls).length) / 3);
  state.spent = spend(state.spent, answer.usage, { input: weight, output, cacheRead: 0, cacheWrite: 0 }, world.price);
  world.append(answerEntries(run, answer, model));
  return judge(world, { at, answer, recorded, began }, state);
};

const answered = async (
  world: ReplayWorld,
  { ask, run, model, began }: { ask: Ask; run: string; model: string; began: number },
  state: State,
): Promise<Answered | ReplayStop> => {
  try {
    const answer = await world.send(ask, AbortSignal.any([world.cancelled, world.deadline]), run);
    return { ...answer, calls: answer.calls.map((call, place) => ({ ...call, id: call.id || `${run}-${place + 1}` })) };
  } catch (failure) {
    const stop = stoppedBy(world);
    if (stop === null && !(failure instanceof NoAnswer)) throw failure;
    const message = failure instanceof NoAnswer ? failure.message : (stop?.message ?? '');
    world.append([
      ...failedEntries(run, stop?.reason ?? 'failed', message, model),
      stepEvent(state.steps, Date.now() - began, 'error', message),
    ]);
    return stop ?? { reason: 'failed', message };
  }
};

const stoppedBy = ({ cancelled, deadline }: ReplayWorld): ReplayStop | null => {
  if (cancelled.aborted) return { reason: 'cancelled', message: 'It was stopped.' };
  return deadline.aborted ? { reason: 'deadline', message: 'The time is up (--timeout).' } : null;
};

const judge = async (
  world: ReplayWorld,
  { at, answer, recorded, began }: { at: number; answer: Answered; recorded: Recorded; began: number },
  state: State,
): Promise<number | ReplayStop> => {
  const pairs = pairedCalls(answer.calls, recorded.calls);
  const done = (status: 'ok' | 'continue'): AppendInput => stepEvent(state.steps, Date.now() - began, status);
  if (pairs === null) {
    world.append([done('ok')]);
    return { reason: 'diverged', message: `At step ${at} the model ${words(answer)}; the record says that it ${words(recorded)}.` };
  }
  if (recorded.calls.length === 0) {
    world.append([done('ok')]);
    const [one, other] = groupNumbers([answer, recorded].map(({ text }) => decisionOf({ text, calls: [] })));
    if (one !== other) return { reason: 'diverged', message: `At step ${at} the model answered in other words.` };
    state.same.push(at);
    return { reason: 'ended', message: `Step ${at} was answered as recorded.` };
  }
  state.same.push(at);
  const next = world.next(at);
  const results = next === null ? null : resultsIn(await world.ask(next), pairs);
  if (next === null || results === null) {
    world.append([done('ok')]);
    return { reason: 'ended', message: `No results of the calls of step ${at} were sent to a model.` };
  }
  for (const { id } of recorded.calls) state.said.set(id, answer.text);
  world.append([resultsEntry(answer.calls, results), done('continue')]);
  return next;
};

/** The recorded id of each call, in the order of the answer; null where the calls are not the same. Pure. */
function pairedCalls(calls: readonly Call[], recorded: readonly Call[]): string[] | null {
  const left = recorded.map((call) => ({ key: callKey(call), id: call.id }));
  const ids = calls.map((call) => {
    const at = left.findIndex(({ key }) => key === callKey(call));
    return at < 0 ? null : (left.splice(at, 1)[0]?.id ?? null);
  });
  return left.length > 0 || ids.includes(null) ? null : ids.flatMap((id) => id ?? []);
}

const resultsIn = ({ turns }: Ask, ids: readonly string[]): { text: string }[] | null => {
  const texts = ids.map((id) => turns.find((turn) => turn.role === 'tool' && turn.id === id));
  return texts.every((turn) => turn !== undefined) ? texts.map((turn) => ({ text: turn?.role === 'tool' ? turn.text : '' })) : null;
};

/** The request with what the model said now in the place of what is recorded. Pure. */
const withSaid = (ask: Ask, said: ReadonlyMap<string, string>): Ask => ({
  ...ask,
  turns: ask.turns.map((turn): Turn => {
    const text = turn.role === 'assistant' ? turn.calls.map(({ id }) => said.get(id)).find((one) => one !== undefined) : undefined;
    return turn.role === 'assistant' && text !== undefined ? { ...turn, text } : turn;
  }),
});

const words = ({ calls, text }: Recorded): string =>
  calls.length > 0
    ? `called ${calls.map(({ name, arguments: input }) => `${name} ${input}`).join(' and ')}`.slice(0, 300)
    : `said “${text.replace(/\s+/g, ' ').trim().slice(0, 200)}”`;

/** What a request holds as entries of a tape. Pure. */
export function entriesOf({ system, turns }: Ask): AppendInput[] {
  return [...(system === '' ? [] : [{ kind: 'system', payload: { content: system } }]), ...turns.flatMap(turnEntries)];
}

const turnEntries = (turn: Turn): AppendInput[] => {
  if (turn.role === 'tool') return [{ kind: 'tool_result', payload: { results: [turn.text], ids: [turn.id] } }];
  if (turn.role === 'assistant') {
    const calls = turn.calls.map(({ id, ...made }) => ({ id, type: 'function', function: made }));
    return [
      ...(turn.text === '' ? [] : [{ kind: 'message', payload: { role: 'assistant', content: turn.text } }]),
      ...(calls.length === 0 ? [] : [{ kind: 'tool_call', payload: { calls } }]),
    ];
  }
  const [only, ...more] = turn.parts;
  if (only !== undefined && 'text' in only && more.length === 0) return [userMessage(only.text)];
  const content = turn.parts.map((part) =>
    'text' in part ? { type: 'text', text: part.text } : { type: 'image_url', image_url: { url: part.image } },
  );
  return [{ payload: { role: 'user', content } }];
};
