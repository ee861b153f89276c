import { describe, expect, it } from 'vitest';
import { emptyColumns, joinTimeline } from './columns.ts';
import { knowsLatency, latencyOf } from './latency.ts';
import { answerOf, columnsOf } from './testing/draw.ts';

const of = (held: Parameters<typeof latencyOf>[0]) => {
  const latency = latencyOf(held);
  const shown = (values: Float64Array | undefined) => Array.from(values?.subarray(0, held.steps) ?? []);
  return { model: shown(latency?.model.levels[0]), tools: shown(latency?.tools.levels[0]) };
};

describe('latency', () => {
  it('of a model ends with its answer, that of tools with their last result', () => {
    const held = columnsOf('uacrrua', { steps: [2, 7], time: [1000, 3000, 3500, 4000, 9500, 60_000, 62_000] });
    expect(knowsLatency(held)).toBe(true);
    expect(of(held)).toEqual({ model: [2500, 2000], tools: [6000, Number.NaN] });
  });

  it('is unknown, not nothing, where the log has no times, one and the same, or a night between', () => {
    expect(latencyOf(columnsOf('ua', { steps: [2] }))).toBeNull();
    const held = columnsOf('uaua', { steps: [2, 4], time: [1000, 1000, 2000, 90_000_000] });
    expect(of(held).model).toEqual([Number.NaN, Number.NaN]);
    expect(knowsLatency(held)).toBe(false);
  });

  it('leaves out sub-agents inside the file', () => {
    const held = columnsOf('ucAr', { steps: [2, 3], stepTone: [0, 1], time: [1000, 2000, 5000, 6000] });
    expect(of(held).model).toEqual([1000, Number.NaN]);
  });

  it('of the newest step continues as the tape grows', () => {
    const begun = joinTimeline(emptyColumns('t'), answerOf('uac', { steps: [2], time: [1000, 2000, 3000] }));
    expect(of(begun)).toEqual({ model: [2000], tools: [Number.NaN] });
    const grown = joinTimeline(begun, answerOf('r', { from: 4, fromStep: 2, time: [7000] }));
    expect(of(grown)).toEqual({ model: [2000], tools: [4000] });
  });
});
