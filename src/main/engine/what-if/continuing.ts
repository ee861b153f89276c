import type { Answer, Decision } from '../../../shared/model/index.ts';
import type { AppendInput } from '../../../shared/model/native.ts';
import type { Engine } from '../engine.ts';
import { beginFrom } from '../native-calls/start.ts';
import { withoutKey } from '../runs/endpoint.ts';
import { answerEntries, event, runId, stepEvent } from '../runs/entries.ts';
import type { Prepared } from './plan.ts';
import { entriesOf } from './replay.ts';
import { originOf } from './replaying.ts';

interface Continued extends Pick<Answer, 'usage' | 'ms'> {
  decision: Decision;
}

/** Begins a native tape with a request and one answer to it, and answers its folder. The tape that it is from is only read. */
export async function continueFrom(engine: Engine, ready: Prepared, answer: Continued): Promise<string> {
  const { asked, endpoint } = ready;
  const { entry, name, step } = placeOf(engine, asked);
  const target = await beginFrom(engine, asked.tape, entry, `what-if-${asked.tape.id.slice(0, 8)}-${name}`);
  try {
    target.append(JSON.parse(withoutKey(JSON.stringify(written(ready, answer, step)), endpoint)) as AppendInput[]);
    return target.folder;
  } finally {
    target.close();
  }
}

/** The last entry before the request. */
const placeOf = ({ catalog }: Engine, { tape, place }: Prepared['asked']): { entry: number; name: string; step: number | null } => {
  if ('step' in place)
    return { entry: Math.max(1, catalog.step(tape.id, place.step).first - 1), name: String(place.step), step: place.step };
  if ('after' in place) return { entry: place.after, name: `after-${place.after}`, step: null };
  return { entry: tape.entries, name: 'next', step: null };
};

const written = (ready: Prepared, { decision, usage, ms }: Continued, step: number | null): AppendInput[] => {
  const run = runId(performance.timeOrigin + performance.now());
  const calls = decision.calls.map((call, at) => ({ ...call, id: `${run}-${at + 1}` }));
  return [
    event('what-if.origin', originOf(ready, step)),
    ...entriesOf(ready.ask),
    event('loop.step.start', { step: 1, prompt: '' }, { run_id: run }),
    ...answerEntries(run, { text: decision.text, calls, usage, cut: false }, ready.endpoint.name),
    stepEvent(1, ms, 'ok'),
    event('loop.result', { steps: 1, reason: 'what-if' }),
  ];
};
