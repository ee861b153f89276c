import { describe, expect, it } from 'vitest';
import { askEach } from './readHooks.ts';

const IDS = ['e', 'd', 'c', 'b', 'a'];

/** Answers only when told to. */
const slow = () => {
  const asked: string[] = [];
  const waiting: (() => void)[] = [];
  const ask = (id: string): Promise<string> => {
    asked.push(id);
    return new Promise((resolve, reject) => waiting.push(() => (id === 'd' ? reject(new Error('not there')) : resolve(id.toUpperCase()))));
  };
  const next = async () => {
    waiting.shift()?.();
    for (let tick = 0; tick < 5; tick++) await Promise.resolve();
  };
  return { asked, ask, next };
};

describe('asking about many things', () => {
  it('goes in order, no more than so many at once, past what has no answer', async () => {
    const { asked, ask, next } = slow();
    const heard: [string, string | null][] = [];
    const all = askEach(IDS, ask, { lanes: 2, hears: (id, answer) => heard.push([id, answer]), stopped: () => false });
    expect(asked).toEqual(['e', 'd']);
    await next();
    expect(asked).toEqual(['e', 'd', 'c']);
    expect(heard).toEqual([['e', 'E']]);
    for (const _ of IDS) await next();
    await all;
    expect(heard).toEqual([
      ['e', 'E'],
      ['d', null],
      ['c', 'C'],
      ['b', 'B'],
      ['a', 'A'],
    ]);
  });

  it('neither asks nor is notified any more once it is stopped', async () => {
    const { asked, ask, next } = slow();
    const heard: string[] = [];
    let stopped = false;
    const all = askEach(IDS, ask, { lanes: 2, hears: (id) => heard.push(id), stopped: () => stopped });
    await next();
    stopped = true;
    await next();
    await next();
    await all;
    expect(heard).toEqual(['e']);
    expect(asked).toEqual(['e', 'd', 'c']);
  });
});
