import type { AppendInput } from '../../../shared/model/native.ts';
import type { Run, RunCall, RunTurn } from '../../../shared/model/run.ts';
import type { Usage } from '../../../shared/model/tape.ts';
import { asList, asNumber, asObject, asString } from '../formats/json.ts';
import type { Json, JsonObject } from '../formats/values.ts';
import type { Price } from '../runs/bounds.ts';
import type { Outcome } from '../runs/loop.ts';
import type { Within } from '../runs/run-tape.ts';
import type { Asked } from './approvals.ts';

/** A run with all of its turns and their words, as it follows from what is on the tape and what was received. Every function here is pure. */
export interface Live extends Omit<Run, 'frame' | 'earlier' | 'since'> {
  /** The kind of the error that is on the tape. */
  failure: string | null;
  /** When the call that runs, or waits for a person, began to: that of the run, and that of a run within it; epoch ms. */
  since: readonly [number, number];
}

/** Entries that are durable, with their numbers, and the run within the run that wrote them. */
interface Durable {
  entries: readonly AppendInput[];
  ids: readonly number[];
  within: Within | null;
}

/** A call, and the run within the run that makes it. */
interface Calling {
  id: string;
  within: Within | null;
}

/** Takes in entries. Those of a fork are on another tape, and not counted among those of the run. */
export function appended(live: Live, { entries, ids, within }: Durable, price: Price): Live {
  const first = live.entries?.[0] ?? ids[0];
  const last = ids.at(-1);
  const next = entries.reduce((now, entry, at) => withEntry(now, { entry, id: ids[at] ?? null, within }, price), live);
  if (first === undefined || last === undefined || (within?.fork ?? null) !== null) return next;
  return { ...next, entries: [first, last] };
}

interface One {
  entry: AppendInput;
  id: number | null;
  within: Within | null;
}

const withEntry = (live: Live, { entry: { kind = 'message', payload, meta }, id, within }: One, price: Price): Live => {
  const body = asObject(payload as Json) ?? {};
  if (kind === 'event') return withEvent(live, body, { usage: meta?.usage as Usage | undefined, within }, price);
  if (kind === 'error') return within === null ? { ...live, failure: asString(body.kind) } : live;
  if (kind === 'message' && body.role === 'assistant') return inTurn(live, within, { text: asString(body.content) ?? '', entry: id });
  if (kind !== 'tool_call') return live;
  const calls = asList(body.calls).flatMap(callIn);
  return inTurn(live, within, { calls, state: 'calling', entry: turnIn(live, within)?.entry ?? id });
};

interface OfEvent {
  usage: Usage | undefined;
  within: Within | null;
}

const withEvent = (live: Live, body: JsonObject, { usage, within }: OfEvent, price: Price): Live => {
  const [name, data] = [asString(body.name), asObject(body.data) ?? {}];
  if (name === 'loop.step.start') return { ...live, pause: null, turns: [...live.turns, turnOf(live, asNumber(data.step), within)] };
  if (name === 'loop.step')
    return inTurn(live, within, { ms: asNumber(data.elapsed_ms), state: data.status === 'error' ? 'failed' : 'done' });
  if (name !== 'run' || data.status !== 'ok') return live;
  if (usage === undefined) return { ...live, unknown: live.unknown + 1 };
  const cost = price(usage);
  const summed = { ...live, usage: plus(live.usage, usage), cost: live.cost === null || cost === null ? null : live.cost + cost };
  return inTurn(summed, within, { usage });
};

/** The newest turn of the run, or of a run within it. */
const turnIn = ({ turns }: Live, within: Within | null): RunTurn | undefined =>
  turns.findLast((turn) => turn.within?.call === within?.call);

const turnOf = (live: Live, step: number | null, within: Within | null): RunTurn => ({
  step: step ?? live.turns.length + 1,
  within: within && { ...within, step: turnIn(live, null)?.step ?? 0 },
  ...{ state: 'asking', text: '', cut: 0, entry: null, calls: [], usage: null, ms: null },
});

