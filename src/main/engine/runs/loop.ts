import type { AppendInput } from '../../../shared/model/native.ts';
import type { Json, WireMessage } from '../formats/values.ts';
import type { Ask, ToolSpec } from './api.ts';
import { type Bounds, leftOf, nothingSpent, type Price, plus, roomFor, type Spent, spend, weightOf } from './bounds.ts';
import { type Call, conversationOf } from './conversation.ts';
import {
  answerEntries,
  endEvents,
  event,
  failedEntries,
  handoffEntries,
  type Result,
  resultsEntry,
  runId,
  type Stop,
  stepEvent,
  userMessage,
} from './entries.ts';
import { type Answered, NoAnswer } from './send.ts';

/** A handoff that a call asks for. */
export interface HandoffCall {
  name: string;
  state: Record<string, unknown>;
}

/** What a call came to; a handoff is made once all calls of the answer have their results. */
export type Outcome = Result | { text: string; handoff: HandoffCall };

/** What a run within a run used of the bounds of this one. */
export interface Used {
  steps: number;
  spent: Spent;
}

/** What the loop needs of the world. */
export interface World {
  /** The messages of the next request, as the tape and the policy have them now. */
  next(): Promise<WireMessage[]>;
  /** Answers once the entries are durable. Throws where the store refuses them. */
  append(entries: readonly AppendInput[]): Promise<void>;
  /** The newest entry of the tape. */
  head(): number;
  /** As `append` while `head` is the newest entry; false, with nothing written, where another writer came first. */
  appendAfter(head: number, entries: readonly AppendInput[]): Promise<boolean>;
  /** Sends a request until it is answered; `run` is its key. Throws NoAnswer. */
  send(ask: Ask, signal: AbortSignal, run: string): Promise<Answered>;
  tools: readonly ToolSpec[];
  /** Runs a call; `left` is what a run within this one may use, and `used` is called with what it did. */
  call(call: Call, signal: AbortSignal, left: Bounds, used: (used: Used) => void): Promise<Outcome>;
  /** Runs the commands in an answer, where the workspace allows that; null where it has none. Answers what the model is to read of it. */
  commands(text: string): Promise<string | null>;
  price: Price;
  /** Ctrl-C. */
  cancelled: AbortSignal;
  deadline: AbortSignal;
}

export interface Turn {
  prompt: string;
  /** As it was named, with its provider. */
  model: string;
  /** The model as its API knows it. */
  wire: string;
  /** Null leaves the system prompt that the tape has. */
  system: string | null;
  bounds: Bounds;
  /** What the beginning says besides: policy, tools, process. */
  facts: Record<string, unknown>;
}

export interface Ended {
  /** Requests, those of runs within it among them. */
  steps: number;
  stop: Stop;
  spent: Spent;
  text: string;
}

/**
 * From a person's words to an answer without calls: request, answer, calls, results, and again. It ends within its bounds whatever the model answers, and
 * each entry is durable before what follows from it is done.
 */
export async function runLoop(world: World, turn: Turn): Promise<Ended> {
  const { prompt, model, facts } = turn;
  await world.append([event('loop.start', { model, prompt, allowed_skills: null, ...facts }), userMessage(prompt)]);
  const state: State = { spent: nothingSpent(), steps: 0, within: 0, text: '', seen: new Set(), prompt };
  let stop: Stop | null = null;
  while (stop === null) stop = stopped(world) ?? (await step(world, turn, state));
  await world.append(endEvents(state.steps, stop, turn.bounds.steps));
  return { steps: state.steps + state.within, stop, spent: state.spent, text: state.text };
}

interface State {
  spent: Spent;
  steps: number;
  /** Requests of runs within this one. */
  within: number;
  /** The last words of the model. */
  text: string;
  /** Ids of calls of this run and of what it was sent: servers that repeat one would have two calls share a result. */
  seen: Set<string>;
  /** What the next request was made for. */
  prompt: string;
}

const stopped = ({ cancelled, deadline }: World): Stop | null => {
  if (cancelled.aborted) return { reason: 'cancelled' };
  return deadline.aborted ? { reason: 'deadline' } : null;
};

const step = async (world: World, turn: Turn, state: State): Promise<Stop | null> => {
  const { bounds, model } = turn;
  if (state.steps + state.within >= bounds.steps)
    return { reason: 'max-steps', message: `No more requests: the limit is ${bounds.steps} (--max-steps).` };
  const opened = await openRequest(world, turn, state);
  if ('reason' in opened) return opened;
  const { ask, weight, run, began } = opened;
  try {
    const answer = await world.send(ask, AbortSignal.any([world.cancelled, world.deadline]), run);
    const { text, usage } = answer;
    const output = Math.ceil((text.length + JSON.stringify(answer.calls).length) / 3);
    state.spent = spend(state.spent, usage, { input: weight, output, cacheRead: 0, cacheWrite: 0 }, world.price);
    return await take(world, state, { run, model, began, answer, bounds });
  } catch (failure) {
    const stop = stopped(world) ?? failureOf(failure);
    const message = stop.message ?? `The request was stopped: ${stop.reason}.`;
    const kind = failure instanceof NoAnswer ? failure.kind : stop.reason;
    await world.append([...failedEntries(run, kind, message, model), stepEvent(state.steps, Date.now() - began, 'error', message)]);
    return stop;
  }
};

