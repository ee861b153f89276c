import { expect, it } from 'vitest';
import type { View } from '../../../../shared/model/index.ts';
import { absentWords, MOST_TAKEN, overBudget } from './hits.ts';

const block = (part: object) => ({ entries: [], ...part }) as unknown as View['blocks'][number];
const left = (reason: string, entries: [number, number][], note = '') =>
  ({ reason, entries, note, count: entries.reduce((sum, [from, to]) => sum + to - from + 1, 0) }) as unknown as View['omissions'][number];

const view = {
  policy: 'last-anchor + memory:"x"@all + budget:90',
  before: 20,
  blocks: [
    block({ entries: [3], part: 'memory:"x"@all' }),
    block({ entries: [4] }),
    block({ part: 'memory:"x"@all', from: { tape: 'other', entry: 7, title: '' } }),
  ],
  omissions: [
    left('over-budget', [[5, 6]]),
    left('not-selected', [[8, 8]], 'left out by without:#8'),
    left('never-sent', [[9, 9]]),
    left('over-budget', [[11, 13]]),
  ],
};

it('each hit that is not taken has its reason', () => {
  const hits = [3, 4, 5, 8, 9, 21].map((seq) => ({ tape: 't', seq }));
  const words = (all: { tape: string; seq: number }[], at: number) => absentWords(all, at, { tape: 't', text: 'memory:"x"@all', view });
  expect(hits.map((_, at) => words(hits, at))).toEqual([
    null,
    'in context anyway',
    'over budget',
    'left out by without:#8',
    'not sent to a model as it is',
    'later than this request',
  ]);
  expect(words([{ tape: 'other', seq: 7 }], 0)).toBeNull();
  expect(words([{ tape: 'other', seq: 8 }], 0)).toBe('over budget');
  const many = [...Array.from({ length: MOST_TAKEN }, () => ({ tape: 't', seq: 3 })), { tape: 't', seq: 9 }];
  expect(words(many, MOST_TAKEN)).toBe('after the first 12 hits');
});

it('entries over a budget are listed in order, and counted in all', () => {
  expect(overBudget(view, 3)).toEqual({ seqs: [5, 6, 11], entries: 5 });
});
