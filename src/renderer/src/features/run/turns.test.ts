import { expect, test } from 'vitest';
import type { RunCall, RunTurn } from '../../../../shared/model/run.ts';
import { turnSpans } from './turns.ts';

const call: RunCall = { id: 'c', tool: 'bash', about: '', state: 'done', allowed: 'once', ms: 300, waited: 5000, why: null };
const usage = { input: 30, output: 6, cacheRead: 10, cacheWrite: 0 };
const turn: RunTurn = { step: 1, within: null, state: 'done', text: '', cut: 0, entry: null, calls: [call], usage, ms: 6000 };
const RUN = { running: true, began: 1000, ended: null, earlier: 0, since: 0 };

test('a turn is what the model took, what a person was waited for, and what its calls took', () => {
  const [done, live] = turnSpans(
    { ...RUN, turns: [turn, { ...turn, step: 2, state: 'answering', calls: [], usage: null, ms: null }] },
    9000,
  );
  expect(done).toEqual({
    ...{ step: 1, word: 'bash', ms: 6000, context: 40, live: false },
    stretches: [
      { what: 'model', ms: 700 },
      { what: 'waits', ms: 5000 },
      { what: 'call', ms: 300 },
    ],
  });
  expect(live).toMatchObject({ step: 2, word: 'answering', ms: 2000, context: null, live: true, stretches: [{ what: 'model', ms: 2000 }] });
});

test('while a person is asked the turn waits, and an end is the end', () => {
  const asking: RunTurn = { ...turn, calls: [{ ...call, state: 'asking', ms: null, waited: 0 }], ms: null };
  expect(turnSpans({ ...RUN, since: 3200, turns: [asking] }, 4000)[0]?.stretches).toEqual([
    { what: 'model', ms: 2200 },
    { what: 'waits', ms: 800 },
  ]);
  expect(turnSpans({ ...RUN, turns: [asking], running: false, ended: 2000 }, 9000)[0]).toMatchObject({ ms: 1000, live: false });
});

test('a call that runs is not a time of the model, also after a person was waited for', () => {
  const running: RunTurn = { ...turn, calls: [call, { ...call, id: 'd', state: 'running', ms: null, waited: 100 }], ms: null };
  expect(turnSpans({ ...RUN, since: 8000, turns: [running] }, 10_000)[0]?.stretches).toEqual([
    { what: 'model', ms: 1600 },
    { what: 'waits', ms: 5000 },
    { what: 'call', ms: 300 },
    { what: 'waits', ms: 100 },
    { what: 'call', ms: 2000 },
  ]);
});

test('turns of a run within the run are drawn as the call that began it', () => {
  const within = { step: 1, call: 'c', fork: null };
  const run = { ...RUN, turns: [turn, { ...turn, within }, { ...turn, step: 2, within }] };
  expect(turnSpans(run, 9000)).toEqual(turnSpans({ ...RUN, turns: [turn] }, 9000));
});
