import { describe, expect, it } from 'vitest';
import type { MergeConflict, MergePreview, Verdict } from '../../../../../shared/model/index.ts';
import { figuresOf, loserOf, markOf, mergedWords, settledAs, verdictWords, whyNot } from './sentences.ts';

const item = (newId: number) => ({ from: 'cron', id: newId - 50, newId, mark: null, kind: 'message', at: '', summary: '' });
const conflict: MergeConflict = {
  type: 'corrects',
  key: '4',
  sides: [
    { from: null, id: 90, value: 'five' },
    { from: 'cron', id: 61, value: 'six' },
  ],
  sentence: 'Both corrected #4.',
};
const preview: MergePreview = {
  order: [item(105), item(106)],
  duplicates: [],
  left: [],
  conflicts: [conflict],
  mergeable: false,
  verdict: null,
  head: 104,
};
const refuted: Verdict = { gate: 'check', verdict: 'refuted', exit: 3, output: '', ms: 1200 };
const at = { preview, verdict: null, readOnly: null, waiting: false, failed: false, names: 1 };

describe('what a merge would do', () => {
  it('is counted, the answer first', () => {
    expect(figuresOf(preview).map(({ value, words }) => `${value} ${words}`.trim())).toEqual([
      '2 entries appended as #105 to #106',
      '1 conflict',
    ]);
    expect(figuresOf({ ...preview, order: [], conflicts: [] })).toMatchObject([
      { value: '0 entries', words: 'appended: the merge only closes the fork' },
    ]);
  });

  it('is refused in words: the host first, then what is missing, then conflicts, then the gate', () => {
    expect(whyNot({ ...at, readOnly: 'Only reads.' })).toBe('Only reads.');
    expect(whyNot({ ...at, names: 0 })).toBe('Choose a fork.');
    expect(whyNot({ ...at, waiting: true })).toContain('Preparing the preview');
    expect(whyNot({ ...at, failed: true })).toContain('without a preview');
    expect(whyNot(at)).toBe('1 conflict refused. Choose how to settle it.');
    const settled = { ...at, preview: { ...preview, mergeable: true } };
    expect(whyNot({ ...settled, verdict: refuted })).toContain('gate');
    expect(whyNot(settled)).toBeNull();
  });

  it('says what was done', () => {
    expect(mergedWords([105, 106], ['cron'], 'main')).toBe('Merged cron into main: 2 entries, #105 to #106.');
    expect(mergedWords([], ['cron'], 'main')).toContain('nothing was left');
  });
});

describe('a conflict', () => {
  it('is settled as the strategy says', () => {
    expect(settledAs(conflict, 'refuse', 'main')).toBe('stops the merge');
    expect(settledAs(conflict, 'prefer-parent', 'main')).toContain('main wins');
    expect(settledAs(conflict, 'prefer-fork', 'main')).toContain('cron wins');
    expect((['refuse', 'keep-both', 'prefer-parent', 'prefer-fork'] as const).map((one) => loserOf(conflict, one))).toEqual([
      null,
      null,
      1,
      0,
    ]);
  });

  it('marks its entries', () => {
    expect([markOf(null, true), markOf('kept-both', true), markOf(null, false)]).toEqual(['in conflict', 'kept both', '']);
  });
});

describe('the verdict of a gate', () => {
  it('names how the command ended', () => {
    expect(verdictWords(refuted)).toBe('refuted · exit 3 · 1 s');
    expect(verdictWords({ ...refuted, exit: null })).toContain('time limit');
  });
});
