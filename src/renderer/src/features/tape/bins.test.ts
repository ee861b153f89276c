import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { binLanes, binMarks, contextLine } from './bins.ts';
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
