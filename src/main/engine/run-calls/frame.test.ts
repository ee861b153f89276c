import { expect, test } from 'vitest';
import { KEY } from '../runs/testing/model-server.ts';
import { frameOf } from './frame.ts';
import { heard, type Live } from './live.ts';

const turn = { step: 1, within: null, state: 'asking' as const, text: '', cut: 0, entry: null, calls: [], usage: null, ms: null };
const LIVE: Live = {
  ...{ id: 'r', tape: 't', running: true, model: 'm', policy: 'full', prompt: 'Go', tools: [], began: 0, ended: null, waited: 0, cost: 0 },
  ...{ bounds: { steps: 20, tokens: null, dollars: null, seconds: 600 }, unknown: 0, turns: [turn], ask: null, pause: null, stop: null },
  ...{ usage: { input: 0, output: 0, cacheRead: 0, cacheWrite: 0 }, left: null, entries: null, failure: null, since: [0, 0] },
};

test('a key that arrives letter by letter is in no frame, and neither is its beginning', () => {
  let live = LIVE;
  for (const letter of `It is ${KEY}, you see`) {
    live = heard(live, letter);
    const text = frameOf(live, 1, { key: KEY }).turns[0]?.text ?? '';
    for (let length = 3; length <= KEY.length; length += 1) expect(text).not.toContain(KEY.slice(0, length));
  }
  expect(frameOf(live, 1, { key: KEY }).turns[0]?.text).toBe('It is [credential], you see');
});

test('a word that is not a key stays where it is', () => {
  const live = heard(LIVE, 'Ask ollama or');
  for (const key of ['ollama', 'or', 'role', 'not-needed', 'EMPTY']) expect(frameOf(live, 1, { key }).turns[0]?.text).toBe('Ask ollama or');
});

test('of many turns the newest are shown, of earlier ones the beginning', () => {
  const turns = Array.from({ length: 30 }, (_, at) => ({ ...turn, step: at + 1, text: 'x'.repeat(20_000) }));
  const frame = frameOf({ ...LIVE, turns }, 1, { key: null });
  expect([frame.earlier, frame.turns.length, frame.turns[0]?.step, frame.turns[0]?.text.length, frame.turns[0]?.cut]).toEqual([
    10, 20, 11, 240, 19_760,
  ]);
  expect([frame.turns[19]?.text.length, frame.turns[19]?.cut]).toEqual([12_000, 8000]);
});
