import { describe, expect, it } from 'vitest';
import { LANE, LANES } from '../lanes.ts';
import { ceilingOf, layoutOf } from '../layout.ts';
import { columnsOf, longTape, recorder, sceneOf } from '../testing/draw.ts';
import { limitName, runsOf } from './area.ts';
import { bandSpans } from './bands.ts';
import { drawLaneNames } from './frame.ts';
import { drawGaps, gapSpans } from './gaps.ts';
import { dominant } from './lanes.ts';

const band = (from: number, name: string) => ({ from, to: from, name, derived: true });

describe('bands', () => {
  it('that begin within one pixel hide none of the wide ones after them', () => {
    const held = columnsOf('u'.repeat(5000), { bands: [band(1, ''), band(3, 'session/start'), band(2500, 'after compaction')] });
    const spans = bandSpans(sceneOf(held, 'entry'));
    expect(spans.map((span) => span.band.name)).toEqual(['session/start', 'after compaction']);
    expect(spans[0]?.right).toBe(spans[1]?.left);
  });

  it('are no more than the pixels, however many there are', () => {
    const scene = sceneOf(longTape(1_000_000), 'entry');
    expect(scene.held.bands.length).toBe(20_000);
    expect(bandSpans(scene).length).toBeLessThanOrEqual(2 * scene.scale.width);
  });

  it('reach to the edges when the tape is zoomed into', () => {
    const held = columnsOf('u'.repeat(100), { bands: [band(1, 'one'), band(50, 'two')] });
    const scene = sceneOf(held, 'entry', { from: 60, to: 80 });
    expect(bandSpans(scene)).toMatchObject([{ left: scene.scale.left, right: scene.scale.left + scene.scale.width }]);
  });
});

describe('the context area', () => {
  it('breaks where nothing was recorded', () => {
    const at = (tokens: number) => ({ x: 0, tokens });
    const runs = runsOf([at(1), at(2), at(Number.NaN), at(Number.NaN), at(3)]);
    expect(runs.map((run) => run.length)).toEqual([2, 1]);
    expect(runsOf([])).toEqual([]);
  });

  it('shows the limit once a fair part of it is used, and else a scale of its own', () => {
    expect(ceilingOf(60_000, 200_000)).toEqual({ tokens: 200_000, limitShown: true });
    expect(ceilingOf(230_000, 200_000)).toEqual({ tokens: 230_000, limitShown: true });
    expect(ceilingOf(42_000, 1_000_000)).toEqual({ tokens: 50_000, limitShown: false });
    expect(ceilingOf(42_000, null)).toEqual({ tokens: 50_000, limitShown: false });
  });

  it('names a limit in short', () => {
    expect([200_000, 1_000_000, 1_048_576, 900].map(limitName)).toEqual(['200k', '1M', '1.05M', '900']);
  });
});

describe('the layout', () => {
  it.each([108, 150, 172, 220, 500])('keeps its layers apart at %i pixels', (height) => {
    const layout = layoutOf(1160, height, { timed: true, sides: true });
    const boxes = [layout.bands, layout.names, layout.area, layout.latency, layout.main, layout.side, layout.axis, layout.minimap].filter(
      (box) => box !== null,
    );
    for (let i = 1; i < boxes.length; i++) {
      const above = boxes[i - 1];
      expect(boxes[i]?.top).toBeGreaterThanOrEqual((above?.top ?? 0) + (above?.height ?? 0));
    }
    expect(layout.minimap.top + layout.minimap.height).toBeLessThanOrEqual(height);
  });
});

describe('idle time', () => {
  const time = [0, 1000, 20_000_000, 20_001_000].map((at) => at + 1_700_000_000_000);
  it.each(['entry', 'step', 'time'] as const)('is a gap of a width of its own by %s', (kind) => {
    const [gap, ...others] = gapSpans(sceneOf(columnsOf('uaua', { steps: [2, 4], time }), kind));
    expect(others).toEqual([]);
    expect(gap?.milliseconds).toBe(19_999_000);
    expect((gap?.right ?? 0) - (gap?.left ?? 0)).toBeGreaterThanOrEqual(14);
  });

  it('says how long the longest gaps were, and nothing of those near one that is named', () => {
    const hours = new Map([
      [5, 2],
      [6, 4],
      [16, 3],
    ]);
    let now = 1_700_000_000_000;
    const time = Array.from({ length: 20 }, (_, at) => (now += 3_600_000 * (hours.get(at) ?? 0)));
    const { pen, calls } = recorder();
    drawGaps(pen, sceneOf(columnsOf('u'.repeat(20), { time }), 'entry'));
    const names = calls.filter(({ name }) => name === 'fillText').map(({ args }) => args[0]);
    expect(names).toEqual(['idle 4 h', 'idle 3 h']);
  });
});

describe('names of lanes', () => {
  it.each([
    [1024, ['context', 'main']],
    [700, ['context', 'main']],
    [480, []],
  ])('are there on a canvas of %i pixels where there is room', (width, expected) => {
    const { pen, calls } = recorder();
    const scene = sceneOf(columnsOf('uaua', { steps: [2, 4] }), 'entry');
    drawLaneNames(pen, { ...scene, layout: layoutOf(width, 160) });
    expect(calls.filter(({ name }) => name === 'fillText').map(({ args }) => args[0])).toEqual(expected);
  });
});

describe('a column of entries', () => {
  const dominantOf = (...counts: [lane: number, many: number][]) => {
    const bins = { pitch: 3, columns: 1, counts: new Uint32Array(LANES) };
    for (const [lane, many] of counts) bins.counts[lane] = many;
    return dominant(bins, 0, 0);
  };

  it('is drawn as most of them, and as bookkeeping only where there is nothing else', () => {
    expect(dominantOf([LANE.user, 1], [LANE.call, 4], [LANE.other, 90])).toBe(LANE.call);
    expect(dominantOf([LANE.other, 2])).toBe(LANE.other);
    expect(dominantOf()).toBeNull();
  });
});
