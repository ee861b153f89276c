import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import type { Bridge } from '../../../shared/rpc/client.ts';
import type { Job, Push } from '../../../shared/rpc/contract.ts';
import { keys } from './keys.ts';
import { followPushes, withJob } from './push.ts';

const job = (part: Partial<Job>): Job => ({
  id: 'a',
  title: 'Reading 1 source',
  phase: 'structure',
  done: 0,
  total: 10,
  unit: 'bytes',
  state: 'running',
  tape: null,
  message: null,
  ...part,
});

const setUp = () => {
  const queries = new QueryClient();
  let send: (push: Push) => void = () => {};
  const bridge: Pick<Bridge, 'subscribe'> = {
    subscribe: (listener) => {
      send = listener;
      return () => {};
    },
  };
  followPushes(bridge, queries);
  const fill = (...names: readonly (readonly unknown[])[]) => {
    for (const name of names) queries.setQueryData(name, { tape: { steps: 20 } });
  };
  const stale = () =>
    queries
      .getQueryCache()
      .getAll()
      .filter((query) => query.state.isInvalidated)
      .map((query) => query.queryKey);
  return { queries, fill, stale, send: (push: Push) => send(push) };
};

describe('pushes', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('let what is held against captured requests be compared again once more was captured', () => {
    for (const push of [{ type: 'library' }, { type: 'tape', tape: 'captured', entries: 9, steps: 2, reread: true }] as const) {
      const { fill, stale, send } = setUp();
      const compared = [keys.proof('t', 3), keys.request('t', 3), keys.differing('t')];
      fill(...compared, keys.columns('t'), keys.view('t', 3, 'as-recorded'));
      send(push);
      vi.advanceTimersByTime(200);
      expect(stale()).toEqual(compared);
    }
  });

  it('let what is held against captured requests be where the library changes and nothing more was captured', () => {
    const { queries, fill, stale, send } = setUp();
    const compared = [keys.proof('t', 3), keys.request('t', 3), keys.baseLike('t', 3)];
    send({ type: 'library', captures: '2 40' });
    vi.advanceTimersByTime(200);
    fill(...compared, keys.head('t'));
    send({ type: 'library', captures: '2 40' });
    send({ type: 'tape', tape: 't', entries: 90, steps: 21, reread: false });
    vi.advanceTimersByTime(200);
    expect(stale()).toEqual([keys.head('t')]);
    send({ type: 'library', captures: '3 52' });
    vi.advanceTimersByTime(200);
    expect(stale()).toEqual([...compared, keys.head('t')]);
    queries.clear();
  });

  it('let a growing tape read again only what may have changed', () => {
    const { fill, stale, send } = setUp();
    const settled = [
      keys.view('t', 19, 'full'),
      keys.ahead('t'),
      keys.previews('t', [1], 280),
      keys.rawLine('t', 0, 9),
      keys.head('other'),
    ];
    const open = [keys.head('t'), keys.view('t', 20, 'full'), keys.columns('t'), keys.entry('t', 3)];
    fill(...settled, ...open, keys.library);
    send({ type: 'tape', tape: 't', entries: 90, steps: 21, reread: false });
    vi.advanceTimersByTime(200);
    expect(stale()).toEqual([...open, keys.library]);
  });

  it('let contexts of the memory be asked again when the index may know more, and no others', () => {
    const { fill, stale, send } = setUp();
    const sides = ['full', 'memory:lamp'].map((policy) => ({ tape: 't', step: 3, policy }));
    const asking = [keys.view('t', 3, 'memory:lamp'), keys.changes('t', 3, null, 'memory:lamp'), keys.compare(sides, [0, 1])];
    fill(...asking, keys.view('t', 3, 'full'), keys.compare(sides.slice(0, 1), [0, 0]));
    send({ type: 'library' });
    vi.advanceTimersByTime(200);
    expect(stale()).toEqual(asking);
  });

  it('show a growing tape at once, and in the list of tapes a moment later: once for what comes in between', () => {
    const { fill, stale, send } = setUp();
    const grow = (entries: number) => send({ type: 'tape', tape: 't', entries, steps: 21, reread: false });
    fill(keys.library, keys.head('t'));
    grow(90);
    vi.advanceTimersByTime(5);
    expect(stale()).toEqual([keys.head('t')]);
    fill(keys.head('t'));
    for (const entries of [91, 92, 93]) {
      grow(entries);
      vi.advanceTimersByTime(20);
    }
    expect(stale()).toEqual([]);
    vi.advanceTimersByTime(60);
    expect(stale()).toEqual([keys.head('t')]);
    vi.advanceTimersByTime(60);
    expect(stale()).toEqual([keys.library, keys.head('t')]);
  });

  it('let the branches of a long tape, which take a look at all of it, be asked for later and not for each line', () => {
    const { fill, stale, send } = setUp();
    const grow = (entries: number) => send({ type: 'tape', tape: 't', entries, steps: 21, reread: false });
    const branches = keys.branches('t');
    fill(branches, keys.head('t'));
    grow(900);
    vi.advanceTimersByTime(5);
    expect(stale()).toContainEqual(branches);
    fill(branches);
    let asked = 0;
    for (let entries = 20_000; entries < 20_080; entries += 1) {
      grow(entries);
      vi.advanceTimersByTime(50);
      if (!stale().some((key) => key[2] === 'branches')) continue;
      asked += 1;
      fill(branches);
    }
    // Half a second after the first of four seconds of lines, and two after that.
    expect(asked).toBe(2);
    vi.advanceTimersByTime(2000);
    expect(stale()).toContainEqual(branches);
  });

  it('let a list of tapes that changes anyway show how far one has grown', () => {
    const { fill, stale, send } = setUp();
    fill(keys.library, keys.head('t'));
    send({ type: 'tape', tape: 't', entries: 90, steps: 21, reread: false });
    vi.advanceTimersByTime(5);
    send({ type: 'library', captures: '' });
    vi.advanceTimersByTime(100);
    expect(stale()).toEqual([keys.library, keys.head('t')]);
    fill(keys.library, keys.head('t'));
    vi.advanceTimersByTime(400);
    expect(stale()).toEqual([]);
  });

  it('bring the playhead at the end of a tape to its new step before anything is asked again, and ask nothing of the step that it leaves', async () => {
    vi.useRealTimers();
    const { queries, send } = setUp();
    const asked: string[] = [];
    const watch = (at: number) => {
      const queryFn = async () => asked.push(`step ${at}`);
      return new QueryObserver(queries, { queryKey: keys.view('t', at, 'full'), queryFn, staleTime: 60_000 }).subscribe(() => {});
    };
    queries.setQueryData(keys.head('t'), { tape: { steps: 20 } });
    queries.setQueryData(keys.view('t', 20, 'full'), 20);
    let stop = watch(20);
    // What a window draws at once where its playhead follows.
    queries.getQueryCache().subscribe(({ query, type }) => {
      if (type !== 'updated' || query.queryKey[2] !== 'head' || asked.length > 0) return;
      stop();
      stop = watch((query.state.data as { tape: { steps: number } }).tape.steps);
    });
    send({ type: 'tape', tape: 't', entries: 90, steps: 21, reread: false });
    await vi.waitFor(() => expect(queries.getQueryState(keys.view('t', 20, 'full'))?.isInvalidated).toBe(true));
    await vi.waitFor(() => expect(queries.isFetching()).toBe(0));
    expect(asked).toEqual(['step 21']);
    stop();
    queries.clear();
  });

  it('show a fork that grows with the session that it belongs to', () => {
    const { fill, stale, send, queries } = setUp();
    fill(keys.head('other'));
    queries.setQueryData(keys.head('session'), { tape: { steps: 20 }, related: [{ id: 'fork' }] });
    send({ type: 'tape', tape: 'fork', entries: 90, steps: 21, reread: false });
    vi.advanceTimersByTime(400);
    expect(stale()).toEqual([keys.head('session')]);
  });

  it('drop all of a tape that was rewritten underneath', () => {
    const { fill, stale, send } = setUp();
    const own = [keys.view('t', 1, 'full'), keys.previews('t', [1], 280), keys.head('t')];
    fill(...own, keys.head('other'));
    send({ type: 'tape', tape: 't', entries: 3, steps: 1, reread: true });
    vi.advanceTimersByTime(200);
    expect(stale()).toEqual(own);
  });

  it('ask again for annotations when somebody wrote one, and not because a tape grows', () => {
    const { fill, stale, send } = setUp();
    fill(keys.annotations('t'), keys.annotations('other'), keys.view('t', 3, 'full'));
    send({ type: 'annotations', tape: 't' });
    expect(stale()).toEqual([keys.annotations('t')]);
    send({ type: 'annotations', tape: null });
    expect(stale()).toEqual([keys.annotations('t'), keys.annotations('other')]);
    fill(keys.annotations('t'));
    send({ type: 'tape', tape: 't', entries: 90, steps: 21, reread: false });
    vi.advanceTimersByTime(200);
    expect(stale()).not.toContainEqual(keys.annotations('t'));
    send({ type: 'tape', tape: 't', entries: 3, steps: 1, reread: true });
    vi.advanceTimersByTime(200);
    expect(stale()).toContainEqual(keys.annotations('t'));
  });

  it('touch the list of tapes when the library changes, and ask whether the open tape is still there', () => {
    const { fill, stale, send } = setUp();
    fill(keys.library, keys.head('t'), keys.settings, keys.view('t', 3, 'full'));
    send({ type: 'library' });
    vi.advanceTimersByTime(200);
    expect(stale()).toEqual([keys.library, keys.head('t')]);
  });
});

describe('many pushes', () => {
  beforeEach(() => vi.useFakeTimers());
  afterEach(() => vi.useRealTimers());

  it('count as one, and one rewrite among them is not forgotten', () => {
    const { fill, stale, send } = setUp();
    let refetches = 0;
    fill(keys.previews('t', [1], 280), keys.library);
    for (let entries = 1; entries <= 50; entries++) {
      send({ type: 'tape', tape: 't', entries, steps: 1, reread: entries === 7 });
      send({ type: 'library' });
      refetches += stale().length;
    }
    expect(refetches).toBe(0);
    vi.advanceTimersByTime(200);
    expect(stale()).toEqual([keys.previews('t', [1], 280), keys.library]);
  });
});

describe('jobs', () => {
  it('stay while they run, and when they failed', () => {
    const running = withJob(undefined, job({ done: 4 }));
    expect(withJob(running, job({ done: 5 })).items).toEqual([job({ done: 5 })]);
    expect(withJob(running, job({ state: 'done' })).items).toEqual([]);
    expect(withJob(running, job({ state: 'cancelled' })).items).toEqual([]);
    expect(withJob(running, job({ state: 'failed' })).items).toHaveLength(1);
  });
});
