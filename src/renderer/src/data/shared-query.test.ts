import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, it, vi } from 'vitest';
import { subscribeTo } from './hooks.ts';
import { sharedQuery } from './shared-query.ts';

const queries = new QueryClient();
afterEach(() => queries.clear());

const asked = (answer: () => string) => ({ queryKey: ['tape', 'one', 'notes'], queryFn: answer, staleTime: Number.POSITIVE_INFINITY });

it('asks once and observes once, however many rows listen, and lets go with the last of them', async () => {
  const answer = vi.fn(() => 'all notes');
  const shared = sharedQuery(queries, asked(answer));
  const heard = [vi.fn(), vi.fn(), vi.fn()];
  const stops = heard.map((changed) => shared.subscribe(changed));
  const query = () => queries.getQueryCache().find({ queryKey: ['tape', 'one', 'notes'] });
  await vi.waitFor(() => expect(shared.read()).toBe('all notes'));
  expect([answer.mock.calls.length, query()?.getObserversCount()]).toEqual([1, 1]);
  for (const changed of heard) expect(changed).toHaveBeenCalled();
  for (const stop of stops.slice(1)) stop();
  expect(query()?.getObserversCount()).toBe(1);
  stops[0]?.();
  expect(query()?.getObserversCount()).toBe(0);
});

it('asks again when its query has left the cache, and selects once for each answer', async () => {
  const select = vi.fn((raw: unknown) => ({ said: raw }));
  const shared = sharedQuery(queries, { ...asked(() => 'notes'), select });
  shared.subscribe(() => {})();
  queries.clear();
  expect(shared.read()).toBeUndefined();
  const stop = shared.subscribe(() => {});
  await vi.waitFor(() => expect(shared.read()).toEqual({ said: 'notes' }));
  const [first, second] = [shared.read(), shared.read()];
  expect(first).toBe(second);
  expect(select).toHaveBeenCalledTimes(1);
  stop();
});

it('is notified of the wanted queries alone', () => {
  const changed = vi.fn();
  const stop = subscribeTo(queries.getQueryCache(), ({ queryKey }) => queryKey[1] === 'one', changed);
  queries.setQueryData(['tape', 'two'], 1);
  expect(changed).not.toHaveBeenCalled();
  queries.setQueryData(['tape', 'one'], 1);
  expect(changed).toHaveBeenCalled();
  stop();
});
