import { describe, expect, it } from 'vitest';
import { columnsOf, longTape, recorder, sceneOf } from '../testing/draw.ts';
import type { Scene, Sent } from './pen.ts';
import { drawSent } from './sent.ts';

const drawn = (scene: Scene, sent?: Partial<Sent>) => {
  const { pen, calls } = recorder();
  drawSent(pen, sent === undefined ? scene : { ...scene, sent: { again: new Map(), differing: [], ...sent } });
  const of = (name: string, fillStyle: string) => calls.filter((call) => call.name === name && call.fillStyle === fillStyle);
  return {
    bars: of('fillRect', 'curve'),
    names: calls.filter(({ name }) => name === 'fillText'),
    marks: of('fillRect', 'warn'),
  };
};

describe('what requests show of steps', () => {
  const scene = sceneOf(columnsOf('uauaua', { steps: [2, 4, 6], input: [50_000, 80_000, 100_000], limit: 200_000 }), 'step');

  it('is nothing before it is known', () => {
    expect(drawn(scene)).toEqual({ bars: [], names: [], marks: [] });
  });

  it('is a bar without words where the cache was missed, which hangs from the size of the request', () => {
    const { bars, names, marks } = drawn(scene, { again: new Map([[2, 61_000]]) });
    expect([bars.length, names.length, marks.length]).toEqual([1, 0, 0]);
    const { top, height } = scene.layout.area;
    const [from, tall] = bars.flatMap(({ args }) => [args[1], args[3]]);
    expect(from).toBeCloseTo(top + height - (height * 80_000) / 200_000);
    expect(tall).toBeCloseTo((height * 61_000) / 200_000);
  });

  it('is a mark below each step that differs from what was sent', () => {
    expect(drawn(scene, { differing: [1, 3] }).marks).toHaveLength(2);
  });

  it('is left out where the step is not in view, or not there', () => {
    const close = sceneOf(longTape(4000), 'step', { from: 100, to: 200 });
    const { bars, marks } = drawn(close, {
      again: new Map([
        [150, 9000],
        [400, 9000],
        [5000, 9000],
      ]),
      differing: [150, 400, 5000],
    });
    expect([bars.length, marks.length]).toEqual([1, 1]);
  });

  it('is no more than the pixels, however many there are', () => {
    const long = sceneOf(longTape(200_000), 'step');
    const all = Array.from({ length: 50_000 }, (_, at) => at + 1);
    const { bars, marks } = drawn(long, { again: new Map(all.map((step) => [step, step])), differing: all });
    const pixels = long.layout.right - long.layout.left + 1;
    expect([bars.length <= pixels, marks.length <= pixels]).toEqual([true, true]);
  });
});
