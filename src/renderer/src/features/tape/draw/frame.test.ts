import { describe, expect, it } from 'vitest';
import type { Timeline } from '../../../../../shared/model/index.ts';
import { layoutOf } from '../layout.ts';
import { columnsOf, longTape, recorder, sceneOf } from '../testing/draw.ts';
import { drawFrame, drawNotes } from './frame.ts';
import { drawOverlay, flagLeft } from './head.ts';
import { drawZone } from './next.ts';
import type { Scene } from './pen.ts';

const draw = (scene: Scene) => {
  const { pen, calls } = recorder();
  drawFrame(pen, scene);
  return {
    calls,
    rectangles: calls.filter((call) => call.name === 'fillRect').length,
    texts: calls.filter((call) => call.name === 'fillText').map((call) => String(call.args[0])),
  };
};

describe('a frame', () => {
  it.each(['entry', 'step', 'time'] as const)('of a million entries costs the pixels, not the entries, by %s', (kind) => {
    const held = longTape(1_000_000);
    const whole = draw(sceneOf(held, kind));
    const narrow = draw(sceneOf(held, kind, null, 1160 / 2));
    expect(whole.rectangles).toBeGreaterThan(1160);
    expect(whole.rectangles).toBeLessThan(8 * 1160);
    expect(whole.calls.length).toBeLessThan(16 * 1160);
    expect(narrow.calls.length).toBeLessThan(whole.calls.length * 0.6);
  });

  it('has few corners to fill in: a path of a million entries, or of a thousand, is columns of pixels', () => {
    const corners = (entries: number) => draw(sceneOf(longTape(entries), 'entry')).calls.filter((call) => call.name === 'lineTo').length;
    for (const entries of [1_000_000, 30_000, 3000, 300]) expect(corners(entries)).toBeLessThan(1160);
  });

  it('leaves what compactions cross to be seen, however many there are', () => {
    const tall = (entries: number) =>
      draw(sceneOf(longTape(entries), 'entry')).calls.filter(
        ({ name, fillStyle, args }) => name === 'fillRect' && fillStyle === 'anchor' && Number(args[2]) === 1.5 && Number(args[3]) > 20,
      ).length;
    expect(tall(3000)).toBe(31);
    expect(tall(1_000_000)).toBe(0);
  });

  it('draws each entry of a short tape', () => {
    const { calls } = draw(sceneOf(columnsOf('uacrxe', { steps: [2], input: [100] }), 'entry'));
    const ticks = (colour: string) => calls.filter((call) => call.name === 'fillRect' && call.fillStyle === colour).length;
    expect([ticks('user'), ticks('call'), ticks('result'), ticks('error'), ticks('event')]).toEqual([1, 1, 1, 1, 1]);
  });

  it('says in place that no usage was recorded, or that there are no steps', () => {
    expect(draw(sceneOf(columnsOf('ua', { steps: [2] }), 'entry')).texts).toContain('no usage recorded');
    expect(draw(sceneOf(columnsOf('eee'), 'entry')).texts.join()).toContain('no steps');
  });

  it('names the limit, or the scale where the limit is far above', () => {
    const near = columnsOf('ua', { steps: [2], input: [150_000], limit: 200_000 });
    expect(draw(sceneOf(near, 'entry')).texts).toContain('200k limit');
    const far = columnsOf('ua', { steps: [2], input: [20_000], limit: 1_000_000 });
    expect(draw(sceneOf(far, 'entry')).texts).toContain('scale 30k · limit 1M');
  });

  it('frames the phase of the next request where the tape has phases, and no empty one where it has none', () => {
    const frames = (bands: Timeline['bands']) => {
      const scene = sceneOf(columnsOf('ua', { steps: [2], input: [100], bands }), 'entry');
      const zoned = { ...scene, layout: layoutOf(1160, 172, { zoned: true, branches: 0, timed: false }) };
      const { pen, calls } = recorder();
      drawZone(pen, zoned);
      return calls.filter(({ name }) => name === 'strokeRect').length;
    };
    expect(frames([])).toBe(0);
    expect(frames([{ from: 1, to: 2, name: 'build', fate: null }] as unknown as Timeline['bands'])).toBe(1);
  });

  it('prints no two names over each other', () => {
    const { calls } = draw(sceneOf(longTape(4000), 'entry'));
    const rows = Map.groupBy(
      calls.filter((call) => call.name === 'fillText'),
      (call) => Number(call.args[2]),
    );
    for (const row of rows.values()) {
      const spans = row.map((call) => [Number(call.args[1]), Number(call.args[1]) + String(call.args[0]).length * 6] as const);
      const sorted = spans.toSorted((a, b) => a[0] - b[0]);
      for (let i = 1; i < sorted.length; i++) expect(sorted[i]?.[0]).toBeGreaterThanOrEqual(sorted[i - 1]?.[1] ?? 0);
    }
  });
});

describe('the flag', () => {
  const scene = sceneOf(columnsOf('uacra', { steps: [2, 5], input: [100, 200] }), 'entry');
  it('ends where the tape ends, at both ends', () => {
    expect(flagLeft(16, 116, scene)).toBe(scene.layout.left);
    expect(flagLeft(580, 116, scene)).toBe(522);
    expect(flagLeft(1150, 116, scene)).toBe(scene.layout.right - 116);
  });

  it('carries its words', () => {
    const { pen, calls } = recorder();
    drawOverlay(pen, scene, { step: 2, flag: '2 · 200', entry: 3, pointer: null });
    expect(calls.some((call) => call.name === 'fillText' && call.args[0] === '2 · 200')).toBe(true);
  });
});

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