const plus = (a: Usage, b: Usage): Usage => ({
  ...{ input: a.input + b.input, output: a.output + b.output },
  ...{ cacheRead: a.cacheRead + b.cacheRead, cacheWrite: a.cacheWrite + b.cacheWrite },
});

const inTurn = (live: Live, within: Within | null, change: Partial<RunTurn>): Live => {
  const turn = turnIn(live, within);
  return { ...live, turns: live.turns.map((one) => (one === turn ? { ...turn, ...change } : one)) };
};

/** The run that is at work: within another one, that one waits for it. */
const atWork = (live: Live): Within | null => live.turns.at(-1)?.within ?? null;

const callIn = (call: Json): RunCall[] => {
  const made = asObject(asObject(call)?.function);
  const tool = asString(made?.name);
  if (tool === null) return [];
  const about = aboutOf(asString(made?.arguments) ?? '');
  return [{ id: asString(asObject(call)?.id) ?? '', tool, about, state: 'waiting', allowed: null, ms: null, waited: 0, why: null }];
};

const LONGEST_ABOUT = 300;

/** The one value that says what a call is about, where there is one: a command, a file. */
const aboutOf = (text: string): string => {
  try {
    const args = asObject(JSON.parse(text) as Json) ?? {};
    const said = [args.cmd, args.path, args.query, args.name, args.prompt].find((value) => typeof value === 'string');
    return (asString(said) ?? (Object.keys(args).length === 0 ? '' : text)).slice(0, LONGEST_ABOUT);
  } catch {
    return text.slice(0, LONGEST_ABOUT);
  }
};

/** Words of an answer that is still arriving. */
export function heard(live: Live, words: string): Live {
  return inTurn({ ...live, pause: null }, atWork(live), { state: 'answering', text: `${live.turns.at(-1)?.text ?? ''}${words}` });
}

/** A request is sent again: what was received of its answer counts for nothing. */
export function again(live: Live, why: string, until: number): Live {
  return inTurn({ ...live, pause: { why, until } }, atWork(live), { state: 'asking', text: '' });
}

const withCall = (live: Live, { id, within }: Calling, change: Partial<RunCall>): Live => {
  const calls = turnIn(live, within)?.calls.map((call) => (call.id === id ? { ...call, ...change } : call));
  return calls === undefined ? live : inTurn(live, within, { calls });
};

const sinceOf = ({ since: [own, inner] }: Live, within: Within | null): number => (within === null ? own : inner);
const withSince = ({ since: [own, inner] }: Live, within: Within | null, now: number): Pick<Live, 'since'> => ({
  since: within === null ? [now, inner] : [own, now],
});

/** A call begins, or came to something. */
export function called(live: Live, call: Calling, outcome: Outcome | null, now: number): Live {
  if (outcome === null) return { ...withCall(live, call, { state: 'running' }), ...withSince(live, call.within, now) };
  const ms = now - sinceOf(live, call.within);
  return withCall(live, call, 'failed' in outcome ? { state: 'failed', ms, why: outcome.failed.slice(0, 300) } : { state: 'done', ms });
}

/** A call waits for a person. */
export function asking(live: Live, ask: Asked, call: Calling, now: number): Live {
  const turn = turnIn(live, call.within);
  const calls = turn?.calls ?? [];
  const at = calls.findIndex(({ id }) => id === call.id) + 1;
  return {
    ...withCall(live, call, { state: 'asking' }),
    ask: { ...ask, call: call.id, within: turn?.within ?? null, at, of: calls.length },
    ...withSince(live, call.within, now),
  };
}

/** It was answered, or nobody waits for the answer any more. */
export function settled(live: Live, allowed: RunCall['allowed'], now: number): Live {
  const { ask, waited } = live;
  if (ask === null) return live;
  const waiting = now - sinceOf(live, ask.within);
  return {
    ...withCall(live, { id: ask.call, within: ask.within }, { state: 'running', allowed, waited: waiting }),
    ask: null,
    waited: waited + waiting,
    ...withSince(live, ask.within, now),
  };
}
