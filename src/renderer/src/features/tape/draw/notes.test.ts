import { describe, expect, it } from 'vitest';
import { columnsOf, longTape, recorder, sceneOf } from '../testing/draw.ts';
import { drawNotes } from './notes.ts';
import type { Scene } from './pen.ts';

const dots = (scene: Scene, noted: readonly (readonly [number, number])[]) => {
  const { pen, calls } = recorder();
  drawNotes(pen, { ...scene, noted });
  return calls.filter((call) => call.name === 'fillRect').map((call) => Number(call.args[0]));
};

describe('notes on the tape', () => {
  it('are a dot for an entry, a row of dots for a span, and nothing where nobody wrote', () => {
    const scene = sceneOf(columnsOf('u'.repeat(100)), 'entry');
    expect(dots(scene, [])).toEqual([]);
    expect(dots(scene, [[50, 50]])).toHaveLength(1);
    expect(dots(scene, [[1, 100]]).length).toBeGreaterThan(100);
  });

  it('stay within what is in view, and are no more than its pixels', () => {
    const held = longTape(100_000);
    const scene = sceneOf(held, 'entry', { from: 500, to: 600 });
    const { left, right } = scene.layout;
    const everywhere = Array.from({ length: 5000 }, (_, at) => [at * 20 + 1, at * 20 + 10] as const);
    for (const x of dots(scene, [...everywhere, [1, 100_000]])) expect(x >= left && x <= right).toBe(true);
    expect(dots(sceneOf(held, 'entry'), everywhere).length).toBeLessThanOrEqual(right - left + 1);
    expect(dots(scene, [[1, 2]])).toEqual([]);
  });
});
