import { describe, expect, it } from 'vitest';
import { columnsOf } from './testing/draw.ts';
import { axesFor, stepAtMark } from './useTapeKeys.ts';

const held = columnsOf('uacracra', {
  steps: [2, 5, 8],
  marks: [
    { seq: 4, type: 'error', label: '' },
    { seq: 6, type: 'compaction', label: '' },
  ],
});

describe('marks by key', () => {
  it('lead to the first step that saw them', () => {
    expect(stepAtMark(held, 1, 1)).toBe(2);
    expect(stepAtMark(held, 2, 1)).toBe(3);
    expect(stepAtMark(held, 3, -1)).toBe(2);
    expect(stepAtMark(held, 3, 1)).toBeNull();
    expect(stepAtMark(held, 2, -1)).toBeNull();
  });
});

describe('axes by key', () => {
  it('are those that the tape has', () => {
    expect(axesFor(held)).toEqual(['entry', 'step']);
    expect(axesFor(columnsOf('ee', { time: [1, 2] }))).toEqual(['entry', 'time']);
  });
});
