import { describe, expect, it } from 'vitest';
import { brushed, entryAt, partAt, stepAt } from './hit.ts';
import { toPixel } from './scale.ts';
import { columnsOf, sceneOf } from './testing/draw.ts';

const held = columnsOf('uacraacruu', { steps: [2, 5, 8] });
const scene = sceneOf(held, 'entry');
const xOf = (place: number) => toPixel(scene.scale, place);

describe('what is under the pointer', () => {
  it('is the step that begins there or last before it', () => {
    expect(stepAt(held, scene.axis, scene.scale, xOf(1))).toBe(1);
    expect(stepAt(held, scene.axis, scene.scale, xOf(2))).toBe(1);
    expect(stepAt(held, scene.axis, scene.scale, xOf(4.9))).toBe(1);
    expect(stepAt(held, scene.axis, scene.scale, xOf(5) - 2)).toBe(2);
    expect(stepAt(held, scene.axis, scene.scale, xOf(7))).toBe(2);
    expect(stepAt(held, scene.axis, scene.scale, 99_999)).toBe(3);
    expect(stepAt(held, scene.axis, scene.scale, -5)).toBe(1);
  });

  it('is no step on a tape without steps', () => {
    const none = sceneOf(columnsOf('eee'), 'entry');
    expect(stepAt(none.held, none.axis, none.scale, 100)).toBeNull();
  });

  it('is the entry whose tick begins there', () => {
    expect(entryAt(held, scene.axis, scene.scale, xOf(4) + 1)).toBe(4);
    expect(entryAt(held, scene.axis, scene.scale, xOf(10.5))).toBe(10);
    expect(entryAt(held, scene.axis, scene.scale, 0)).toBeNull();
  });
});

describe('the brush', () => {
  const zoomed = sceneOf(held, 'entry', { from: 3, to: 6 });
  const y = zoomed.layout.minimap.top + 3;
  const part = (place: number) => partAt(zoomed.layout, zoomed.axis, zoomed.scale, zoomed.whole, toPixel(zoomed.whole, place), y);

  it('has edges, an inside and an outside', () => {
    expect([part(3), part(4), part(6), part(9)]).toEqual(['brush-from', 'brush', 'brush-to', 'minimap']);
    expect(partAt(scene.layout, scene.axis, scene.scale, scene.whole, 100, y)).toBe('minimap');
    expect(partAt(scene.layout, scene.axis, scene.scale, scene.whole, 100, 50)).toBe('tape');
  });

  it('moves as a whole, by an edge, or is drawn from scratch, and stays on the tape', () => {
    const whole = { from: 1, to: 101 };
    const range = { from: 20, to: 40 };
    expect(brushed({ part: 'brush', place: 30, range }, 35, whole, 5)).toEqual({ from: 25, to: 45 });
    expect(brushed({ part: 'brush', place: 30, range }, 500, whole, 5)).toEqual({ from: 81, to: 101 });
    expect(brushed({ part: 'brush-from', place: 20, range }, 10, whole, 5)).toEqual({ from: 10, to: 40 });
    expect(brushed({ part: 'brush-to', place: 40, range }, 15, whole, 5)).toEqual({ from: 15, to: 20 });
    expect(brushed({ part: 'minimap', place: 60, range }, 80, whole, 5)).toEqual({ from: 60, to: 80 });
    expect(brushed({ part: 'minimap', place: 60, range }, 61, whole, 10)).toEqual({ from: 55, to: 65 });
  });
});
