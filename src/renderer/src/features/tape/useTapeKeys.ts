import { type KeyboardEvent, type RefObject, useEffect, useRef } from 'react';
import { useShallow } from 'zustand/react/shallow';
import type { TapeBranches } from '../../../../shared/model/index.ts';
import { extended } from '../../state/span.ts';
import type { Axis as AxisName } from '../../state/state.ts';
import { useStore } from '../../state/store.ts';
import { useKeys } from '../keyboard/useKeys.ts';
import type { Axis } from './axis.ts';
import { stepsAlong } from './branches.ts';
import type { Columns } from './columns.ts';
import type { Scene } from './draw/pen.ts';
import { pan, toPlace } from './scale.ts';
import { moreThan } from './search.ts';
import type { View } from './useRange.ts';

export const NOTHING_FOLLOWS = 'Nothing follows the next request.';

/** To the newest step; from there, to the request after it. */
export function goToEnd(steps: number): void {
  const { step, next, moveTo, moveToNext, setNotice } = useStore.getState();
  if (next) setNotice(NOTHING_FOLLOWS);
  else if (step === null || step >= steps) moveToNext();
  else moveTo(null);
}

/** Moves the playhead to a step; at the newest one it keeps following the tape. */
export function goToStep(step: number, steps: number): void {
  if (steps === 0) return;
  const wanted = Math.max(1, Math.min(steps, step));
  useStore.getState().moveTo(wanted === steps ? null : wanted);
}

/** How many steps each key goes, along the branch. */
const moves: Record<string, number> = { ArrowRight: 1, ArrowUp: 1, ArrowLeft: -1, ArrowDown: -1, PageUp: 10, PageDown: -10 };

/** The keys of a slider. */
export function moveHead(event: KeyboardEvent, step: number | null, steps: number, branches: TapeBranches): void {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  const by = moves[event.key];
  if (event.key === 'End') goToEnd(steps);
  else if (step !== null && event.key === 'Home') goToStep(1, steps);
  else if (by === undefined || step === null) return;
  // After the last step, one back is the last step.
  else if (!useStore.getState().next) goToStep(stepsAlong(branches, steps, step, by), steps);
  else if (by < 0) goToStep(stepsAlong(branches, steps, steps, by + 1), steps);
  event.preventDefault();
}

export const axisNames: readonly AxisName[] = ['entry', 'step', 'time'];

/** The axes that this tape can be laid along. */
export function axesFor(held: Columns): AxisName[] {
  return axisNames.filter((name) => (name === 'step' ? held.steps > 0 : name === 'time' ? held.timed : true));
}

const nextAxis = (held: Columns, current: AxisName): AxisName => {
  const possible = axesFor(held);
  return possible[(possible.indexOf(current) + 1) % possible.length] ?? 'entry';
};

/** The first step that saw a mark, for the nearest one before (-1) or after (+1) the playhead; null where there is none. */
export function stepAtMark(held: Columns, head: number, by: -1 | 1): number | null {
  const marks = held.marks.filter(({ type }) => type !== 'turn');
  const steps = marks.map((mark) => Math.min(held.steps, moreThan(held.stepFirst, held.steps, mark.seq) + 1));
  return (by === 1 ? steps.find((step) => step > head) : steps.findLast((step) => step < head)) ?? null;
}

export const ZOOM = 1.6;

/** What the table of keys says about the timeline. */
export function useTapeKeys(held: Columns, axis: Axis, head: number | null, view: View): void {
  const place = head === null ? (view.range.from + view.range.to) / 2 : axis.ofStep(head);
  const toMark = (by: -1 | 1) => {
    const step = head === null ? null : stepAtMark(held, head, by);
    if (step !== null) goToStep(step, held.steps);
    else useStore.getState().setNotice(`No marker ${by === 1 ? 'after' : 'before'} this step.`);
  };
  const { span, setSpan } = useStore(useShallow(({ span, setSpan }) => ({ span, setSpan })));
  const extend = (by: 1 | -1) => head !== null && setSpan(extended(span, head, by, held.steps));
  useKeys({
    ...(span !== null && { close: () => setSpan(null) }),
    'range.less': () => extend(-1),
    'range.more': () => extend(1),
    'zoom.in': () => view.zoom(place, ZOOM),
    'zoom.out': () => view.zoom(place, 1 / ZOOM),
    'zoom.fit': () => view.showAll(),
    'axis.next': () => useStore.getState().setAxis(nextAxis(held, axis.kind)),
    'mark.previous': () => toMark(-1),
    'mark.next': () => toMark(1),
  });
}

/** The wheel zooms at the pointer, with shift or sideways it pans. Listens itself, since the page must not scroll. */
export function useWheel(element: RefObject<HTMLElement | null>, scene: Scene, view: View): void {
  const latest = useRef({ scene, view });
  useEffect(() => {
    latest.current = { scene, view };
  });
  useEffect(() => {
    const target = element.current;
    const onWheel = (event: WheelEvent) => {
      event.preventDefault();
      turn(event, latest.current.scene, latest.current.view);
    };
    target?.addEventListener('wheel', onWheel, { passive: false });
    return () => target?.removeEventListener('wheel', onWheel);
  }, [element]);
}

const LINE = 16;

const turn = (event: WheelEvent, { axis, scale }: Scene, view: View): void => {
  const unit = event.deltaMode === WheelEvent.DOM_DELTA_PIXEL ? 1 : LINE;
  const sideways = event.shiftKey ? event.deltaY || event.deltaX : Math.abs(event.deltaX) > Math.abs(event.deltaY) ? event.deltaX : 0;
  if (sideways !== 0) view.show(pan(view.range, axis, (sideways * unit * (scale.to - scale.from)) / scale.width));
  else view.zoom(toPlace(scale, event.offsetX), Math.exp(-event.deltaY * unit * (event.ctrlKey ? 0.01 : 0.002)));
};
