import type { Run, RunTurn } from '../../../shared/model/run.ts';
import { type Endpoint, secretOf, withoutKey } from '../runs/endpoint.ts';
import type { Live } from './live.ts';

/** What of a run a window gets, at most: turns, calls of each, characters. */
const TURNS = 20;
const CALLS = { earlier: 8, newest: 50 };
const TEXT = { earlier: 240, newest: 12_000 };
const PROMPT = 2000;
const MESSAGE = 1000;

/** A run as a frame: bounded, and without the key, whatever a server or a tool repeats. */
export function frameOf(live: Live, frame: number, endpoint: Pick<Endpoint, 'key'>): Run {
  const { failure: _, since, turns, prompt, stop, ...rest } = live;
  const shown = turns.slice(-TURNS);
  // The call that began a run within it may be any of its calls.
  const own = shown.findLast(({ within }) => within === null);
  const whole: Run = {
    ...rest,
    frame,
    since: since[0],
    prompt: prompt.slice(0, PROMPT),
    turns: shown.map((turn, at) => (at === shown.length - 1 || turn === own ? newest(turn, endpoint) : earlier(turn))),
    earlier: turns.length - shown.length,
    stop: stop && { ...stop, message: stop.message?.slice(0, MESSAGE) ?? null },
  };
  return endpoint.key === null ? whole : (JSON.parse(withoutKey(JSON.stringify(whole), endpoint)) as Run);
}

const earlier = (turn: RunTurn): RunTurn => {
  const text = turn.text.slice(0, TEXT.earlier);
  return { ...turn, text, cut: turn.text.length - text.length, calls: turn.calls.slice(0, CALLS.earlier) };
};

/** Its end: it is what is being written. The beginning of a key may be there, and the rest of it still on its way. */
const newest = (turn: RunTurn, endpoint: Pick<Endpoint, 'key'>): RunTurn => {
  const clean = withoutKey(turn.text, endpoint);
  const known = turn.state === 'answering' ? withoutBeginning(clean, secretOf(endpoint)) : clean;
  const text = known.slice(-TEXT.newest);
  return { ...turn, text, cut: known.length - text.length, calls: turn.calls.slice(0, CALLS.newest) };
};

const withoutBeginning = (text: string, key: string | null): string => {
  const longest = Math.min(text.length, (key?.length ?? 0) - 1);
  for (let length = longest; key !== null && length >= 1; length -= 1)
    if (text.endsWith(key.slice(0, length))) return text.slice(0, -length);
  return text;
};
