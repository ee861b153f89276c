import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { asMainLine, emptyColumns, joinTimeline, nextRequest } from './columns.ts';
import { LANE, LANES, SIDE } from './lanes.ts';
import { peakOf } from './peaks.ts';
import { countBefore } from './ranks.ts';
import { answerOf, columnsOf } from './testing/draw.ts';

const totals = (columns: ReturnType<typeof columnsOf>): number[] => {
  const out = new Uint32Array(LANES);
  countBefore(columns.lanes, columns.entries, out);
  return [...out];
};

describe('columns of a tape', () => {
  it('puts every entry in one lane by its kind and tone', () => {
    const lanes = totals(columnsOf('uacrxseA'));
    expect(lanes[LANE.user]).toBe(1);
    expect(lanes[LANE.call]).toBe(1);
    expect(lanes[LANE.result]).toBe(1);
    expect(lanes[LANE.other]).toBe(2);
    expect(lanes[LANE.failed]).toBe(1);
    expect(lanes[LANE.assistant + SIDE]).toBe(1);
    expect(lanes.reduce((sum, lane) => sum + lane)).toBe(8);
  });

  it('draws the tape of a sub-agent as a main line', () => {
    const lanes = totals(joinTimeline(emptyColumns('t'), asMainLine(answerOf('uA', { steps: [2], input: [700] }))));
    expect([lanes[LANE.assistant], lanes[LANE.assistant + SIDE]]).toEqual([1, 0]);
    const side = answerOf('uA', { steps: [2], input: [700] });
    side.stepTone.fill(1);
    expect(peakOf(joinTimeline(emptyColumns('t'), side).main, 0, 1)).toBeNaN();
    expect(peakOf(joinTimeline(emptyColumns('t'), asMainLine(side)).main, 0, 1)).toBe(700);
  });

  it('asks only from what is held, and for the newest step again', () => {
    expect(nextRequest(emptyColumns('t'))).toEqual({ from: 1, fromStep: 1 });
    expect(nextRequest(columnsOf('uacr', { steps: [2, 4] }))).toEqual({ from: 5, fromStep: 2 });
  });

  it('takes over a usage that was written after its step had begun', () => {
    const held = columnsOf('ua', { steps: [2], input: [Number.NaN] });
    const joined = joinTimeline(held, answerOf('cr', { from: 3, fromStep: 1, steps: [2, 4], input: [500, 900] }));
    expect([...joined.stepInput.subarray(0, 2)]).toEqual([500, 900]);
    expect(peakOf(joined.main, 0, 2)).toBe(900);
    expect(peakOf(joined.main, 0, 1)).toBe(500);
  });

  it('takes a recorded zero for no recording, since no request reads nothing', () => {
    const held = columnsOf('uaa', { steps: [2, 3], input: [0, 700] });
    expect(held.stepInput[0]).toBeNaN();
    expect(peakOf(held.main, 0, 2)).toBe(700);
  });

  it('takes all rewinds from the newest answer, and no smaller window than one that was filled', () => {
    const rewind = (seq: number) => ({ seq, type: 'rewind' as const, label: 'rewind' });
    const error = { seq: 2, type: 'error' as const, label: 'overloaded' };
    const held = columnsOf('uae', { marks: [rewind(1), error], limit: 1_000_000 });
    const joined = joinTimeline(held, answerOf('u', { from: 4, marks: [rewind(3)], limit: 200_000 }));
    expect(joined.marks).toEqual([error, rewind(3)]);
    expect([...joined.landmarks.rewind]).toEqual([3]);
    expect(joined.limit).toBe(1_000_000);
  });

  it('keeps the numbers of kinds although an answer numbers them again', () => {
    const joined = joinTimeline(columnsOf('uc'), answerOf('rcu', { from: 3 }));
    expect([...joined.kind.subarray(0, 5)].map((kind) => joined.kinds[kind])).toEqual([
      'message',
      'tool_call',
      'tool_result',
      'tool_call',
      'message',
    ]);
  });

  it('starts from scratch where an answer does not connect', () => {
    const joined = joinTimeline(columnsOf('uacr'), answerOf('uu', { from: 1, fromStep: 1 }));
    expect(joined.entries).toBe(4);
    const other = joinTimeline(columnsOf('uacr'), { ...answerOf('uu'), tape: 'other' });
    expect(other.entries).toBe(2);
  });

  it('holds the same whether a tape came whole or in pieces', () => {
    const letters = fc.string({ unit: fc.constantFrom('u', 'a', 'c', 'r', 'x', 'e', 's', 'A'), minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(letters, fc.array(fc.nat(300), { maxLength: 6 }), (entries, cuts) => {
        const steps = [...entries].flatMap((letter, index) => (letter === 'a' ? [index + 1] : []));
        const input = steps.map((step) => (step % 3 === 0 ? Number.NaN : step * 10));
        const whole = columnsOf(entries, { steps, input });
        let held = emptyColumns('t');
        for (const end of [...cuts.toSorted((a, b) => a - b), entries.length]) {
          const { from, fromStep } = nextRequest(held);
          const known = steps.filter((step) => step <= end);
          const part = answerOf(entries.slice(from - 1, Math.max(from - 1, end)), {
            from,
            fromStep,
            steps: known.slice(fromStep - 1),
            input: input.slice(fromStep - 1, known.length),
          });
          held = joinTimeline(held, part);
        }
        expect(held.entries).toBe(whole.entries);
        expect(held.steps).toBe(whole.steps);
        expect(totals(held)).toEqual(totals(whole));
        expect(peakOf(held.main, 0, held.steps)).toEqual(peakOf(whole.main, 0, whole.steps));
      }),
      { numRuns: 60 },
    );
  });
});
