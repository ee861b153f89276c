import { describe, expect, it } from 'vitest';
import { findTapes } from './find.ts';
import { reordered } from './order.ts';
import { drawnTape } from './testing.ts';

describe('tapes that are asked for', () => {
  it('by words: the very title first, then words that begin so, the newest in front', () => {
    const tapes = reordered(
      [],
      [
        ['This one', 9],
        ['Hire', 2],
        ['hi', 1],
        ['History', 5],
      ].map(([title, ended]) => drawnTape(String(title), { ended: Number(ended) })),
      'newest',
    );
    const named = (words: string) => findTapes(tapes, { words }).map(({ title }) => title);
    expect(named('hi')).toEqual(['hi', 'History', 'Hire', 'This one']);
    expect(named('one this')).toEqual(['This one']);
    expect(named('one home')).toEqual(['This one', 'History', 'Hire', 'hi']);
    expect(named('')).toHaveLength(4);
    expect(named('nothing')).toEqual([]);
  });

  it('in the order of titles by what is shown: a session without one by its name', () => {
    const tapes = [drawnTape('Zinc'), drawnTape('untitled', { title: '', session: 'mast-7' }), drawnTape('Anchor')];
    expect(reordered([], tapes, 'title').map(({ id }) => id)).toEqual(['Anchor', 'untitled', 'Zinc']);
  });

  it('under a folder and in the folders below it, with those that are named', () => {
    const tapes = reordered(
      [],
      [
        drawnTape('old', { project: '/home/me/app', ended: 1 }),
        drawnTape('beside', { project: '/home/me/app-two', ended: 9 }),
        drawnTape('timeless', { project: '/home/me/app', ended: null }),
        drawnTape('new', { project: '/home/me/app/web', ended: 5 }),
      ],
      'newest',
    );
    const ids = (asked: Parameters<typeof findTapes>[1]) => findTapes(tapes, asked).map(({ id }) => id);
    expect(ids({ under: '/home/me/app' })).toEqual(['new', 'old', 'timeless']);
    expect(ids({ under: '/home/me/app', ids: ['beside'] })).toEqual(['beside', 'new', 'old', 'timeless']);
    expect(ids({ under: '/' })).toHaveLength(4);
    expect(ids({ ids: ['new', 'gone'] })).toEqual(['new']);
    expect(ids({ ids: [] })).toEqual([]);
    expect(ids({})).toHaveLength(4);
  });

  it('alone, those that were made from or for no other', () => {
    const tapes = [drawnTape('main'), drawnTape('agent', { parent: 'main' })];
    expect(findTapes(tapes, { tops: true }).map(({ id }) => id)).toEqual(['main']);
  });
});
