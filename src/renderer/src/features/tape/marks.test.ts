import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { withMarks } from './columns.ts';
import { columnsOf } from './testing/draw.ts';
import { axesFor, stepAtMark } from './useTapeKeys.ts';

const held = columnsOf('uacracra', {
  steps: [2, 5, 8],
  marks: [
    { seq: 4, type: 'error', label: '' },
    { seq: 6, type: 'compaction', label: '' },
  ],
});

const marks = fc.array(
  fc.record({
    seq: fc.integer({ min: 1, max: 12 }),
    type: fc.constantFrom('error' as const, 'turn' as const, 'fork' as const),
    label: fc.constantFrom('', 'one', 'two'),
  }),
  { maxLength: 20 },
);

describe('marks of an answer', () => {
  it('are put among those that are held, each once', () => {
    fc.assert(
      fc.property(marks, marks, (before, fresh) => {
        const held = withMarks([], before).marks;
        const all = new Map([...held, ...fresh].map((mark) => [`${mark.seq} ${mark.type} ${mark.label}`, mark]));
        expect(withMarks(held, fresh).marks).toEqual([...all.values()].sort((a, b) => a.seq - b.seq));
      }),
    );
  });

  it('cost no look at the words of marks that are elsewhere on the tape', () => {
    let looks = 0;
    const held = Array.from({ length: 1000 }, (_, at) => ({
      ...{ seq: at + 1, type: 'turn' as const },
      get label() {
        looks += 1;
        return '';
      },
    }));
    expect(withMarks(held, [{ seq: 500, type: 'turn', label: 'Go on' }]).marks).toHaveLength(1001);
    expect(looks).toBe(1);
  });
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
