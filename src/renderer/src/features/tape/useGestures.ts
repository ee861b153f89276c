import { type PointerEvent, useRef } from 'react';
import { useStore } from '../../state/store.ts';
import type { Scene } from './draw/pen.ts';
import { brushed, cursorFor, type Grip, partAt, stepAt } from './hit.ts';
import type { Point } from './layout.ts';
import { closestFor, toPlace } from './scale.ts';
import type { View } from './useRange.ts';
import { goToStep } from './useTapeKeys.ts';

type Held = { kind: 'head' } | { kind: 'brush'; grip: Grip; moved: boolean };
type Canvas = PointerEvent<HTMLCanvasElement>;

const spotNow = (): number | 'next' | null => {
  const { step, next } = useStore.getState();
  return next ? 'next' : step;
};

/** Dragging the playhead, brushing in the minimap, and a double click that shows all and leaves the playhead where it was. */
export const useGestures = (scene: Scene, view: View, head: number | null, onPointer: (point: Point | null) => void) => {
  const held = useRef<Held | null>(null);
  const stepsBefore = useRef<(number | 'next' | null)[]>([]);
  const { held: columns, axis, scale, whole, layout } = scene;

  const pointOf = (event: Canvas): Point => {
    const box = event.currentTarget.getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  };
  const setHead = (x: number) => {
    if (layout.zone !== null && x >= layout.zone.left) {
      useStore.getState().moveToNext();
      return;
    }
    const step = stepAt(columns, axis, scale, x);
    if (step !== null && (step !== head || useStore.getState().next)) goToStep(step, columns.steps);
  };
  const grip = (part: Grip['part'], x: number): Held => ({
    kind: 'brush',
    grip: { part, place: toPlace(whole, x), range: view.range },
    moved: false,
  });

  return {
    onPointerDown: (event: Canvas) => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      const { x, y } = pointOf(event);
      const part = partAt(layout, axis, scale, whole, x, y);
      stepsBefore.current = [...stepsBefore.current.slice(-1), spotNow()];
      held.current = part === 'tape' || part === 'zone' ? { kind: 'head' } : grip(part, x);
      if (part === 'tape' || part === 'zone') setHead(x);
    },
    onPointerMove: (event: Canvas) => {
      const point = pointOf(event);
      event.currentTarget.style.cursor = cursorFor(partAt(layout, axis, scale, whole, point.x, point.y));
      onPointer(point);
      const drag = held.current;
      if (drag?.kind === 'head') setHead(point.x);
      if (drag?.kind !== 'brush') return;
      const place = toPlace(whole, point.x);
      drag.moved ||= Math.abs(place - drag.grip.place) * whole.width > 3 * (whole.to - whole.from);
      if (drag.moved) view.show(brushed(drag.grip, place, axis, closestFor(axis.kind)));
    },
    onPointerUp: (event: Canvas) => {
      const drag = held.current;
      held.current = null;
      if (drag?.kind === 'brush' && !drag.moved && drag.grip.part === 'minimap') {
        const step = stepAt(columns, axis, whole, pointOf(event).x);
        if (step !== null) goToStep(step, columns.steps);
      }
    },
    onPointerCancel: () => {
      held.current = null;
    },
    onPointerLeave: () => onPointer(null),
    onDoubleClick: () => {
      view.showAll();
      const [before] = stepsBefore.current;
      if (before === 'next') useStore.getState().moveToNext();
      else if (before !== undefined) useStore.getState().moveTo(before);
    },
  };
};
