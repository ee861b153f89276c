import { type PointerEvent, useRef } from 'react';
import { placeAt, useAskHere } from '../../data/hooks.ts';
import { spanOf } from '../../state/span.ts';
import { useStore } from '../../state/store.ts';
import { compareClicked } from '../compare/take.ts';
import type { Scene } from './draw/pen.ts';
import { brushed, cursorFor, type Grip, partAt, stepAt } from './hit.ts';
import type { Point } from './layout.ts';
import { closestFor, toPlace } from './scale.ts';
import type { View } from './useRange.ts';
import { goToStep } from './useTapeKeys.ts';

/** A drag selects steps from where it began, once it has gone further than a click does. */
type Held =
  | { kind: 'head' }
  | { kind: 'span'; x: number; from: number | null; moved: boolean }
  | { kind: 'brush'; grip: Grip; moved: boolean };
type Canvas = PointerEvent<HTMLCanvasElement>;

const CLICK = 3;

const spotNow = (): number | 'next' | null => {
  const { step, next } = useStore.getState();
  return next ? 'next' : step;
};

/** Dragging the playhead, brushing in the minimap, and a double click that shows all and leaves the playhead where it was. */
export function useGestures(scene: Scene, view: View, head: number | null, onPointer: (point: Point | null) => void) {
  const held = useRef<Held | null>(null);
  const stepsBefore = useRef<(number | 'next' | null)[]>([]);
  const { held: columns, axis, scale, whole, layout } = scene;

  const askHere = useAskHere();
  /** With Ctrl the playhead stays: the step is compared with it. */
  const compareStep = (x: number) => {
    const here = askHere();
    const step = stepAt(columns, axis, scale, x);
    const place = layout.zone !== null && x >= layout.zone.left ? placeAt('next') : step === null ? null : placeAt(step);
    if (place !== null && here !== null) compareClicked(here, { tape: here.tape, ...place, policy: here.policy });
  };

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
  const selects = (event: Canvas, { y }: Point): boolean =>
    event.shiftKey || (layout.axis.height > 0 && y >= layout.axis.top && y < layout.minimap.top - 4);
  const select = (drag: Extract<Held, { kind: 'span' }>, x: number) => {
    drag.moved ||= Math.abs(x - drag.x) > CLICK;
    const to = stepAt(columns, axis, scale, x);
    if (drag.moved && drag.from !== null && to !== null) useStore.getState().setSpan(spanOf(drag.from, to));
  };
  const grip = (part: Grip['part'], x: number): Held => ({
    kind: 'brush',
    grip: { part, place: toPlace(whole, x), range: view.range },
    moved: false,
  });

  return {
    onPointerDown: (event: Canvas) => {
      if (event.button !== 0) return;
      const { x, y } = pointOf(event);
      const part = partAt(layout, axis, scale, whole, x, y);
      if ((event.ctrlKey || event.metaKey) && (part === 'tape' || part === 'zone')) {
        compareStep(x);
        return;
      }
      event.currentTarget.setPointerCapture(event.pointerId);
      stepsBefore.current = [...stepsBefore.current.slice(-1), spotNow()];
      if (part === 'tape' && selects(event, { x, y })) {
        held.current = { kind: 'span', x, from: stepAt(columns, axis, scale, x), moved: false };
        return;
      }
      held.current = part === 'tape' || part === 'zone' ? { kind: 'head' } : grip(part, x);
      if (part === 'tape' || part === 'zone') setHead(x);
    },
    onPointerMove: (event: Canvas) => {
      const point = pointOf(event);
      event.currentTarget.style.cursor = cursorFor(partAt(layout, axis, scale, whole, point.x, point.y));
      onPointer(point);
      const drag = held.current;
      if (drag?.kind === 'head') setHead(point.x);
      if (drag?.kind === 'span') select(drag, point.x);
      if (drag?.kind !== 'brush') return;
      const place = toPlace(whole, point.x);
      drag.moved ||= Math.abs(place - drag.grip.place) * whole.width > 3 * (whole.to - whole.from);
      if (drag.moved) view.show(brushed(drag.grip, place, axis, closestFor(axis.kind)));
    },
    onPointerUp: (event: Canvas) => {
      const drag = held.current;
      held.current = null;
      // A click with Shift continues from the playhead.
      if (drag?.kind === 'span' && !drag.moved && event.shiftKey && drag.from !== null && head !== null)
        useStore.getState().setSpan(spanOf(head, drag.from));
      else if (drag?.kind === 'span' && !drag.moved) setHead(drag.x);
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
}
