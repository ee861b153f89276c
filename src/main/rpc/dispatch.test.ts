import { describe, expect, test } from 'vitest';
import type { Handlers } from '../../shared/rpc/contract.ts';
import { TapeError } from '../../shared/rpc/errors.ts';
import { createCalls } from './calls.ts';
import { createDispatch, type DispatchOptions } from './dispatch.ts';
import { onlyHandlers } from './testing/handlers.ts';

const settings = { logs: {}, tapeHome: '/t', theme: 'dark', policies: {}, redact: [], filters: [], money: 'dollars' } as const;
const still = new AbortController().signal;
const dispatcher = (handlers: Partial<Handlers>, options: Partial<DispatchOptions> = {}) =>
  createDispatch({ handlers: onlyHandlers(handlers), readOnly: false, checkOutputs: true, onBug: () => {}, ...options });

describe('the door', () => {
  test('answers with the value of the handler, given the parsed input', async () => {
    const seen: unknown[] = [];
    const dispatch = dispatcher({
      'steps.list': (input) => {
        seen.push(input);
        return { items: [], total: 0 };
      },
    });
    expect(await dispatch('steps.list', { tape: 't', stray: 1 }, still)).toEqual({ ok: true, value: { items: [], total: 0 } });
    expect(seen).toEqual([{ tape: 't', from: 1, limit: 500 }]);
  });

  const wrong: [string, string, unknown, string][] = [
    ['a missing field', 'tapes.get', {}, 'tapes.get cannot use the field "tape": expected string, received undefined.'],
    ['a number out of range', 'steps.list', { tape: 't', limit: 0 }, 'steps.list cannot use the field "limit": expected number to be >=1.'],
    [
      'a wrong item',
      'entries.previews',
      { tape: 't', seqs: [1, 'x'] },
      'entries.previews cannot use the field "seqs[1]": expected number, received string.',
    ],
    [
      'not a policy',
      'views.assemble',
      { tape: 't', step: 1, policy: 'full + budget:x' },
      'views.assemble cannot use the field "policy": A budget is a whole number of tokens from 1 on, as in budget:8000; "x" is not.',
    ],
    ['no object', 'tapes.get', null, 'tapes.get cannot use the input: expected object, received null.'],
  ];
  test.each(wrong)('says in one sentence what is wrong: %s', async (_, method, input, sentence) => {
    expect(await dispatcher({})(method, input, still)).toMatchObject({ ok: false, error: { code: 'bad-input', message: sentence } });
  });

  test.each(['nothing', '__proto__', 'toString', ''])('knows no call named %o', async (method) => {
    expect(await dispatcher({})(method, {}, still)).toMatchObject({ ok: false, error: { code: 'bad-input' } });
  });

  test('refuses what writes on a read-only host, and runs it elsewhere', async () => {
    const handlers = { 'settings.set': () => settings, 'settings.get': () => settings };
    const readOnly = dispatcher(handlers, { readOnly: true });
    expect(await readOnly('settings.set', {}, still)).toMatchObject({ ok: false, error: { code: 'read-only' } });
    expect(await readOnly('settings.get', {}, still)).toEqual({ ok: true, value: settings });
    expect(await dispatcher(handlers)('settings.set', {}, still)).toEqual({ ok: true, value: settings });
  });

  test('passes an expected failure on, and tells of an unexpected one', async () => {
    const bugs: unknown[] = [];
    const dispatch = dispatcher(
      {
        'settings.get': () => {
          throw new TapeError('not-found', 'Gone.', { tape: 't' });
        },
        'jobs.list': () => Promise.reject(new RangeError('off by one')),
      },
      { onBug: (method, thrown) => bugs.push([method, thrown]) },
    );
    expect(await dispatch('settings.get', {}, still)).toEqual({
      ok: false,
      error: { code: 'not-found', message: 'Gone.', details: { tape: 't' } },
    });
    expect(bugs).toEqual([]);
    expect(await dispatch('jobs.list', {}, still)).toEqual({ ok: false, error: { code: 'internal', message: 'off by one' } });
    expect(bugs).toEqual([['jobs.list', new RangeError('off by one')]]);
  });

  test('finds an output that the contract does not allow, where it is told to look', async () => {
    const handlers = { 'jobs.cancel': () => ({ cancelled: 'yes' }) as never };
    expect(await dispatcher(handlers)('jobs.cancel', { id: 'j' }, still)).toMatchObject({ ok: false, error: { code: 'internal' } });
    expect(await dispatcher(handlers, { checkOutputs: false })('jobs.cancel', { id: 'j' }, still)).toMatchObject({ ok: true });
  });
});

describe('the calls of one window', () => {
  const waiting = () => {
    const signals: { aborted: boolean }[] = [];
    const dispatch = dispatcher({
      'search.run': (_, { signal }) => {
        signals.push(signal);
        return new Promise(() => {});
      },
    });
    return { signals, calls: createCalls(dispatch) };
  };

  test('a cancelled call is answered at once and its handler is notified', async () => {
    const { signals, calls } = waiting();
    const answer = calls.call(7, 'search.run', { query: 'a' });
    calls.cancel(8);
    expect(signals[0]?.aborted).toBe(false);
    calls.cancel(7);
    expect(await answer).toMatchObject({ ok: false, error: { code: 'cancelled' } });
    expect(signals[0]?.aborted).toBe(true);
  });

  test('a number in use is refused and the first call continues', async () => {
    const { signals, calls } = waiting();
    const first = calls.call(1, 'search.run', { query: 'a' });
    expect(await calls.call(1, 'search.run', { query: 'b' })).toMatchObject({ ok: false, error: { code: 'bad-input' } });
    expect(signals.map(({ aborted }) => aborted)).toEqual([false]);
    calls.cancel(1);
    await first;
  });

  test('closing the window aborts everything', async () => {
    const { calls } = waiting();
    const answers = [calls.call(1, 'search.run', { query: 'a' }), calls.call(2, 'search.run', { query: 'b' })];
    calls.close();
    for (const answer of await Promise.all(answers)) expect(answer).toMatchObject({ error: { code: 'cancelled' } });
  });
});