interface Opened {
  ask: Ask;
  weight: number;
  run: string;
  /** Epoch ms. */
  began: number;
}

/** How often a request is put together again because others append meanwhile. */
const MOST_TRIES = 20;

/** Puts the next request together and opens it on the tape: what is before that entry was sent, so it is made again where somebody appended in between. */
const openRequest = async (world: World, turn: Turn, state: State): Promise<Opened | Stop> => {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const { head, messages } = await messagesWith(world, turn.system);
    const ask: Ask = { ...conversationOf(messages), model: turn.wire, tools: world.tools, most: null };
    for (const said of ask.turns) if (said.role === 'assistant') for (const { id } of said.calls) state.seen.add(id);
    const weight = weightOf(ask);
    const room = roomFor(weight, turn.bounds, state.spent, world.price);
    if ('reason' in room) return room;
    const began = Date.now();
    const run = runId(performance.timeOrigin + performance.now());
    // With the run in it, an answer that somebody else appends meanwhile is not taken for that of this request.
    const opening = event('loop.step.start', { step: state.steps + 1, prompt: state.prompt }, { run_id: run });
    if (await world.appendAfter(head, [opening])) {
      state.steps += 1;
      return { ask: { ...ask, most: room.most }, weight, run, began };
    }
    const stop = stopped(world);
    if (stop !== null) return stop;
  }
  return { reason: 'failed', message: 'Other processes append to this tape faster than a request can be put together.' };
};

/** What is not a failure of the model's is none of the loop's either. */
const failureOf = (failure: unknown): Stop => {
  if (failure instanceof NoAnswer) return { reason: 'failed', message: failure.message };
  throw failure;
};

/** The messages of the next request, and the newest entry when they were asked for. A system prompt that is not among them is written first: a handoff leaves it in the phase before. */
const messagesWith = async (world: World, system: string | null): Promise<{ head: number; messages: WireMessage[] }> => {
  const head = world.head();
  const messages = await world.next();
  const has = (content: Json | undefined): boolean => content === system;
  if (system === null || messages.some(({ role, content }) => role === 'system' && has(content))) return { head, messages };
  await world.append([{ kind: 'system', payload: { content: system } }]);
  return { head: world.head(), messages: await world.next() };
};

interface Taken {
  run: string;
  model: string;
  began: number;
  answer: Answered;
  bounds: Bounds;
}

const take = async (world: World, state: State, { run, model, began, answer, bounds }: Taken): Promise<Stop | null> => {
  const calls = answer.calls.map((call, at) => named(call, `${run}-${at + 1}`, state.seen));
  await world.append(answerEntries(run, { ...answer, calls }, model));
  state.text = answer.text;
  const done = (status: 'ok' | 'continue'): AppendInput => stepEvent(state.steps, Date.now() - began, status);
  if (calls.length > 0) {
    await answerCalls(
      (call) => answerOf(world, call, bounds, state),
      world,
      calls,
      () => done('continue'),
    );
    state.prompt = 'Continue the task.';
    return null;
  }
  if (answer.cut || answer.text === '') {
    const empty = answer.text === '' ? [event('loop.step.empty', { step: state.steps })] : [];
    await world.append([done('ok'), ...empty]);
    return answer.cut
      ? { reason: 'cut-off', message: 'The answer was cut off at the length limit.' }
      : { reason: 'empty', message: 'The answer was empty.' };
  }
  const read = await world.commands(answer.text);
  await world.append([done(read === null ? 'ok' : 'continue'), ...(read === null ? [] : [userMessage(read)])]);
  state.prompt = read ?? '';
  return read === null ? { reason: 'answered' } : null;
};

const named = (call: Call, id: string, seen: Set<string>): Call => {
  const own = call.id === '' || seen.has(call.id) ? { ...call, id } : call;
  seen.add(own.id);
  return own;
};

/** One after the other: what a call sees is what those before it left. A handoff follows the results, so that no call stays open before it. */
const answerCalls = async (
  answer: (call: Call) => Promise<Outcome>,
  world: World,
  calls: readonly Call[],
  done: () => AppendInput,
): Promise<void> => {
  const outcomes: Outcome[] = [];
  for (const call of calls) outcomes.push(await answer(call));
  const handoff = outcomes.map((outcome) => ('handoff' in outcome ? outcome.handoff : null)).findLast((one) => one !== null);
  if (handoff === undefined) {
    await world.append([resultsEntry(calls, outcomes), done()]);
    return;
  }
  try {
    await world.append([resultsEntry(calls, outcomes), done(), ...handoffEntries(handoff.name, handoff.state)]);
  } catch (failure) {
    const why = failure instanceof Error ? failure.message : String(failure);
    const results = outcomes.map((outcome): Result => ('handoff' in outcome ? { failed: why } : outcome));
    await world.append([resultsEntry(calls, results), done()]);
  }
};

const answerOf = async (world: World, call: Call, bounds: Bounds, state: State): Promise<Outcome> => {
  const stop = stopped(world);
  if (stop !== null) return { failed: `It was not run: the run was stopped (${stop.reason}).` };
  const used = ({ steps, spent }: Used): void => {
    state.within += steps;
    state.spent = plus(state.spent, spent);
  };
  const left = leftOf(bounds, state.steps + state.within, state.spent);
  return world.call(call, AbortSignal.any([world.cancelled, world.deadline]), left, used);
};
