import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binLanes, binMarks, contextLine, peaksPer } from './bins.ts';
import { LANDMARK_TYPES } from './columns.ts';
import { LANES } from './lanes.ts';
import { columnsOf, longTape, sceneOf } from './testing/draw.ts';

const sum = (counts: Uint32Array): number => counts.reduce((total, count) => total + count, 0);

describe('columns of pixels', () => {
  it.each(['entry', 'step', 'time'] as const)('hold every entry once, by %s', (kind) => {
    const scene = sceneOf(longTape(20_000), kind);
    expect(sum(binLanes(scene.held, scene.axis, scene.scale, 3).counts)).toBe(20_000);
  });

  it('hold exactly the entries of a part of the tape', () => {
    const held = longTape(5000);
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4000 }), fc.integer({ min: 12, max: 900 }), (from, span) => {
        const scene = sceneOf(held, 'entry', { from, to: from + span });
        expect(sum(binLanes(held, scene.axis, scene.scale, 3).counts)).toBe(span);
      }),
    );
  });

  it('tell lanes apart', () => {
    const scene = sceneOf(columnsOf('uu'.padEnd(40, 'a')), 'entry');
    const { counts } = binLanes(scene.held, scene.axis, scene.scale, 3);
    const lane = (number: number) => counts.reduce((total, count, index) => (index % LANES === number ? total + count : total), 0);
    expect([lane(0), lane(1)]).toEqual([2, 38]);
  });
});

describe('peaks per column', () => {
  it('have every step of a part once, whatever was asked for before', () => {
    const held = longTape(5000);
    const whole = sceneOf(held, 'entry');
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 4000 }), fc.integer({ min: 12, max: 900 }), fc.constantFrom(2, 3), (from, span, pitch) => {
        const { axis } = whole;
        const scale = { ...whole.scale, from, to: from + span };
        const ranges: [number, number][] = [];
        const ask = (at: typeof scale): Float64Array => {
          ranges.length = 0;
          return peaksPer(held, axis, at, pitch, (first, end) => {
            ranges.push([first, end]);
            return end - first;
          });
        };
        expect(ask(scale)).toEqual(ask({ ...scale }));
        expect(ask(scale)).toEqual(ask(scale));
        ask(whole.scale);
        ask(scale);
        expect(ranges[0]?.[0]).toBe(axis.stepFrom(scale.from) - 1);
        for (const [at, [first]] of ranges.entries()) if (at > 0) expect(first).toBe(ranges[at - 1]?.[1]);
      }),
    );
  });

  it('look for the steps of a column once for all that is drawn of them', () => {
    const { held, axis, scale } = sceneOf(longTape(5000), 'entry');
    let asked = 0;
    const counted = {
      ...axis,
      stepFrom: (place: number): number => {
        asked += 1;
        return axis.stepFrom(place);
      },
    };
    peaksPer(held, counted, scale, 3, () => 0);
    const once = asked;
    peaksPer(held, counted, scale, 3, () => 1);
    expect(asked).toBe(once);
  });
});

describe('the context line', () => {
  const steps = [1, 2, 3, 4, 5];
  it('has a point per step, a gap where nothing was recorded, and nothing of sub-agents or synthetic steps', () => {
    const input = [100, Number.NaN, 300, 900, 0];
    const scene = sceneOf(columnsOf('aaaaa', { steps, input, stepTone: [0, 0, 0, 1, 2] }), 'step');
    expect(contextLine(scene.held, scene.axis, scene.scale).map((point) => point.tokens)).toEqual([100, Number.NaN, 300]);
  });

  it('shows the peak of each column where steps are many', () => {
    const scene = sceneOf(longTape(400_000), 'step');
    const line = contextLine(scene.held, scene.axis, scene.scale);
    expect(line.length).toBeLessThanOrEqual(scene.scale.width + 1);
    expect(Math.max(...line.map((point) => point.tokens).filter((tokens) => !Number.isNaN(tokens)))).toBeGreaterThan(169_000);
  });
});

describe('marks', () => {
  it('are counted together where they share a pixel', () => {
    const held = longTape(960_000);
    const scene = sceneOf(held, 'entry');
    const bins = binMarks(held, scene.axis, scene.scale);
    expect(bins.length).toBeLessThanOrEqual(LANDMARK_TYPES.length * (scene.scale.width + 1));
    expect(bins.reduce((total, bin) => total + bin.count, 0)).toBe(held.marks.length);
  });
});
