import { defaultScheduler, notifyManager, QueryObserver } from '@tanstack/react-query';
import { expect, it, onTestFinished, vi } from 'vitest';
import { keys } from './keys.ts';
import { drawTogether, Queries } from './queries.ts';

/** A query that somebody looks at; `answer` gives the oldest call that waits its answer. */
const watched = () => {
  const queries = new Queries();
  const waiting: ((rows: string) => void)[] = [];
  const queryFn = vi.fn(() => new Promise<string>((resolve) => void waiting.push(resolve)));
  const observer = new QueryObserver<string>(queries, { queryKey: keys.libraryRows('newest'), queryFn, staleTime: 60_000 });
  observer.subscribe(() => {});
  const answer = async (rows: string) => {
    waiting.shift()?.(rows);
    await vi.waitFor(() => expect(observer.getCurrentResult().data).toBe(rows));
  };
  return { queries, queryFn, answer };
};

it('asks again where a change overtook the first answer, however many changes there were', async () => {
  const { queries, queryFn, answer } = watched();
  for (let change = 0; change < 3; change++) void queries.invalidateQueries({ queryKey: keys.library });
  expect(queryFn).toHaveBeenCalledTimes(1);
  await answer('without the new session');
  await vi.waitFor(() => expect(queryFn).toHaveBeenCalledTimes(2));
  await answer('with it');
  expect(queryFn).toHaveBeenCalledTimes(2);
});

it('leaves a first answer alone that nothing overtook', async () => {
  const { queries, queryFn, answer } = watched();
  void queries.invalidateQueries({ queryKey: keys.jobs });
  await answer('all sessions');
  expect(queryFn).toHaveBeenCalledTimes(1);
});

it('lets answers that come together be drawn in one task', async () => {
  drawTogether();
  onTestFinished(() => notifyManager.setScheduler(defaultScheduler));
  const done: string[] = [];
  for (const name of ['one', 'another']) {
    notifyManager.schedule(() => {
      done.push(name);
      queueMicrotask(() => done.push('drawn'));
    });
  }
  await vi.waitFor(() => expect(done).toHaveLength(4));
  expect(done).toEqual(['one', 'another', 'drawn', 'drawn']);
});
