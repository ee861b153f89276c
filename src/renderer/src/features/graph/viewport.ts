import type { Graph, GraphNode } from '../../../../shared/model/index.ts';
import { centreOf, ROW } from './layout.ts';

/** Where the corner of the graph is in the view, in pixels, and how large the graph is drawn. */
export interface Viewport {
  x: number;
  y: number;
  zoom: number;
}

const LEAST = 0.4;
const MOST = 1.6;
/** Pixels above the first row. */
const TOP = 8;

/** Larger or smaller by a factor, with a point of the view where it is. */
export function zoomed({ x, y, zoom }: Viewport, factor: number, at: { x: number; y: number }): Viewport {
  const next = Math.max(LEAST, Math.min(MOST, zoom * factor));
  return { zoom: next, x: at.x - ((at.x - x) * next) / zoom, y: at.y - ((at.y - y) * next) / zoom };
}

/** The rows in view, from one to before another, with one more on either side. */
export function rowsIn({ y, zoom }: Viewport, height: number, rows: number): { from: number; to: number } {
  const within = (row: number): number => Math.max(0, Math.min(rows, row));
  return { from: within(Math.floor(-y / zoom / ROW) - 1), to: within(Math.ceil((height - y) / zoom / ROW) + 1) };
}

/** A node in the middle. Lanes stay at the left; a graph that is not as tall as the view stays at its top. */
export function showing(node: GraphNode, { nodes, lanes }: Pick<Graph, 'nodes' | 'lanes'>, height: number, zoom: number): Viewport {
  const tall = nodes.length * ROW * zoom;
  const wanted = height / 2 - centreOf(node, lanes).y * zoom;
  return { x: 0, y: tall <= height ? TOP : Math.min(TOP, Math.max(height - tall - TOP, wanted)), zoom };
}
