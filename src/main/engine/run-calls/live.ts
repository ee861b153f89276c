import type { AppendInput } from '../../../shared/model/native.ts';
import type { Run, RunAsk, RunCall, RunTurn } from '../../../shared/model/run.ts';
import type { Usage } from '../../../shared/model/tape.ts';
import { asList, asNumber, asObject, asString } from '../formats/json.ts';
import type { Json, JsonObject } from '../formats/values.ts';
import type { Price } from '../runs/bounds.ts';
import type { Call } from '../runs/conversation.ts';
import type { Outcome } from '../runs/loop.ts';

/** A run with all of its turns and their words, as it follows from what is on the tape and what was received. Every function here is pure. */
export interface Live extends Omit<Run, 'frame' | 'earlier'> {
  /** The kind of the error that is on the tape. */
  failure: string | null;
  /** When the call that runs, or waits for a person, began to; epoch ms. */
  since: number;
}

/** Takes in entries that are durable. */
export function appended(live: Live, entries: readonly AppendInput[], ids: readonly number[], price: Price): Live {
  const first = live.entries?.[0] ?? ids[0];
  const last = ids.at(-1);
  const next = entries.reduce((now, entry, at) => withEntry(now, entry, ids[at] ?? null, price), live);
  return { ...next, entries: first === undefined || last === undefined ? live.entries : [first, last] };
}

const withEntry = (live: Live, { kind = 'message', payload, meta }: AppendInput, id: number | null, price: Price): Live => {
  const body = asObject(payload as Json) ?? {};
  if (kind === 'event')
    return withEvent(live, asString(body.name) ?? '', asObject(body.data) ?? {}, meta?.usage as Usage | undefined, price);
  if (kind === 'error') return { ...live, failure: asString(body.kind) };
  if (kind === 'message' && body.role === 'assistant') return inTurn(live, { text: asString(body.content) ?? '', entry: id });
  if (kind !== 'tool_call') return live;
  const calls = asList(body.calls).flatMap(callIn);
  return inTurn(live, { calls, state: 'calling', entry: live.turns.at(-1)?.entry ?? id });
};

const withEvent = (live: Live, name: string, data: JsonObject, usage: Usage | undefined, price: Price): Live => {
  if (name === 'loop.step.start')
    return { ...live, pause: null, turns: [...live.turns, turnOf(asNumber(data.step) ?? live.turns.length + 1)] };
  if (name === 'loop.step') return inTurn(live, { ms: asNumber(data.elapsed_ms), state: data.status === 'error' ? 'failed' : 'done' });
  if (name !== 'run' || data.status !== 'ok') return live;
  if (usage === undefined) return { ...live, unknown: live.unknown + 1 };
  const cost = price(usage);
  return inTurn(
    { ...live, usage: plus(live.usage, usage), cost: live.cost === null || cost === null ? null : live.cost + cost },
    { usage },
  );
};

const turnOf = (step: number): RunTurn => ({ step, state: 'asking', text: '', cut: 0, entry: null, calls: [], usage: null, ms: null });

const plus = (a: Usage, b: Usage): Usage => ({
  ...{ input: a.input + b.input, output: a.output + b.output },
  ...{ cacheRead: a.cacheRead + b.cacheRead, cacheWrite: a.cacheWrite + b.cacheWrite },
});

const inTurn = (live: Live, change: Partial<RunTurn>): Live => {
  const turn = live.turns.at(-1);
  return turn === undefined ? live : { ...live, turns: [...live.turns.slice(0, -1), { ...turn, ...change }] };
};

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
    const said = [args.cmd, args.path, args.query, args.name].find((value) => typeof value === 'string');
    return (asString(said) ?? (Object.keys(args).length === 0 ? '' : text)).slice(0, LONGEST_ABOUT);
  } catch {
    return text.slice(0, LONGEST_ABOUT);
  }
};

/** Words of an answer that is still arriving. */
export function heard(live: Live, words: string): Live {
  return inTurn({ ...live, pause: null }, { state: 'answering', text: `${live.turns.at(-1)?.text ?? ''}${words}` });
}

/** A request is sent again: what was received of its answer counts for nothing. */
export function again(live: Live, why: string, until: number): Live {
  return inTurn({ ...live, pause: { why, until } }, { state: 'asking', text: '' });
}

const withCall = (live: Live, id: string, change: Partial<RunCall>): Live => {
  const calls = live.turns.at(-1)?.calls.map((call) => (call.id === id ? { ...call, ...change } : call));
  return calls === undefined ? live : inTurn(live, { calls });
};

/** A call begins, or came to something. */
export function called(live: Live, { id }: Call, outcome: Outcome | null, now: number): Live {
  if (outcome === null) return { ...withCall(live, id, { state: 'running' }), since: now };
  const ms = now - live.since;
  return withCall(live, id, 'failed' in outcome ? { state: 'failed', ms, why: outcome.failed.slice(0, 300) } : { state: 'done', ms });
}

/** A call waits for a person. */
export function asking(live: Live, ask: Omit<RunAsk, 'at' | 'of'>, now: number): Live {
  const calls = live.turns.at(-1)?.calls ?? [];
  const at = calls.findIndex(({ id }) => id === ask.call) + 1;
  return { ...withCall(live, ask.call, { state: 'asking' }), ask: { ...ask, at, of: calls.length }, since: now };
}

/** It was answered, or nobody waits for the answer any more. */
export function settled(live: Live, allowed: RunCall['allowed'], now: number): Live {
  const { ask, since, waited } = live;
  if (ask === null) return live;
  return {
    ...withCall(live, ask.call, { state: 'running', allowed, waited: now - since }),
    ask: null,
    waited: waited + now - since,
    since: now,
  };
}
