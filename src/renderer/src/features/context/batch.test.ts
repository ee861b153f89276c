import { describe, expect, it } from 'vitest';
import { createBatch } from './batch.ts';

const recorded = (most: number) => {
  const calls: number[][] = [];
  const load = async (keys: number[]) => {
    calls.push(keys);
    if (keys.includes(13)) throw new Error('No luck.');
    return new Map(keys.filter((key) => key !== 7).map((key) => [key, `text ${key}`]));
  };
  return { calls, ask: createBatch(load, most, 0) };
};
const living = () => new AbortController().signal;

describe('a batch', () => {
  it('loads what is asked for at once in as few calls as allowed', async () => {
    const { calls, ask } = recorded(3);
    const answers = await Promise.all([1, 2, 3, 4, 7].map((key) => ask(key, living())));
    expect(calls).toEqual([
      [1, 2, 3],
      [4, 7],
    ]);
    expect(answers).toEqual(['text 1', 'text 2', 'text 3', 'text 4', null]);
  });

  it('does not load what nobody waits for any more', async () => {
    const { calls, ask } = recorded(10);
    const gone = new AbortController();
    const lost = ask(5, gone.signal);
    const kept = ask(6, living());
    gone.abort();
    await expect(lost).rejects.toBe(gone.signal.reason);
    expect(await kept).toBe('text 6');
    expect(calls).toEqual([[6]]);
  });

  it('hands a failure to everyone who waited', async () => {
    const { ask } = recorded(10);
    await expect(ask(13, living())).rejects.toThrow('No luck.');
  });
});
