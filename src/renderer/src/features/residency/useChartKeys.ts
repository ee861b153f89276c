import { useStore } from '../../state/store.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import { type Chart, endsOf } from './chart.ts';
import { nextRow } from './rows.ts';
import type { View } from './useView.ts';

interface Where {
  chart: Chart;
  steps: Uint32Array;
  view: View;
  /** The selected row, and the index of the step under the playhead. */
  row: number | null;
  step: number;
  choose: (row: number) => void;
}

/** The chart by keyboard: rows, steps, zoom in both directions, and to both ends of a stay. */
export function useChartKeys({ chart, steps, view, row, step, choose }: Where): void {
  const { moveTo, setNotice } = useStore.getState();
  const go = (at: number): void => {
    const index = Math.max(0, Math.min(chart.steps - 1, at));
    view.show(null, index);
    moveTo(steps[index] ?? null);
  };
  const along = (by: 1 | -1): void => {
    if (step + by >= 0 && step + by < chart.steps) go(step + by);
    else setNotice(`This is the ${by === 1 ? 'last' : 'first'} step that is drawn.`);
  };
  const onRow = (by: 1 | -1): void => {
    if (chart.rows > 0) choose(nextRow(chart, row, useStore.getState().entry, by));
  };
  const ends = row === null ? null : endsOf(chart, row);
  const noStay = row === null ? 'Select a row: j and k.' : 'This row was in no context.';
  const middle = (view.rows.from + view.rows.to) / 2;
  const around = step >= view.steps.from && step < view.steps.to ? step + 0.5 : (view.steps.from + view.steps.to) / 2;
  useKeys({
    'row.next': () => onRow(1),
    'row.previous': () => onRow(-1),
    'go.left': () => along(-1),
    'go.right': () => along(1),
    'stay.first': () => (ends === null ? setNotice(noStay) : go(ends.first)),
    'stay.left': () =>
      ends === null ? setNotice(noStay) : ends.left === null ? setNotice('This row has not left the context.') : go(ends.left),
    'zoom.in': () => view.zoomRows(0.5, row ?? middle),
    'zoom.out': () => view.zoomRows(2, row ?? middle),
    'go.after': () => view.zoomSteps(0.5, around),
    'go.before': () => view.zoomSteps(2, around),
    'zoom.fit': view.showAll,
  });
}
