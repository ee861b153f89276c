import { type PointerEvent, useEffect, useEffectEvent, useRef } from 'react';
import type { Chart } from './chart.ts';
import { type Layout, type Spot, spotAt } from './layout.ts';
import type { View } from './useView.ts';

interface Where {
  chart: Chart;
  layout: Layout | null;
  view: View;
  onHover: (spot: Spot | null) => void;
  onPick: (spot: Spot) => void;
}

type Canvas = PointerEvent<HTMLCanvasElement>;

/** Pointing at the chart: a click or a drag over the steps moves the playhead, the map scrolls, the wheel moves and zooms. */
export function useChartPointer({ chart, layout, view, onHover, onPick }: Where) {
  const canvas = useRef<HTMLDivElement>(null);
  const held = useRef<Spot['part'] | null>(null);
  const spot = (x: number, y: number): Spot | null =>
    layout === null || view.frame === null || chart.steps === 0 ? null : spotAt(layout, view.frame, chart, x, y);
  const scrollTo = (row: number) => view.moveRows(row - (view.rows.from + view.rows.to) / 2);
  const wheel = useEffectEvent((event: WheelEvent) => {
    const found = spot(event.offsetX, event.offsetY);
    if (found === null || layout === null || view.frame === null) return;
    event.preventDefault();
    const sideways = event.shiftKey || Math.abs(event.deltaX) > Math.abs(event.deltaY) || found.part === 'steps';
    const delta = event.deltaY === 0 ? event.deltaX : event.deltaY;
    const zooms = event.ctrlKey || event.metaKey;
    if (zooms && sideways) view.zoomSteps(Math.exp(delta / 300), found.at + 0.5);
    else if (zooms) view.zoomRows(Math.exp(delta / 300), found.row);
    else if (sideways) view.moveSteps(delta / view.frame.across);
    else view.moveRows(delta / view.frame.tall);
  });
  useEffect(() => {
    const target = canvas.current;
    target?.addEventListener('wheel', wheel, { passive: false });
    return () => target?.removeEventListener('wheel', wheel);
  }, []);
  const at = ({ nativeEvent }: Canvas) => spot(nativeEvent.offsetX, nativeEvent.offsetY);
  return {
    box: canvas,
    handlers: {
      onPointerDown: (event: Canvas) => {
        const found = event.button === 0 ? at(event) : null;
        if (found === null) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        held.current = found.part;
        if (found.part === 'map') scrollTo(found.row);
        else onPick(found);
      },
      onPointerMove: (event: Canvas) => {
        const found = at(event);
        onHover(found);
        if (found === null || held.current === null) return;
        if (held.current === 'map') scrollTo(found.row);
        if (held.current === 'steps') onPick({ ...found, part: 'steps', row: -1 });
      },
      onPointerUp: () => {
        held.current = null;
      },
      onPointerCancel: () => {
        held.current = null;
      },
      onPointerLeave: () => onHover(null),
    },
  };
}
