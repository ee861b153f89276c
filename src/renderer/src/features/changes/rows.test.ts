import { describe, expect, it } from 'vitest';
import type { StepDiff } from '../../../../shared/model/index.ts';
import { jumpsOf, rowFrom, rowsOf } from './rows.ts';

const change = (seq: number) => ({
  seq,
  kind: 'message',
  label: '',
  tone: 'user',
  tokens: { value: 9, basis: 'estimated' as const },
  why: 'new',
});

const diff: StepDiff = {
  ...{ tape: 't', step: 4, against: 3, policy: 'as-recorded', same: 2, notes: [], tokens: { added: 18, gone: 9 } },
  added: [change(7), change(8)],
  gone: [{ ...change(2), reason: 'compacted' }],
  changed: [],
  more: { added: 0, gone: 5, changed: 0 },
};

describe('rows of a difference', () => {
  it('come under a heading of their group, and what was cut off is counted', () => {
    expect(rowsOf(diff, 'all').map((row) => (row.type === 'change' ? row.change.seq : `${row.type} ${row.group} ${row.count}`))).toEqual([
      'head added 2',
      7,
      8,
      'head gone 6',
      2,
      'more gone 5',
    ]);
    expect(rowsOf(diff, 'changed')).toEqual([]);
  });

  it('are walked without stopping at headings', () => {
    const rows = rowsOf(diff, 'all');
    expect(rowFrom(rows, 0, 1)).toBe(1);
    expect(rowFrom(rows, 3, 1)).toBe(4);
    expect(rowFrom(rows, 3, -1)).toBe(2);
    expect(rowFrom(rows, 0, -1)).toBe(1);
    expect(rowFrom([], 0, 1)).toBe(-1);
  });
});

it('goes to the first step that saw an entry, and to where it left of the stay that is asked about', () => {
  const stays = [
    { from: 2, to: 5, left: { step: 6, reason: 'other-branch' as const } },
    { from: 9, to: 11, left: { step: 12, reason: 'compacted' as const } },
  ];
  expect(jumpsOf(stays, 4)).toEqual({ seen: 2, left: 6 });
  expect(jumpsOf(stays, 10)).toEqual({ seen: 2, left: 12 });
  expect(jumpsOf(stays, null)).toEqual({ seen: 2, left: 12 });
  expect(jumpsOf([], 4)).toEqual({ seen: null, left: null });
});
