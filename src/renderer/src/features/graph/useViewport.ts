import { type MouseEvent, type PointerEvent, type RefObject, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type Viewport, zoomed } from './viewport.ts';

/** Pixels that a press may move and still be a click. */
const STILL = 4;
/** Of what the wheel says, as before: a graph moves by half of it. */
const SPEED = 0.5;
const LINE = 20;

type Pointer = Pick<PointerEvent, 'clientX' | 'clientY'>;

/** What moves the graph by hand: a drag, two fingers, the wheel, with Ctrl the wheel makes it larger or smaller. */
export function useViewport(box: RefObject<HTMLElement | null>) {
  const [view, setView] = useState<Viewport>({ x: 0, y: 0, zoom: 1 });
  /** 0 until it is measured, when the page is laid out. */
  const [height, setHeight] = useState(0);
  const pressed = useRef(new Map<number, Pointer>());
  const dragged = useRef(false);

  const zoomAt = (factor: number, { clientX, clientY }: Pointer): void => {
    const { left = 0, top = 0 } = box.current?.getBoundingClientRect() ?? {};
    setView((before) => zoomed(before, factor, { x: clientX - left, y: clientY - top }));
  };
  const moveBy = (x: number, y: number): void => setView((before) => ({ ...before, x: before.x + x, y: before.y + y }));
  const wheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    const unit = event.deltaMode === WheelEvent.DOM_DELTA_LINE ? LINE : 1;
    const [across, down] = [event.deltaX * unit, event.deltaY * unit];
    // A pinch of a touch pad is many small turns, a notch of a wheel is one large turn.
    if (event.ctrlKey) zoomAt(2 ** (-Math.max(-LINE, Math.min(LINE, down)) / 100), event);
    else if (event.shiftKey && across === 0) moveBy(-down * SPEED, 0);
    else moveBy(-across * SPEED, -down * SPEED);
  });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const observer = new ResizeObserver(() => setHeight(element.clientHeight));
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  useEffect(() => {
    const element = box.current;
    element?.addEventListener('wheel', wheel, { passive: false });
    return () => element?.removeEventListener('wheel', wheel);
  }, [box]);

  const release = ({ pointerId }: PointerEvent): void => {
    pressed.current.delete(pointerId);
  };
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (event.button > 1) return;
      if (pressed.current.size === 0) dragged.current = false;
      pressed.current.set(event.pointerId, event);
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      const before = pressed.current.get(event.pointerId);
      if (before === undefined) return;
      // Let go of outside of the window.
      if (event.buttons === 0) {
        release(event);
        return;
      }
      const [x, y] = [event.clientX - before.clientX, event.clientY - before.clientY];
      if (!dragged.current && Math.hypot(x, y) < STILL) return;
      // From here on what is below does not get the click.
      if (!dragged.current) event.currentTarget.setPointerCapture(event.pointerId);
      dragged.current = true;
      const other = [...pressed.current].find(([id]) => id !== event.pointerId)?.[1];
      pressed.current.set(event.pointerId, event);
      if (other === undefined) moveBy(x, y);
      else zoomAt(apart(event, other) / Math.max(1, apart(before, other)), other);
    },
    onPointerUp: release,
    onPointerCancel: release,
    onClickCapture: (event: MouseEvent): void => {
      if (dragged.current) event.stopPropagation();
      dragged.current = false;
    },
  };
  return { view, setView, height, handlers };
}

const apart = (a: Pointer, b: Pointer): number => Math.hypot(a.clientX - b.clientX, a.clientY - b.clientY);
