import { useMemo, useState } from 'react';
import type { Chart } from './chart.ts';
import { frameOf, type Layout, roomFor } from './layout.ts';
import { holding, moved, type Range, zoomed } from './range.ts';

/** Fewer are never shown: a bar that is taller than a line of text, or a step wider than a hand, says nothing more. */
const LEAST_ROWS = 8;
const LEAST_STEPS = 8;

/** The rows and steps in view. A chart of groups begins with as many as have room for their names. */
export function useView(chart: Chart, layout: Layout | null, begin: Range | null = null) {
  const [kept, setRows] = useState<Range | null>(null);
  const [across, setSteps] = useState<Range | null>(null);
  const room = chart.seqs === null && layout !== null ? Math.min(chart.rows, roomFor(layout)) : chart.rows;
  const rows = kept === null || kept.to > chart.rows ? { from: 0, to: room } : kept;
  const steps = across === null || across.to > chart.steps ? (begin ?? { from: 0, to: chart.steps }) : across;
  const { from, to } = rows;
  const { from: left, to: right } = steps;
  const frame = useMemo(() => layout && frameOf(layout, { from, to }, { from: left, to: right }), [layout, from, to, left, right]);
  return {
    rows,
    steps,
    frame,
    zoomRows: (factor: number, at: number) => setRows(zoomed(rows, factor, at, chart.rows, LEAST_ROWS)),
    zoomSteps: (factor: number, at: number) => setSteps(zoomed(steps, factor, at, chart.steps, LEAST_STEPS)),
    moveRows: (by: number) => setRows(moved(rows, by, chart.rows)),
    moveSteps: (by: number) => setSteps(moved(steps, by, chart.steps)),
    /** Brings a row, a step, or both into view, no further than needed. */
    show: (row: number | null, at: number | null) => {
      if (row !== null) setRows((before) => (before === null && chart.seqs !== null ? before : holding(before ?? rows, row, chart.rows)));
      if (at !== null && at >= 0) setSteps((before) => before && holding(before, at, chart.steps));
    },
    showAll: () => {
      setRows(null);
      setSteps(null);
    },
  };
}

export type View = ReturnType<typeof useView>;
