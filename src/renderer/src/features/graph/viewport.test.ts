import fc from 'fast-check';
import { expect, it } from 'vitest';
import type { GraphNode } from '../../../../shared/model/index.ts';
import { ROW } from './layout.ts';
import { rowsIn, showing, zoomed } from './viewport.ts';

const pixels = fc.integer({ min: -20_000, max: 20_000 });
const viewport = fc.record({ x: pixels, y: pixels, zoom: fc.double({ min: 0.4, max: 1.6, noNaN: true }) });

it('keeps a point where it is while the graph gets larger or smaller, within bounds', () => {
  fc.assert(
    fc.property(viewport, fc.double({ min: 0.01, max: 100, noNaN: true }), fc.record({ x: pixels, y: pixels }), (view, factor, at) => {
      const next = zoomed(view, factor, at);
      expect(next.zoom).toBeGreaterThanOrEqual(0.4);
      expect(next.zoom).toBeLessThanOrEqual(1.6);
      expect((at.x - next.x) / next.zoom).toBeCloseTo((at.x - view.x) / view.zoom, 5);
      expect((at.y - next.y) / next.zoom).toBeCloseTo((at.y - view.y) / view.zoom, 5);
    }),
  );
});

it('draws every row in view, and few others', () => {
  fc.assert(
    fc.property(viewport, fc.integer({ min: 1, max: 2000 }), fc.nat(400), (view, height, rows) => {
      const { from, to } = rowsIn(view, height, rows);
      for (let row = 0; row < rows; row++) {
        const top = view.y + row * ROW * view.zoom;
        if (top + ROW * view.zoom > 0 && top < height) expect(from <= row && row < to).toBe(true);
      }
      expect(to - from).toBeLessThanOrEqual(height / view.zoom / ROW + 4);
    }),
  );
});

it('shows a node without leaving the graph', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 300 }), fc.nat(299), fc.integer({ min: 100, max: 2000 }), (rows, at, height) => {
      const nodes = Array.from({ length: rows }, (_, row) => ({ row, lane: 0 }) as GraphNode);
      const node = nodes[at % rows] as GraphNode;
      const { y } = showing(node, { nodes, lanes: 1 }, height, 1);
      const middle = y + (node.row + 0.5) * ROW;
      expect(middle).toBeGreaterThan(0);
      if (rows * ROW > height) expect(y + rows * ROW).toBeGreaterThanOrEqual(height - 8);
      else expect(y).toBe(8);
      if (rows * ROW > height) expect(middle).toBeLessThan(height);
    }),
  );
});
