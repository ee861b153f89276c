import { expect, test } from 'vitest';
import { priceBook } from '../../../../shared/model/prices.ts';
import type { Run, RunTurn } from '../../../../shared/model/run.ts';
import { alwaysWords, clockOf, costWords, currentTurns, questionOf, spellHidden, stopWords, sumWords, usedWords } from './run-text.ts';

const turn = { step: 1, within: null, state: 'done' as const, text: '', cut: 0, entry: null, calls: [], usage: null, ms: null };
const RUN: Run = {
  ...{ id: 'r', tape: 't', frame: 1, running: true, model: 'openai:m', policy: 'full', prompt: 'Go', tools: [], began: 1000, ended: null },
  ...{
    bounds: { steps: 20, tokens: null, dollars: 2, seconds: 600 },
    waited: 0,
    since: 0,
    unknown: 0,
    cost: 0.31,
    turns: [turn],
    earlier: 3,
  },
  ...{ usage: { input: 30, output: 6, cacheRead: 10, cacheWrite: 0 }, ask: null, pause: null, stop: null, left: null, entries: [2, 9] },
};

test('what a run has used is next to what it may use', () => {
  expect(usedWords(RUN, 73_000)).toEqual([
    { used: '$0.31', of: 'of $2' },
    { used: '4', of: 'of 20 requests' },
    { used: '1:12', of: 'of 10:00' },
  ]);
  const tokens = { ...RUN, ended: 3000, bounds: { ...RUN.bounds, dollars: null, tokens: 50_000 }, unknown: 1 };
  expect(usedWords(tokens, 0).map(({ used }) => used)).toEqual(['46', '4', '0:02']);
  expect(sumWords(RUN)).toBe('4 requests · 40 tokens in, 6 out · $0.31');
  expect(sumWords({ ...RUN, unknown: 1 })).toBe('4 requests · the server does not say what was used');
  expect(clockOf(3_723_000)).toBe('1:02:03');
});

test('each end has its reason in words, and what nobody knows says itself', () => {
  const ended = (reason: string, message: string | null = null) => stopWords({ ...RUN, stop: { reason, message, way: null } });
  expect(['answered', 'cancelled', 'max-steps', 'money-budget', 'deadline'].map((reason) => ended(reason))).toEqual([
    'Stopped: answer without calls.',
    'Stopped by you.',
    'Stopped: 20 requests reached.',
    'Stopped: budget of $2 reached.',
    'Stopped: 10:00 reached.',
  ]);
  expect([ended('failed', 'The server answered 401.'), ended('new')]).toEqual(['The server answered 401.', 'Stopped: new.']);
});

test('what is asked about is named, and so is what is allowed for good', () => {
  expect(['bash', 'run.sub', 'mcp.lock.open'].map(questionOf)).toEqual([
    'Run this command?',
    'Start a run within this one?',
    'Run mcp.lock.open?',
  ]);
  expect(alwaysWords('run.sub')).toBe('allows a run with exactly this prompt in this workspace, until you revoke it under the tools.');
});

test('a cost is estimated for a model with a price, whoever provides it', () => {
  const book = priceBook({ models: [{ names: ['m'], source: '', prices: [{ input: 5, output: 10 }] }] });
  expect(costWords(book, 'openai:m', 38_000)).toBe('about $0.19');
  expect(costWords(book, 'openai:unknown', 10)).toBe('no price for this model');
  expect([costWords(null, 'openai:m', 10), costWords(book, '', 10)]).toEqual([null, null]);
});

test('nothing of a command is hidden from the one who allows it', () => {
  expect(spellHidden('rm -rf build\n\techo "é 漢 ✓"')).toBe('rm -rf build\n\techo "é 漢 ✓"');
  const hidden = [
    '\u0000',
    '\u001b',
    '\r',
    '\u00a0',
    '\u00ad',
    '\u115f',
    '\u200b',
    '\u202e',
    '\u2028',
    '\u2066',
    '\u2800',
    '\u3164',
    '\ufeff',
    '\u{e0041}',
  ];
  for (const one of hidden) expect(spellHidden(`a${one}b`)).toBe(`a\\u{${one.codePointAt(0)?.toString(16)}}b`);
});

test('the turn that is under way is that of a run within the run while its call runs, and the newest of the run itself otherwise', () => {
  const call = { id: 'sub', tool: 'run_sub', about: '', allowed: null, ms: null, waited: 0, why: null };
  const own = (state: 'running' | 'done'): RunTurn => ({ ...turn, state: 'calling', calls: [{ ...call, state }] });
  const inner: RunTurn = { ...turn, within: { step: 1, call: 'sub', fork: null } };
  const [running, done, next] = [own('running'), own('done'), { ...turn, step: 2 }];
  expect([...currentTurns({ turns: [running, inner] })]).toEqual([running, inner]);
  expect([...currentTurns({ turns: [done, inner] })]).toEqual([done]);
  expect([...currentTurns({ turns: [done, inner, next] })]).toEqual([next]);
  expect([...currentTurns({ turns: [inner] })]).toEqual([inner]);
  expect([...currentTurns({ turns: [] })]).toEqual([]);
});
